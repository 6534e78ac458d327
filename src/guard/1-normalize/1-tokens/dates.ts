import type { Lexicon } from '../../../core/lexicon.js';
import { isWord, type Word } from './word.js';

/** A day as it stands in the text, and the index after it. */
export interface Day {
  /** "2026-11-20" */
  date: string;
  end: number;
}

/** The first letters of the months, by which their short forms tell them. */
const MONTH_LETTERS = 3;

/** A whole day that begins at a word, in one of the usual forms, with the time that may follow it. */
export function dayAt(words: readonly Word[], at: number, lexicon: Lexicon): Day | null {
  const day = writtenDay(words[at]) ?? wordedDay(words, at, lexicon);
  return day === null ? null : { date: day.date, end: afterTime(words, at + day.length) };
}

interface Written {
  date: string;
  /** Words. */
  length: number;
}

/** "2026-11-20", "2026-11-20T10:32Z", "20.11.2026" */
function writtenDay(word: Word | undefined): Written | null {
  if (word?.kind !== 'number') return null;
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:t[\d:.]+z?)?$/.exec(word.lower) ?? [];
  if (iso !== undefined) return { date: iso, length: 1 };
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word.lower) ?? [];
  return day === undefined || month === undefined || year === undefined
    ? null
    : { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, length: 1 };
}

/** "20 November 2026", "20th Nov 2026", "November 20, 2026" */
function wordedDay(words: readonly Word[], at: number, lexicon: Lexicon): Written | null {
  const [first, second] = words.slice(at, at + 2);
  const [month, day] = first?.kind === 'number' ? [second, first] : [first, second];
  const hasComma = isWord(words[at + 2], ',');
  const year = words[hasComma ? at + 3 : at + 2];
  const number = monthOf(month, lexicon);
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(day?.lower ?? '') ?? [];
  if (number === 0 || digits === undefined || !/^\d{4}$/.test(year?.lower ?? '')) return null;
  const date = [year?.lower, String(number).padStart(2, '0'), digits.padStart(2, '0')].join('-');
  return { date, length: hasComma ? 4 : 3 };
}

/** "November", "Nov": 1 to 12; 0 where it is no month. */
function monthOf(word: Word | undefined, { values }: Lexicon): number {
  if (word?.kind !== 'word' || !word.capital) return 0;
  const name = values.get(word.lower)?.alone;
  const letters = (name?.class === 'month' ? name.canonical : word.lower).slice(0, MONTH_LETTERS);
  const isShort = word.lower.length === MONTH_LETTERS;
  return name?.class === 'month' || isShort ? MONTHS.indexOf(letters) + 1 : 0;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "10:32", "10:32 UTC", "10:32 +01:00": what may tell the time behind a day. */
function afterTime(words: readonly Word[], at: number): number {
  const from = isWord(words[at], ',', 'at') && isClock(words[at + 1]) ? at + 1 : at;
  const end = isClock(words[from]) ? from + 1 : at;
  if (isWord(words[end], 'utc', 'gmt', 'z', 'cet', 'cest')) return end + 1;
  return isWord(words[end], '+') && isClock(words[end + 1]) ? end + 2 : end;
}

function isClock(word: Word | undefined): boolean {
  return word?.kind === 'number' && /^\d{1,2}:\d{2}/.test(word.lower);
}
