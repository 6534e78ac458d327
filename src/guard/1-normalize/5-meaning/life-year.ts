import type { Lexicon } from '../../../core/lexicon.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import { isEra, nameEnd, nameOf } from './names.js';

/** The year of a deed. */
export interface LifeYear {
  /** Below 0 before the common era. */
  year: number;
  /** As it is written, lower case; empty in the common era, before it, or where nothing says. */
  era: string;
  /** Whether the text names an era. */
  isOfEra: boolean;
}

/** "in 667", "in TA 77", "in the year 15 of the Third Dawn", "in the spring of 1847": the one year that a clause names. */
export function yearOf(words: readonly Word[], lexicon: Lexicon): LifeYear | null {
  const [at, ...others] = words.flatMap(({ kind }, index) => (kind === 'number' ? [index] : []));
  const word = at === undefined ? undefined : words[at];
  if (at === undefined || word === undefined || others.length > 0) return null;
  const [, year, ordinal] = /^(\d{1,4})(st|nd|rd|th)?$/.exec(word.lower) ?? [];
  const end = ordinal === undefined ? at : at + 1;
  if (year === undefined || (ordinal !== undefined && !isWord(words[end], 'year'))) return null;
  const before = words[at - 1];
  const isAfterEra = before !== undefined && isEra(before);
  if (!isAfterEra && ordinal === undefined && !opensYear(words, at, lexicon)) return null;
  const era = isAfterEra ? before.text.toLowerCase() : eraAfter(words, end);
  return era === null ? null : inEra(Number(year), era);
}

function opensYear(words: readonly Word[], at: number, { lives }: Lexicon): boolean {
  return isWord(words[at - 1], 'in', 'year') || (isWord(words[at - 1], 'of') && isAmong(words[at - 2], lives.times));
}

/** As it is written, empty where nothing says; null where the number counts something. */
function eraAfter(words: readonly Word[], at: number): string | null {
  const next = words[at + 1];
  if (next === undefined || next.kind === 'mark') return '';
  if (isEra(next)) return next.text.toLowerCase();
  if (isWord(next, 'of')) {
    const from = isWord(words[at + 2], 'the') ? at + 3 : at + 2;
    const end = nameEnd(words, from);
    return end === from ? null : nameOf(words.slice(from, end));
  }
  const isFree =
    next.capital || isWord(next, 'and', 'at', 'by', 'for', 'from', 'in', 'it', 'near', 'of', 'on', 'the', 'to', 'with');
  return isFree ? '' : null;
}

function inEra(year: number, era: string): LifeYear {
  const isBefore = era === 'bc' || era === 'bce';
  const isCommon = isBefore || era === 'ad' || era === 'ce';
  return { year: isBefore ? -year : year, era: isCommon ? '' : era, isOfEra: era !== '' };
}
