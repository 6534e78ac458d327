import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const LEFT = ['left', 'up'];
const DECIDE = ['choose', 'decide', 'judge', 'pick'];
const CHOOSERS_MAX = 5;

/**
 * Whose choice an act is need not do it: "Whether to wear a tie is up to the staff", "It is up to the staff whether they
 * wear a tie", "The staff can decide for themselves whether to wear a tie" as "The staff need not wear a tie".
 */
export function foldDiscretion(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const whether = words.findIndex((word) => isWord(word, 'whether'));
  if (whether < 0) return words;
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  const said = words.slice(0, end);
  const choice = whether === 0 ? fronted(said) : (expected(said, whether) ?? decided(said, whether, lexicon));
  const first = choice?.who[0];
  const verb = choice?.act[0];
  if (choice === null || first === undefined || verb === undefined || !lexicon.verbs.has(verb.lower)) return words;
  if (choice.who.length > CHOOSERS_MAX || choice.who.some(({ kind }) => kind === 'mark')) return words;
  const as = (form: string) => ({ ...wordOf(form, verb.start, form, lexicon), end: verb.end });
  return [...choice.who, as('need'), as('not'), ...choice.act, ...words.slice(end)];
}

interface Choice {
  who: readonly Word[];
  act: readonly Word[];
}

/** "Whether (or not) to V … is up to X" */
function fronted(words: readonly Word[]): Choice | null {
  const be = words.findLastIndex((word) => isWord(word, 'is'));
  const to = isWord(words[be + 2], 'to') && isWord(words[be + 1], ...LEFT) ? be + 3 : -1;
  const from = words.findIndex((word) => isWord(word, 'to'));
  return to < 0 || from > 3 || from > be ? null : { who: words.slice(to), act: words.slice(from + 1, be) };
}

/** "It is up to X whether to V …" */
function expected(words: readonly Word[], whether: number): Choice | null {
  const isUp = isWord(words[0], 'it') && isWord(words[1], 'is') && isWord(words[2], ...LEFT) && isWord(words[3], 'to');
  return isUp ? { who: words.slice(4, whether), act: actAfter(words, whether) } : null;
}

/** "X can decide (for themselves) whether to V …" */
function decided(words: readonly Word[], whether: number, { modality }: Lexicon): Choice | null {
  const verb = words.findIndex((word, at) => at < whether && isWord(word, ...DECIDE));
  const modal = isWord(words[verb - 1], 'to') && isWord(words[verb - 2], 'free') ? verb - 3 : verb - 1;
  if (
    verb < 2 ||
    whether - verb > 3 ||
    (!modality.has(words[modal]?.lower ?? '') && !isWord(words[modal], 'are', 'is'))
  )
    return null;
  return { who: words.slice(0, modal), act: actAfter(words, whether) };
}

/** What stands after "whether (or not) to" or "whether they". */
function actAfter(words: readonly Word[], whether: number): readonly Word[] {
  const at = isWord(words[whether + 1], 'or') ? whether + 3 : whether + 1;
  return isWord(words[at], 'to', 'they', 'you', 'we') ? words.slice(at + 1) : [];
}
