import type { Lexicon } from '../../core/lexicon.js';
import { amountAt, numeral } from './numerals.js';
import { matchPhrase } from './phrases.js';
import { isWord, joined, type Word } from './word.js';

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

/** Joins words that are one value ("sql server", "30 seconds", "1 June") and gives each value its class. */
export function classifyValues(words: readonly Word[], lexicon: Lexicon): Word[] {
  const result: Word[] = [];
  let at = 0;
  while (at < words.length) {
    const { word, end } = valueAt(words, at, lexicon);
    if (word !== null) result.push(word);
    at = end;
  }
  return result;
}

function valueAt(words: readonly Word[], at: number, lexicon: Lexicon): { word: Word | null; end: number } {
  const word = words[at] ?? null;
  if (word === null) return { word, end: at + 1 };
  return (
    bounded(words, at, lexicon) ??
    namedValue(words, at, lexicon) ??
    dayOfMonth(words, at) ??
    monthOfYear(words, at) ??
    clockTime(words, at) ??
    range(words, at, lexicon) ??
    orMore(words, at, lexicon) ??
    quantity(words, at, lexicon) ?? { word: plain(word, words[at + 1]), end: at + 1 }
  );
}

/** "at least 8 days": a bound of a quantity is one value with it. */
function bounded(words: readonly Word[], at: number, lexicon: Lexicon): { word: Word; end: number } | null {
  const match = matchPhrase(words, at, lexicon.bounds);
  const number = match === null ? undefined : words[match.end];
  if (match === null || (number?.kind !== 'number' && number?.kind !== 'word')) return null;
  const { word, end } = quantity(words, match.end, lexicon) ?? {
    word: plain(number, words[match.end + 1]),
    end: match.end + 1,
  };
  if (word.valueClass === null || word.canonical === null || isDated(word.valueClass)) return null;
  const canonical = `${match.entry}${word.canonical}`;
  return { word: joined(words.slice(at, end), { ...valued(word.valueClass, canonical), kind: 'number' }), end };
}

function isDated(valueClass: string): boolean {
  return ['year', 'date', 'day', 'url', 'path', 'email'].includes(valueClass);
}

function valued(valueClass: string, canonical: string) {
  return { valueClass, canonical, lemma: canonical };
}

/** Colours, weekdays, products and the like, from the lexicon. A name that is a verb too counts as a name only in capitals: Go. */
function namedValue(words: readonly Word[], at: number, lexicon: Lexicon) {
  const match = matchPhrase(words, at, lexicon.values);
  const first = words[at];
  if (match === null || first === undefined || first.kind === 'name') return null;
  if (match.end === at + 1 && lexicon.verbs.has(first.lower) && !(first.capital && at > 0)) return null;
  const { class: valueClass, canonical } = match.entry;
  return { word: joined(words.slice(at, match.end), { valueClass, canonical, lemma: canonical }), end: match.end };
}

/** "1 June", "June 1st", with or without a year. */
function dayOfMonth(words: readonly Word[], at: number) {
  const [first, second, third, fourth] = words.slice(at, at + 4);
  if (first === undefined || second === undefined) return null;
  const monthFirst = monthNumber(first) > 0;
  const [month, day] = monthFirst ? [first, second] : [second, first];
  const dayNumber = /^(\d{1,2})(st|nd|rd|th)?$/.exec(day.lower)?.[1];
  if (monthNumber(month) === 0 || dayNumber === undefined || Number(dayNumber) > 31) return null;
  const yearWord = third?.lower === ',' ? fourth : third;
  const year = yearWord !== undefined && isYear(yearWord.lower) ? yearWord.lower : null;
  const end = at + 2 + (year === null ? 0 : third?.lower === ',' ? 2 : 1);
  const monthDay = `${pad(monthNumber(month))}-${pad(Number(dayNumber))}`;
  const canonical = year === null ? `--${monthDay}` : `${year}-${monthDay}`;
  const valueClass = year === null ? 'day' : 'date';
  return { word: joined(words.slice(at, end), { valueClass, canonical, lemma: canonical, kind: 'number' }), end };
}

/** "October 2023" */
function monthOfYear(words: readonly Word[], at: number) {
  const [month, year] = words.slice(at, at + 2);
  if (month === undefined || year === undefined || monthNumber(month) === 0 || !isYear(year.lower)) return null;
  const canonical = `${year.lower}-${pad(monthNumber(month))}`;
  const change = { ...valued('date', canonical), kind: 'number' as const };
  return { word: joined(words.slice(at, at + 2), change), end: at + 2 };
}

/** "2 pm", "9am", "9:30 am" in the form of "14:00". */
function clockTime(words: readonly Word[], at: number) {
  const [first, second] = words.slice(at, at + 2);
  if (first?.kind !== 'number') return null;
  const isJoined = /[ap]m$/.test(first.lower);
  if (!isJoined && !isWord(second, 'am', 'pm')) return null;
  const [, hour = '', minute = '00', half = second?.lower] = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(first.lower) ?? [];
  if (hour === '' || Number(hour) > 12) return null;
  const canonical = `${pad((Number(hour) % 12) + (half === 'pm' ? 12 : 0))}:${minute}`;
  const end = isJoined ? at + 1 : at + 2;
  return { word: joined(words.slice(at, end), { ...valued('time', canonical), kind: 'number' as const }), end };
}

function monthNumber(word: Word): number {
  if (!word.capital) return 0;
  const index = MONTHS.findIndex((month) => month === word.lower || month.slice(0, 3) === word.lower);
  return index + 1;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** A number with its unit, if it has one: in base units, so that "1 min" equals "60 s". */
function quantity(words: readonly Word[], at: number, lexicon: Lexicon) {
  const word = words[at];
  if (word === undefined || (word.kind !== 'number' && word.kind !== 'code' && word.kind !== 'word')) return null;
  if (isWord(word, 'half')) return halfOf(words, at, lexicon);
  const parts = /^([$€£]?)(\d[\d,_]*(?:\.\d+)?) ?(\p{L}+|%)?$/u.exec(word.lower);
  if (parts === null) return inWords(words, at, lexicon);
  const [, currency = '', digits = '', suffix] = parts;
  const amount = Number(digits.replace(/[,_]/g, ''));
  if (currency !== '') return single(word, at, 'money', `${currency}${amount}`);
  if (suffix !== undefined) return suffixed(word, at, amount, suffix, lexicon);
  return inWords(words, at, lexicon);
}

/** A plain number, in digits or words, and the unit after it: "30 s", "three weeks", "two hundred metres". */
function inWords(words: readonly Word[], at: number, lexicon: Lexicon) {
  const number = amountAt(words, at);
  return number === null ? null : measured(words, at, number.end, number.amount, lexicon);
}

/** "half a year", "half an hour" */
function halfOf(words: readonly Word[], at: number, lexicon: Lexicon) {
  return isWord(words[at + 1], 'a', 'an') ? measured(words, at, at + 2, 0.5, lexicon) : null;
}

/** The amount with the unit that begins at `unitAt`, which may be joined by a hyphen: "two-week". */
function measured(words: readonly Word[], at: number, unitAt: number, amount: number, lexicon: Lexicon) {
  const isHyphen = isWord(words[unitAt], '-') && words[unitAt]?.start === words[unitAt - 1]?.end;
  const unit = matchPhrase(words, isHyphen ? unitAt + 1 : unitAt, lexicon.units);
  if (unit === null) return null;
  const { dimension, factor } = unit.entry;
  const canonical = `${trimmed(amount * factor)} ${dimension}`;
  const part = words.slice(at, unit.end);
  return { word: joined(part, { ...valued(dimension, canonical), kind: 'number' }), end: unit.end };
}

/** "between 8 and 12", "from 5 to 10 s", "3 to 5 days", "10–20": an interval is one value. */
function range(words: readonly Word[], at: number, lexicon: Lexicon) {
  const opener = words[at];
  const low = opener?.kind === 'code' ? null : sized(words, isWord(opener, 'between', 'from') ? at + 1 : at, lexicon);
  if (low === null) return null;
  const isLinked = isWord(words[low.end], ...(isWord(opener, 'between') ? ['and'] : ['to', '–', '—']));
  const high = isLinked ? sized(words, low.end + 1, lexicon) : null;
  if (high === null) return null;
  const dimension = high.dimension ?? low.dimension;
  const least = low.amount * (low.dimension === null ? high.factor : low.factor);
  const most = high.amount * (high.dimension === null ? low.factor : high.factor);
  if (!(least < most) || (dimension === null && most >= YEARS)) return null;
  const canonical = `${trimmed(least)}..${trimmed(most)}${dimension === null ? '' : ` ${dimension}`}`;
  const change = { ...valued(dimension ?? 'number', canonical), kind: 'number' as const };
  return { word: joined(words.slice(at, high.end), change), end: high.end };
}

/** A number at a word, with its unit where one follows. */
function sized(words: readonly Word[], at: number, lexicon: Lexicon) {
  const number = amountAt(words, at);
  if (number === null) return null;
  const unit = matchPhrase(words, number.end, lexicon.units);
  if (unit === null) return { ...number, dimension: null, factor: 1 };
  return { amount: number.amount, end: unit.end, ...unit.entry };
}

/** Numbers from here on may be years. */
const YEARS = 1000;

const MORE = ['above', 'greater', 'higher', 'larger', 'longer', 'more', 'older', 'up'];
const LESS = ['below', 'earlier', 'fewer', 'less', 'lower', 'shorter', 'smaller', 'younger'];

/** "16 years or older", "50 or more": a bound that follows its number. */
function orMore(words: readonly Word[], at: number, lexicon: Lexicon) {
  const amount = amountAt(words, at);
  if (amount === null) return null;
  const value = inWords(words, at, lexicon);
  const plainEnd = value?.end ?? amount.end;
  const next = words[plainEnd + 1];
  if (!isWord(words[plainEnd], 'or', 'and') || !isWord(next, ...MORE, ...LESS)) return null;
  const sign = isWord(next, ...MORE) ? '>=' : '<=';
  const canonical = `${sign}${value?.word.canonical ?? trimmed(amount.amount)}`;
  const end = plainEnd + 2;
  const change = { ...valued(value?.word.valueClass ?? 'number', canonical), kind: 'number' as const };
  return { word: joined(words.slice(at, end), change), end };
}

function suffixed(word: Word, at: number, amount: number, suffix: string, lexicon: Lexicon) {
  const unit = lexicon.units.get(suffix)?.find((entry) => entry.words.length === 1)?.entry;
  if (unit === undefined) return null;
  return single(word, at, unit.dimension, `${trimmed(amount * unit.factor)} ${unit.dimension}`);
}

function single(word: Word, at: number, valueClass: string, canonical: string) {
  return { word: { ...word, valueClass, canonical, lemma: canonical }, end: at + 1 };
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(12)));
}

export function isYear(text: string): boolean {
  return /^(1\d|20|21)\d{2}$/.test(text);
}

/** A word that is a value by its own form. */
function plain(word: Word, next: Word | undefined): Word {
  const valueClass = formClass(word, next);
  if (valueClass === null) return word;
  const canonical =
    valueClass === 'number'
      ? plainNumber(word.lower)
      : valueClass === 'time'
        ? word.lower.padStart(5, '0')
        : word.lower;
  return { ...word, valueClass, canonical, lemma: canonical };
}

function formClass(word: Word, next: Word | undefined): string | null {
  if (word.kind === 'word') return isNumeral(word, next) ? 'number' : null;
  if (word.kind === 'name') return nameClass(word.lower);
  if (word.kind === 'number') return numberClass(word.lower);
  if (word.kind === 'code' && /^#[0-9a-f]{6}$/.test(word.lower)) return 'colour';
  return word.kind === 'code' && /^[-+]?\d[\d,_]*(\.\d+)?$/.test(word.lower) ? 'number' : null;
}

/** "one" counts only before what it counts: "one approval", not "one of" or "no one may". */
function isNumeral(word: Word, next: Word | undefined): boolean {
  const value = numeral(word.lower) ?? -1;
  return (
    value > 1 ||
    (value === 1 &&
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

function plainNumber(lower: string): string {
  const small = numeral(lower);
  if (small !== null) return String(small);
  const amount = Number(lower.replace(/[,_]/g, ''));
  return Number.isNaN(amount) ? lower : String(amount);
}
