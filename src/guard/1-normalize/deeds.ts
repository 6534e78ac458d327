import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const DONE = ['done', 'performed', 'handled', 'undertaken'];
const HAPPEN = ['happen', 'happens', 'occur', 'occurs'];
const LIE = ['falls', 'lies', 'rests', 'sits'];
const THING_MAX = 5;

/**
 * A deed that is told as a noun, in the words of one that is told as a verb: "Inspection of the boiler is done by Ada" as
 * "The boiler is inspected by Ada", "Renewal of the lease happens every year" as "The lease is renewed every year",
 * "Responsibility for the boiler lies with Ada" as "Ada is responsible for the boiler".
 */
export function foldDeeds(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  return responsibility(words, lexicon) ?? deed(words, lexicon) ?? words;
}

function deed(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const noun = isWord(words[0], 'the') ? 1 : 0;
  const act = words[noun];
  if (act === undefined || !isWord(words[noun + 1], 'of')) return null;
  const verb = verbOf(act, lexicon);
  const said = words.findIndex((word, at) => at > noun + 2 && isSaid(words, word, at));
  const end = said + (isWord(words[said], ...HAPPEN) ? 1 : 2);
  if (
    verb === null ||
    said < 0 ||
    said > noun + 2 + THING_MAX ||
    words.slice(0, said).some(({ kind }) => kind === 'mark')
  )
    return null;
  const be = isWord(words[said], ...HAPPEN) ? 'is' : (words[said]?.lower ?? 'is');
  const as = (form: string) => ({ ...wordOf(act.text, act.start, form, lexicon), end: act.end });
  const done = { ...as(verb), lower: `${verb}ed`, lemma: verb };
  return [...words.slice(noun + 2, said), as(be), done, ...words.slice(end)];
}

/** "is done by", "was performed by"; "happens" */
function isSaid(words: readonly Word[], word: Word, at: number): boolean {
  if (isWord(word, ...HAPPEN)) return true;
  return isWord(word, 'is', 'was', 'are', 'were') && isWord(words[at + 1], ...DONE) && isWord(words[at + 2], 'by');
}

/** The verb of a noun of action, or of a gerund. */
function verbOf({ lower, lemma }: Word, { actions, verbs }: Lexicon): string | null {
  const verb = actions.get(lower);
  if (verb !== undefined) return verb;
  return lower.endsWith('ing') && verbs.has(lemma) ? lemma : null;
}

/** "Responsibility for X lies with Y" */
function responsibility(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const noun = isWord(words[0], 'the') ? 1 : 0;
  const verb = words.findIndex((word, at) => isWord(word, ...LIE) && isWord(words[at + 1], 'with', 'to'));
  const first = words[verb];
  if (!isWord(words[noun], 'responsibility') || !isWord(words[noun + 1], 'for') || first === undefined) return null;
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  const answers = { ...wordOf('answerfors', first.start, 'answerfors', lexicon), end: first.end };
  return [...words.slice(verb + 2, end), answers, ...words.slice(noun + 2, verb), ...words.slice(end)];
}
