import type { Lexicon } from '../../../core/lexicon.js';
import { type Quantity, spelled } from '../../../core/quantity.js';
import { numeral } from '../1-tokens/numerals.js';
import { asWritten, isHyphen, matchPhrase } from '../1-tokens/phrases.js';
import { changed, isAmong, isWord, joined, type Word } from '../1-tokens/word.js';
import { amountOf } from './amounts.js';
import { boundAfter, boundAt, counted, type Found, measureAt, rangeAt } from './quantities.js';
import { isAmount } from './years.js';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** By name and by its first three letters. */
const MONTH_NUMBERS = new Map(
  MONTHS.flatMap((month, at): [string, number][] => [
    [month, at + 1],
    [month.slice(0, 3), at + 1],
  ]),
);

/** Joins words that are one value ("sql server", "30 seconds", "1 June") and gives each value its class. */
export function classifyValues(words: readonly Word[], lexicon: Lexicon): Word[] {
  const result: Word[] = [];
  let at = 0;
  while (at < words.length) {
    const found = valueAt(words, at, lexicon);
    result.push(...found.words);
    at = found.end;
  }
  return result;
}

function valueAt(words: readonly Word[], at: number, lexicon: Lexicon): Found {
  return (
    boundAt(words, at, lexicon) ??
    boundedForm(words, at, lexicon) ??
    dayOfMonth(words, at) ??
    monthOfYear(words, at) ??
    quarterOfYear(words, at) ??
    bareMonth(words, at, lexicon) ??
    namedValue(words, at, lexicon) ??
    clockTime(words, at) ??
    dayTime(words, at) ??
    numberAt(words, at, lexicon) ??
    one(plain(words, at, lexicon), at + 1)
  );
}

/** A number with what belongs to it; a bare one is left to its form. */
function numberAt(words: readonly Word[], at: number, lexicon: Lexicon): Found | null {
  const isOpened = isWord(words[at], 'between', 'from');
  const number = amountOf(words, isOpened ? at + 1 : at, lexicon);
  if (number === null) return null;
  const range = rangeAt(words, at, number, lexicon);
  return isOpened ? range : (range ?? boundAfter(words, at, number, lexicon) ?? measureAt(words, at, number, lexicon));
}

/** "at least 3.2.1": a bound of what is ordered but no quantity. */
function boundedForm(words: readonly Word[], at: number, lexicon: Lexicon): Found | null {
  const match = matchPhrase(words, at, lexicon.bounds);
  if (match === null || words[match.end]?.kind !== 'number') return null;
  const word = plain(words, match.end, lexicon);
  if (word.valueClass !== 'version' && word.valueClass !== 'time') return null;
  const end = match.end + 1;
  const canonical = `${match.entry}${word.canonical}`;
  const change = { ...valued(word.valueClass, canonical), kind: 'number' as const, use: 'content' as const };
  return one(joined(words.slice(at, end), change), end);
}

function one(word: Word, end: number): Found {
  return { words: [word], end };
}

function valued(valueClass: string, canonical: string) {
  return { valueClass, canonical, lemma: canonical };
}

/** Colours, weekdays, products and the like, from the lexicon. What is a verb or another word too counts only in capitals: Go, Slack. */
function namedValue(words: readonly Word[], at: number, lexicon: Lexicon): Found | null {
  const match = matchPhrase(words, at, lexicon.values, asWritten, isHyphen);
  const first = words[at];
  if (match === null || first === undefined || first.kind === 'name') return null;
  const isWordToo = lexicon.verbs.has(first.lower) || lexicon.nameOnly.has(first.lower);
  if (match.end === at + 1 && isWordToo && !(first.capital && at > 0)) return null;
  const { class: valueClass, canonical } = match.entry;
  return one(joined(words.slice(at, match.end), { valueClass, canonical, lemma: canonical }), match.end);
}

/** "1 June", "June 1st", "the 1st of June", with or without a year. */
function dayOfMonth(words: readonly Word[], at: number): Found | null {
  const found = dayAndMonth(words, at);
  const dayNumber = found === null ? undefined : /^(\d{1,2})(st|nd|rd|th)?$/.exec(found.day.lower)?.[1];
  if (found === null || dayNumber === undefined || Number(dayNumber) > 31) return null;
  const [third, fourth] = words.slice(found.end, found.end + 2);
  const yearWord = third?.lower === ',' ? fourth : third;
  const year = yearWord !== undefined && isYear(yearWord.lower) ? yearWord.lower : null;
  const end = found.end + (year === null ? 0 : third?.lower === ',' ? 2 : 1);
  const monthDay = `${pad(found.month)}-${pad(Number(dayNumber))}`;
  const canonical = year === null ? `--${monthDay}` : `${year}-${monthDay}`;
  const valueClass = year === null ? 'day' : 'date';
  return one(joined(words.slice(at, end), { valueClass, canonical, lemma: canonical, kind: 'number' }), end);
}

/** The two in either order, and the index after them. */
function dayAndMonth(words: readonly Word[], at: number): { day: Word; month: number; end: number } | null {
  const first = words[at];
  const end = isWord(words[at + 1], 'of') ? at + 3 : at + 2;
  const second = words[end - 1];
  if (first === undefined || second === undefined) return null;
  const month = monthNumber(first);
  if (month > 0) return end === at + 2 ? { day: second, month, end } : null;
  const after = monthNumber(second);
  return after > 0 ? { day: first, month: after, end } : null;
}

/** "October 2023" */
function monthOfYear(words: readonly Word[], at: number): Found | null {
  const month = words[at];
  const year = words[at + 1];
  if (month === undefined || year === undefined || monthNumber(month) === 0 || !isYear(year.lower)) return null;
  const canonical = `${year.lower}-${pad(monthNumber(month))}`;
  return one(joined(words.slice(at, at + 2), { ...valued('date', canonical), kind: 'number' }), at + 2);
}

/** "Q2 2027", "Q2 of 2027" in the form of "2027-q2". */
function quarterOfYear(words: readonly Word[], at: number): Found | null {
  const [, quarter] = /^q([1-4])$/.exec(words[at]?.lower ?? '') ?? [];
  const end = isWord(words[at + 1], 'of') ? at + 3 : at + 2;
  const year = words[end - 1];
  if (quarter === undefined || year === undefined || !isYear(year.lower)) return null;
  const canonical = `${year.lower}-q${quarter}`;
  return one(joined(words.slice(at, end), { ...valued('date', canonical), kind: 'number' }), end);
}

/** Months that are verbs too, and what stands before them where they are none. */
const VERBAL_MONTHS = ['march', 'may'];
/** "in May", "until next March" */
function bareMonth(words: readonly Word[], at: number, lexicon: Lexicon): Found | null {
  const month = words[at];
  if (month === undefined || !month.capital || !isWord(month, ...VERBAL_MONTHS)) return null;
  if (!isAmong(words[at - 1], lexicon.grammar.before_months)) return null;
  const named = { ...valued('month', month.lower), lower: `${month.lower} (month)`, use: 'content' as const };
  return one(changed(month, named), at + 1);
}

const HALVES = new Map([
  ['afternoon', 'pm'],
  ['evening', 'pm'],
  ['morning', 'am'],
]);
const NOONS = new Map([
  ['midday', '12:00'],
  ['midnight', '00:00'],
  ['noon', '12:00'],
]);

/** "nine in the morning", "at noon" in the form of "14:00". */
function dayTime(words: readonly Word[], at: number): Found | null {
  const first = words[at];
  const noon = isWord(words[at - 1], 'at', 'by', 'until') ? NOONS.get(first?.lower ?? '') : undefined;
  if (noon !== undefined)
    return one(joined(words.slice(at, at + 1), { ...valued('time', noon), kind: 'number' }), at + 1);
  const half =
    isWord(words[at + 1], 'in') && isWord(words[at + 2], 'the') ? HALVES.get(words[at + 3]?.lower ?? '') : undefined;
  const hour = half === undefined || first === undefined ? Number.NaN : plainNumber(first.lower);
  if (!(hour >= 1 && hour <= 12)) return null;
  const canonical = `${pad((hour % 12) + (half === 'pm' ? 12 : 0))}:00`;
  return one(joined(words.slice(at, at + 4), { ...valued('time', canonical), kind: 'number' }), at + 4);
}

/** "2 pm", "9am", "9:30 am" in the form of "14:00". */
function clockTime(words: readonly Word[], at: number): Found | null {
  const first = words[at];
  const second = words[at + 1];
  if (first?.kind !== 'number') return null;
  const isJoined = /[ap]m$/.test(first.lower);
  if (!isJoined && !isWord(second, 'am', 'pm', 'a.m', 'p.m')) return null;
  const [, hour = '', minute = '00', half = second?.lower.replace('.', '')] =
    /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(first.lower) ?? [];
  if (hour === '' || Number(hour) > 12) return null;
  const canonical = `${pad((Number(hour) % 12) + (half === 'pm' ? 12 : 0))}:${minute}`;
  const end = isJoined ? at + 1 : at + 2;
  return one(joined(words.slice(at, end), { ...valued('time', canonical), kind: 'number' }), end);
}

function monthNumber(word: Word): number {
  return word.capital ? (MONTH_NUMBERS.get(word.lower) ?? 0) : 0;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

export function isYear(text: string): boolean {
  return /^(1\d|20|21)\d{2}$/.test(text);
}

/** A word that is a value by its own form. */
function plain(words: readonly Word[], at: number, lexicon: Lexicon): Word {
  const word = words[at] as Word;
  const found = formClass(word, words[at - 1], words[at + 1]);
  const valueClass = found === 'year' && isAmount(words, at, lexicon) ? 'number' : found;
  if (valueClass === null) return word;
  if (valueClass === 'number') return numbered(word, counted(words, at, plainNumber(word.lower), lexicon));
  return changed(word, valued(valueClass, spelling(valueClass, word.lower)));
}

/** The one spelling of what is written in more than one way: "9:00", "/etc/app/". */
function spelling(valueClass: string, lower: string): string {
  if (valueClass === 'time') return lower.padStart(5, '0');
  const isPlace = valueClass === 'path' || valueClass === 'url';
  return isPlace && lower.endsWith('/') && !/^\W*\/$/.test(lower) ? lower.slice(0, -1) : lower;
}

/** What is no plain number after all ("0x10") stays as it is written. */
function numbered(word: Word, quantity: Quantity): Word {
  if (quantity.min === null || Number.isNaN(quantity.min)) return changed(word, valued('number', word.lower));
  return changed(word, { ...valued('number', spelled(quantity)), quantity });
}

function formClass(word: Word, before: Word | undefined, next: Word | undefined): string | null {
  if (word.kind === 'word') return isNumeral(word, before, next) ? 'number' : null;
  if (word.kind === 'name') return nameClass(word.lower);
  if (word.kind === 'number') return isNameWithDigits(word.lower) ? null : numberClass(word.lower);
  if (word.kind === 'code' && /^#[0-9a-f]{6}$/.test(word.lower)) return 'colour';
  return word.kind === 'code' && /^[-+]?\d[\d,_]*(\.\d+)?$/.test(word.lower) ? 'number' : null;
}

/** "2FA", "1GbE": letters after digits that are no unit, rank or multiplier. */
function isNameWithDigits(lower: string): boolean {
  return /^\d+[a-z]{2,}$/.test(lower) && !/^\d+(?:st|nd|rd|th|am|pm|s)$/.test(lower);
}

/** "one" counts only before what it counts: "one approval", not "one of" or "no one ever". */
function isNumeral(word: Word, before: Word | undefined, next: Word | undefined): boolean {
  const value = numeral(word.lower) ?? -1;
  return (
    value > 1 ||
    (value === 1 &&
      !isWord(before, 'no') &&
      next?.kind === 'word' &&
      next.lemma !== next.lower.slice(0, 2) &&
      !/^(of|may|must|can|should|is|has|or|and|by|to|in|on|at|that|who|which|shall)$/.test(next.lower))
  );
}

function numberClass(lower: string): string {
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(lower)) return 'date';
  if (lower.includes(':')) return 'time';
  if (isYear(lower)) return 'year';
  if (/^v\d|^\d+(\.\d+){2,}|\.[x*]$/.test(lower)) return 'version';
  return 'number';
}

function nameClass(lower: string): string {
  if (lower.includes('://')) return 'url';
  if (lower.includes('@')) return 'email';
  return lower.startsWith('/') || lower.startsWith('.') || lower.startsWith('~') ? 'path' : 'version';
}

function plainNumber(lower: string): number {
  return numeral(lower) ?? Number(lower.replace(/[,_]/g, ''));
}
