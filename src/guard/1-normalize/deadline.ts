import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const DATES = ['date', 'day', 'weekday', 'time', 'year'];
const LAST = ['closing', 'cutoff', 'due'];
const LINKS = ['on', 'by', 'before', 'until'];
const HANDED = ['delivered', 'filed', 'in', 'paid', 'received', 'returned', 'sent', 'submitted'];
const THING_MAX = 5;

/** "Reports are due on 5 May", "The closing date for reports is 5 May" as "The deadline of reports is 5 May". */
export function foldDeadline(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  return isDue(words, lexicon) ?? isToBeThere(words, lexicon) ?? named(words, lexicon) ?? words;
}

/** "must be handed in by Friday": when it is due; other duties by a date ("must be rotated by") are about the act. */
function isToBeThere(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const by = words.findIndex((word) => isWord(word, 'by'));
  const [act, be, modal] = [words[by - 1], words[by - 2], words[by - 3]];
  const date = isWord(words[by + 1], 'the') ? words[by + 2] : words[by + 1];
  const end = isWord(modal, 'to') ? by - 4 : by - 3;
  const isDuty = isWord(be, 'be') && isWord(words[end], 'must', 'has', 'have', 'needs', 'need');
  if (act === undefined || !isDuty || !HANDED.includes(act.lower) || end < 1 || end > THING_MAX) return null;
  if (!DATES.includes(date?.valueClass ?? '')) return null;
  const as = (form: string) => ({ ...wordOf(form, act.start, form, lexicon), end: act.end });
  return [as('the'), as('deadline'), as('of'), ...words.slice(0, end), as('is'), ...words.slice(by + 1)];
}

function isDue(whole: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const words = notUntil(whole);
  const at = words.findIndex((word, index) => isWord(word, 'due', 'payable') && isWord(words[index + 1], ...LINKS));
  const due = words[at];
  const be = isWord(words[at - 1], 'not') ? at - 2 : at - 1;
  const date = isWord(words[at + 2], 'the') ? words[at + 3] : words[at + 2];
  if (due === undefined || be < 1 || be > THING_MAX || !isWord(words[be], 'is', 'are')) return null;
  if (!DATES.includes(date?.valueClass ?? '')) return null;
  const as = (form: string) => ({ ...wordOf(form, due.start, form, lexicon), end: due.end });
  const thing = words.slice(0, be);
  return [as('the'), as('deadline'), as('of'), ...thing, ...words.slice(be, at), ...words.slice(at + 2)];
}

/** "is not due until Monday" as "is due until Monday": the day itself is the last one. */
function notUntil(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    (word, index) =>
      isWord(word, 'not') && isWord(words[index + 1], 'due') && isWord(words[index + 2], 'until', 'before'),
  );
  return at < 0 ? words : words.toSpliced(at, 1);
}

/** "the closing date for", "the due date of", "the deadline for" */
function named(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const at = words.findIndex(
    (word, index) => isWord(word, 'deadline') || (isWord(word, 'date') && isWord(words[index - 1], ...LAST)),
  );
  const [noun, link] = [words[at], words[at + 1]];
  const be = words.findIndex((word, index) => index > at && isWord(word, 'is', 'are'));
  if (noun === undefined || link === undefined || !isWord(link, 'for', 'of') || be < 0 || be > at + 2 + THING_MAX)
    return null;
  const as = (word: Word, form: string) => ({ ...wordOf(form, word.start, form, lexicon), end: word.end });
  const before = words.slice(0, isWord(noun, 'deadline') ? at : at - 1);
  return [...before, as(noun, 'deadline'), as(link, 'of'), ...words.slice(at + 2)];
}
