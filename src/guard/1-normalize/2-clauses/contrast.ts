import type { Lexicon } from '../../../core/lexicon.js';
import { wordOf } from '../1-tokens/tokenize.js';
import { isAuxiliary, isRanking } from '../1-tokens/verbs.js';
import { copied, isWord, type Word } from '../1-tokens/word.js';
import { hasSubordinate } from './coordination.js';

/** Words that are put against others: "not *in the old bucket*". */
const CONTRAST_MAX = 5;
/** What they are put against, where they bring no preposition. */
const NAMED_MAX = 4;

const DENIED = ['no', 'not', 'never'];
const OPENS_CONTRAST = new Set([...DENIED, 'instead', 'rather']);
const INSTEAD = [
  ['instead', 'of'],
  ['rather', 'than'],
];
/**
 * "X is A, not B" says two things: "X is A" and "X is not B"; so do "X is not A but B", "use A instead of B" and "A, not B,
 * does X". Any other clause is returned as it is.
 */
export function splitContrast(words: readonly Word[], lexicon: Lexicon): (readonly Word[])[] {
  if (!words.some(({ lower }) => OPENS_CONTRAST.has(lower)) || hasSubordinate(words, lexicon)) return [words];
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  return (
    ofSubjects(words, end, lexicon) ??
    denied(words, end, lexicon) ??
    said(words, end, lexicon) ??
    instead(words, end, lexicon) ?? [words]
  );
}

/** "Use pnpm, not npm", "is kept on disk and not in S3", "returns JSON but no XML" */
function denied(words: readonly Word[], end: number, lexicon: Lexicon): (readonly Word[])[] | null {
  const at = words.findLastIndex(
    (word, index) => index > 1 && isWord(word, ...DENIED) && (isLink(words[index - 1]) || isComma(words[index - 1])),
  );
  const no = words[at];
  if (no === undefined || !isOther(words.slice(at + 1, end), lexicon)) return null;
  const head = words.slice(0, beforeLinks(words, at));
  if (isDenied(head, lexicon)) return null;
  const negative = exchanged(head, words.slice(at + 1, end), [no], lexicon);
  return negative === null ? null : [[...head, ...words.slice(end)], negative];
}

/** "is not kept in S3 but on disk", "is never kept in S3, only on disk" */
function said(words: readonly Word[], end: number, lexicon: Lexicon): (readonly Word[])[] | null {
  const at = words.findLastIndex(
    (word, index) => isWord(word, 'but') || (isWord(word, 'only') && isComma(words[index - 1])),
  );
  const head = words.slice(0, Math.max(0, beforeLinks(words, at)));
  const from = isWord(words[at], 'but') ? at + 1 : at;
  const other = words.slice(from, end);
  const not = head.findIndex((word) => isWord(word, 'not', 'never'));
  if (not < 1 || !isOther(isWord(other[0], 'only') ? other.slice(1) : other, lexicon)) return null;
  const support = isWord(head[not - 1], 'do', 'does', 'did') ? 1 : 0;
  const plain = [...head.slice(0, not - support), ...head.slice(not + 1)];
  const positive = isDenied(plain, lexicon) ? null : exchanged(plain, other, [], lexicon);
  return positive === null ? null : [[...head, ...words.slice(end)], positive];
}

/** "Use pnpm instead of npm", "rather than npm": they are ranked, and the other one is denied where nobody only prefers. */
function instead(words: readonly Word[], end: number, lexicon: Lexicon): (readonly Word[])[] | null {
  const at = words.findLastIndex((_, index) =>
    INSTEAD.some((two) => two.every((form, n) => isWord(words[index + n], form))),
  );
  const [head, other] = [words.slice(0, Math.max(at, 0)), words.slice(at + 2, end)];
  const first = words[at];
  if (first === undefined || isDenied(head, lexicon) || ranks(head, lexicon) || isFree(head)) return null;
  if (!isOther(other, lexicon)) return null;
  const not = wordOf('not', first, 'not', lexicon);
  const negative = exchanged(head, other, [not], lexicon);
  return negative === null ? null : [words, negative];
}

/** "may use tabs instead of spaces": and spaces too. */
function isFree(head: readonly Word[]): boolean {
  return head.some((word) => isWord(word, 'can', 'could', 'free', 'may', 'might'));
}

/** "Ada, not Bo, owns it" */
function ofSubjects(words: readonly Word[], end: number, lexicon: Lexicon): (readonly Word[])[] | null {
  const from = words.findIndex((word, index) => isComma(word) && isWord(words[index + 1], 'not'));
  const until = words.findIndex((word, index) => index > from && isComma(word));
  const other = words.slice(from + 2, until);
  const [rest, first] = [words.slice(until + 1, end), words[from + 1]];
  if (
    !isSubject(words.slice(0, Math.max(from, 0)), lexicon) ||
    first === undefined ||
    rest.length === 0 ||
    !isOther(other, lexicon)
  )
    return null;
  const [verb] = rest;
  const isVerb = verb !== undefined && (isAuxiliary(verb, lexicon) || lexicon.verbs.has(verb.lemma));
  if (!isVerb || isDenied(rest, lexicon)) return null;
  const never = wordOf('never', first, 'never', lexicon);
  return [[...words.slice(0, from), ...words.slice(until + 1)], copied([...other, never, ...rest])];
}

/** "Ada", "the loader": nothing stands before it that says when, where or who thinks so. */
function isSubject(words: readonly Word[], { kinds }: Lexicon): boolean {
  const [first, ...nouns] = words;
  if (first === undefined || words.length > NAMED_MAX) return false;
  if (nouns.length === 0) return first.capital && first.kind === 'word';
  const isOpened = kinds.articles.has(first.lower) || isWord(first, 'my', 'our', 'your', 'his', 'her', 'their');
  return isOpened && nouns.every(({ lower, kind }) => kind === 'word' && !kinds.prepositions.has(lower));
}

function isComma(word: Word | undefined): boolean {
  return isWord(word, ',', '–', '—');
}

function isLink(word: Word | undefined): boolean {
  return isWord(word, 'and', 'but');
}

/** Where a head ends before "and", "but" and a comma. */
function beforeLinks(words: readonly Word[], at: number): number {
  let end = at;
  while (end > 0 && (isLink(words[end - 1]) || isComma(words[end - 1]))) end -= 1;
  return end;
}

/** A short phrase without a verb of its own. */
function isOther(other: readonly Word[], lexicon: Lexicon): boolean {
  const [first] = other;
  if (first === undefined || other.length > CONTRAST_MAX || lexicon.grammar.no_contrast.has(first.lower)) return false;
  // "Google's API, not Amazon's": another API, not Amazon.
  if (/['’]s?$/.test(other.at(-1)?.text ?? '')) return false;
  return other.every(
    (word) =>
      word.kind !== 'mark' && !isFiniteVerb(word, lexicon) && !lexicon.negators.has(word.lower) && !isLink(word),
  );
}

/** An auxiliary or modal verb, not a word that only opens a longer expression. */
function isFiniteVerb({ lower }: Word, { kinds, modality }: Lexicon): boolean {
  return kinds.auxiliaries.has(lower) || modality.get(lower)?.alone !== undefined;
}

function isDenied(words: readonly Word[], { negators }: Lexicon): boolean {
  return words.some(({ lower }) => negators.has(lower));
}

/** The head with the other thing in the place of the one that it is put against; null where that can't be told. */
function exchanged(
  head: readonly Word[],
  other: readonly Word[],
  opening: readonly Word[],
  lexicon: Lexicon,
): Word[] | null {
  const place = placeOf(head, other, lexicon);
  if (place === null) return null;
  return copied([...head.slice(0, place.from), ...opening, ...other, ...head.slice(place.until)]);
}

/** What the other thing is put against: a phrase of its preposition, a value of its class, or what stands last. */
function placeOf(
  head: readonly Word[],
  other: readonly Word[],
  lexicon: Lexicon,
): { from: number; until: number } | null {
  const [first] = other.filter(({ lower }) => lower !== 'only');
  if (first === undefined) return null;
  if (lexicon.kinds.prepositions.has(first.lower)) return placeAfter(head, first, lexicon);
  const known = lexicon.values.get(first.lower)?.alone?.class;
  const same = head.findLastIndex(
    ({ lower }) => known !== undefined && lexicon.values.get(lower)?.alone?.class === known,
  );
  if (same > 0) return { from: same, until: same + 1 };
  // "Ann taught Tom chess, not Ben", "paid the bill instead of Ben": whom a name is put against can't be told by its place.
  if (isName(first) && !head.slice(-1).every(isName)) return null;
  const breaker = head.slice(0, -1).findLastIndex((word) => isBreaker(word, lexicon));
  const from = breaker < 0 ? head.length - 1 : breaker + 1;
  return from > 0 && from < head.length && head.length - from <= NAMED_MAX ? { from, until: head.length } : null;
}

function isName({ text, kind }: Word): boolean {
  return kind === 'word' && /^\p{Lu}\p{Ll}/u.test(text);
}

/** The last phrase that begins with the same preposition, or else the last of any. */
function placeAfter(
  head: readonly Word[],
  { lower }: Word,
  { kinds }: Lexicon,
): { from: number; until: number } | null {
  const isOpening = (word: Word) => kinds.prepositions.has(word.lower) && word.lower !== 'of';
  const same = head.findLastIndex((word) => word.lower === lower);
  const from = same > 0 ? same : head.findLastIndex(isOpening);
  const next = head.findIndex((word, at) => at > from && isOpening(word));
  return from > 0 ? { from, until: next < 0 ? head.length : next } : null;
}

/** What a name or a value follows. */
function isBreaker(word: Word, lexicon: Lexicon): boolean {
  if (isAuxiliary(word, lexicon) || lexicon.kinds.prepositions.has(word.lower)) return true;
  return word.kind === 'word' && !word.capital && lexicon.verbs.has(word.lemma);
}

/** Whether somebody likes or would like something better: who does may take the other thing too. */
function ranks(words: readonly Word[], lexicon: Lexicon): boolean {
  return words.some(
    (word) => isRanking(word, lexicon) || lexicon.grammar.liking.has(word.lemma) || isWord(word, 'would'),
  );
}
