import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const CLASS = ['categorise', 'class', 'classify', 'grade', 'rank', 'rate'];
const MADE_OF = ['comprise', 'comprises', 'consist', 'consists'];
const RUN = ['deploy', 'run', 'work'];
const THING_MAX = 4;

/** What is said of a thing in a roundabout way, in the words of a plain one. */
export function foldRoundabout(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  return (
    classed(words, lexicon) ??
    madeOf(words, lexicon) ??
    running(words, lexicon) ??
    deleted(words, lexicon) ??
    managed(words, lexicon) ??
    words
  );
}

/** "We classify spills as minor" as "Spills are minor" */
function classed(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const [teller, verb] = words;
  const as = words.findIndex((word) => isWord(word, 'as'));
  if (!isWord(teller, 'we') || verb === undefined || !CLASS.includes(verb.lemma) || as < 3 || as > THING_MAX + 2)
    return null;
  const are = { ...wordOf('are', verb.start, 'are', lexicon), end: verb.end };
  return [...words.slice(2, as), are, ...words.slice(as + 1)];
}

/** "The council consists of nine members" as "The council has nine members", where it is said how many. */
function madeOf(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const at = words.findIndex((word) => isWord(word, ...MADE_OF));
  const verb = words[at];
  const next = isWord(words[at + 1], 'of') ? at + 2 : at + 1;
  if (at < 1 || verb === undefined || words[next]?.quantity == null) return null;
  const form = verb.lower.endsWith('s') ? 'has' : 'have';
  const has = { ...wordOf(form, verb.start, form, lexicon), end: verb.end };
  return [...words.slice(0, at), has, ...words.slice(next)];
}

const GONE = ['deleted', 'discarded', 'erased', 'purged', 'removed'];

/** "Logs are deleted after 30 days" as "Logs are kept for 30 days" */
function deleted(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const at = words.findIndex((word, index) => isWord(word, ...GONE) && isWord(words[index + 1], 'after'));
  const [gone, after] = [words[at], words[at + 1]];
  const isTimed = words[at + 2]?.valueClass === 'duration' && isWord(words[at - 1], 'is', 'are', 'be');
  if (gone === undefined || after === undefined || !isTimed) return null;
  const as = (word: Word, form: string) => ({ ...wordOf(form, word.start, form, lexicon), end: word.end });
  return [...words.slice(0, at), as(gone, 'kept'), as(after, 'for'), ...words.slice(at + 2)];
}

/** "Ada reports (directly) to Bo" as "The manager of Ada is Bo" */
function managed(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const at = words.findIndex((word) => isWord(word, 'reports'));
  const to = isWord(words[at + 1], 'directly') ? at + 2 : at + 1;
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  const [who, boss, verb] = [words.slice(0, at), words.slice(to + 1, end), words[at]];
  const areNames = [who, boss].every(
    (name) => name.length > 0 && name.every(({ capital, kind }) => capital && kind === 'word'),
  );
  if (verb === undefined || !isWord(words[to], 'to') || !areNames) return null;
  const as = (form: string) => ({ ...wordOf(form, verb.start, form, lexicon), end: verb.end });
  return [as('the'), as('manager'), as('of'), ...who, as('is'), ...boss, ...words.slice(end)];
}

/** "We run with `mode` set to `fast`" as "`mode` is `fast`" */
function running(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const name = words[3];
  if (!isWord(words[0], 'we') || !isWord(words[1], ...RUN) || !isWord(words[2], 'with') || name?.kind !== 'code')
    return null;
  const rest = words.slice(4);
  if (isWord(rest[0], '=', ':', 'is')) return words.slice(3);
  if (!isWord(rest[0], 'set') || !isWord(rest[1], 'to')) return null;
  return [name, { ...wordOf('is', name.start, 'is', lexicon), end: name.end }, ...rest.slice(2)];
}
