import type { Lexicon } from '../../../core/lexicon.js';
import type { Modality } from '../../../core/modality.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { wordOf } from '../1-tokens/tokenize.js';
import { changed, isWord, type Word } from '../1-tokens/word.js';

/** A modality that is said by a noun: the words from `start` to `end`, and what they say. */
interface Found {
  start: number;
  end: number;
  modality: Modality;
  isExistence: boolean;
}

type Verbal = Exclude<Modality, 'is' | 'is_not'>;

const AUXILIARY: Record<Verbal, readonly string[]> = {
  must: ['must'],
  should: ['should'],
  may: ['may'],
  must_not: ['must', 'not'],
  should_not: ['should', 'not'],
  may_not: ['need', 'not'],
};
const PREDICATE: Record<Verbal, string> = {
  must: 'required',
  should: 'recommended',
  may: 'allowed',
  must_not: 'forbidden',
  should_not: 'discouraged',
  may_not: 'optional',
};

const HAVE = ['have', 'has', 'had'];
const BE = ['is', 'are', 'was', 'were'];
const ABOUT = ['for', 'on', 'against', 'of', 'to'];
const GROUP_MAX = 6;

/**
 * "Guests have no right to enter" as "Guests must not enter", "There is no need for a review" as "A review is optional",
 * "Dark mode has our blessing" as "Dark mode is allowed": a modality that is said by a noun, in the words of one that is not.
 */
export function foldModalNouns(words: readonly Word[], lexicon: Lexicon): Word[] {
  const found = nounAt(words, lexicon);
  if (found === null) return foldBlessing(words, lexicon);
  const next = words[found.end];
  if (isWord(next, 'to') && isVerb(words[found.end + 1], lexicon)) {
    return [...words.slice(0, found.start), ...auxiliary(found, words, lexicon), ...words.slice(found.end + 1)];
  }
  if (isWord(next, 'of') && words[found.end + 1]?.lower.endsWith('ing') === true && !found.isExistence) {
    const [gerund, ...rest] = words.slice(found.end + 1) as [Word, ...Word[]];
    const base = wordOf(gerund.text, gerund, gerund.lemma, lexicon);
    return [...words.slice(0, found.start), ...auxiliary(found, words, lexicon), base, ...rest];
  }
  return found.isExistence && isWord(next, ...ABOUT) ? ofMatter(words, found, lexicon) : [...words];
}

/** "there is (no) N", "X has (no) N", with articles, adverbs and stress between. */
function nounAt(words: readonly Word[], lexicon: Lexicon): Found | null {
  for (const [at, word] of words.entries()) {
    const isExistence = isWord(word, ...BE) && isWord(words[at - 1], 'there');
    if (!isExistence && !(isWord(word, ...HAVE) && at > 0)) continue;
    const start = opening(words, at, isExistence, lexicon);
    if (lexicon.modality.has(words[start - 1]?.lower ?? '')) continue;
    const noun = skipLight(words, at + 1, lexicon);
    const match = matchPhrase(words, noun, lexicon.modalNouns.nouns, ({ lower, lemma }) =>
      lexicon.modalNouns.nouns.has(lower) ? lower : lemma,
    );
    if (match === null || noun > at + GROUP_MAX) continue;
    const denials = words.slice(start, noun).filter(({ lower }) => lexicon.negators.has(lower)).length;
    const modality = denials % 2 === 1 ? match.entry.negated : match.entry.plain;
    return { start, end: match.end, modality, isExistence };
  }
  return null;
}

/** Where "there is" or "does not have" begins. */
function opening(words: readonly Word[], at: number, isExistence: boolean, lexicon: Lexicon): number {
  if (isExistence) return at - 1;
  let start = at;
  while (start > 1 && lexicon.negators.has(words[start - 1]?.lower ?? '')) start -= 1;
  return start > 1 && isWord(words[start - 1], 'do', 'does', 'did') ? start - 1 : start;
}

function skipLight(words: readonly Word[], from: number, lexicon: Lexicon): number {
  let at = from;
  const isLight = ({ lower }: Word) =>
    lexicon.kinds.articles.has(lower) ||
    lexicon.kinds.adverbs.has(lower) ||
    lexicon.negators.has(lower) ||
    lexicon.modalNouns.stress.has(lower) ||
    lower === 'any';
  for (let word = words[at]; word !== undefined && isLight(word); word = words[at]) at += 1;
  return at;
}

function isVerb(word: Word | undefined, lexicon: Lexicon): boolean {
  return word !== undefined && (lexicon.verbs.has(word.lower) || isWord(word, 'be', 'have', 'do'));
}

function auxiliary({ start, end, modality }: Found, words: readonly Word[], lexicon: Lexicon): Word[] {
  return inPlace(words.slice(start, end + 1), AUXILIARY[modality as Verbal], lexicon);
}

/** Plain words that stand where an expression stood. */
function inPlace(part: readonly Word[], by: readonly string[], lexicon: Lexicon): Word[] {
  const [first] = part;
  const end = part.at(-1)?.end ?? 0;
  if (first === undefined) return [];
  return by.map((form) =>
    changed(wordOf(first.text, { start: first.start, end }, form, lexicon), { text: form, isStandIn: false }),
  );
}

/** "There is a ban on pets indoors": what it is about becomes the subject, up to a condition or a mark. */
function ofMatter(words: readonly Word[], found: Found, lexicon: Lexicon): Word[] {
  const from = found.end + 1;
  const until = words.findIndex(
    (word, at) => at > from && (word.kind === 'mark' || matchPhrase(words, at, lexicon.conditions) !== null),
  );
  const end = until < 0 ? words.length : until;
  const said = ['is', PREDICATE[found.modality as Verbal]];
  const predicate = inPlace(words.slice(found.start, from), said, lexicon);
  return [...words.slice(0, found.start), ...words.slice(from, end), ...predicate, ...words.slice(end)];
}

const BLESSING_MAX = 5;

/** "X has our blessing", "X does not have the approval of the board" as "X is (not) allowed". */
function foldBlessing(words: readonly Word[], lexicon: Lexicon): Word[] {
  const at = words.findIndex((word, index) => index > 0 && isWord(word, ...HAVE));
  const noun = words.findIndex(
    (_, index) => index > at && matchPhrase(words, index, lexicon.modalNouns.blessings) !== null,
  );
  const end = matchPhrase(words, noun, lexicon.modalNouns.blessings)?.end ?? 0;
  const isLast = end === words.length || words[end]?.kind === 'mark' || isWord(words[end], 'of', 'from');
  if (at < 1 || noun < 0 || noun > at + BLESSING_MAX || !isLast || !isGiven(words.slice(at + 1, noun), lexicon)) {
    return [...words];
  }
  const start = opening(words, at, false, lexicon);
  const isDenied = words.slice(start, noun).filter(({ lower }) => lexicon.negators.has(lower)).length % 2 === 1;
  const until = words.findIndex(({ kind }, index) => index >= end && kind === 'mark');
  const rest = until < 0 ? [] : words.slice(until);
  const said = inPlace(words.slice(start, end), ['is', isDenied ? 'forbidden' : 'allowed'], lexicon);
  return [...words.slice(0, start), ...said, ...rest];
}

/** "our", "no", "the council's": whose blessing it is, not "a request for". */
function isGiven(words: readonly Word[], { kinds, negators }: Lexicon): boolean {
  return (
    words.length > 0 &&
    words.every(
      ({ lower, text }) =>
        kinds.articles.has(lower) ||
        kinds.pronouns.has(lower) ||
        negators.has(lower) ||
        kinds.adverbs.has(lower) ||
        kinds.determiners.has(lower) ||
        lower === 'full' ||
        /['’]s?$/.test(text),
    )
  );
}
