import { withoutEnd, withoutGenitive } from './trim.js';

/** Where something stands in a text, in UTF-16 code units, end exclusive. */
export interface NamePlace {
  start: number;
  end: number;
  /** As it is written, without what belongs to no name. */
  text: string;
}

/** Most words of one name, and names that are looked up for one sentence. */
const WORDS_MAX = 8;
const PLACES_MAX = 80;

/**
 * Every run of words that may be the name of something: it begins and ends with a capital. Longest first from each
 * place, so that the first that is known is the name that is meant.
 */
export function namePlaces(text: string): NamePlace[] {
  const words = [...text.matchAll(/\S+/g)].map((match) => bare(match[0], match.index));
  const found: NamePlace[] = [];
  for (const [at, first] of words.entries()) {
    if (!isCapital(first.text)) continue;
    for (let length = Math.min(WORDS_MAX, words.length - at); length > 0; length -= 1) {
      const last = words[at + length - 1];
      if (last === undefined || !isCapital(last.text) || endsWithin(words, at, length)) continue;
      found.push({ start: first.start, end: last.end, text: text.slice(first.start, last.end) });
    }
  }
  return found.slice(0, PLACES_MAX);
}

/** A name is no longer than what a comma, or the end of a clause, leaves of it. */
function endsWithin(words: readonly Bare[], at: number, length: number): boolean {
  return words.slice(at, at + length - 1).some(({ isLast }) => isLast);
}

interface Bare extends NamePlace {
  /** Followed by a mark. */
  isLast: boolean;
}

/** A word without the marks around it, and without "'s". */
function bare(word: string, at: number): Bare {
  const lead = /^[("“‘'[]*/.exec(word)?.[0].length ?? 0;
  const inner = withoutEnd(word.slice(lead), ')]"”.,;:!?');
  const text = withoutGenitive(inner);
  return { start: at + lead, end: at + lead + text.length, text, isLast: lead + inner.length < word.length };
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}
