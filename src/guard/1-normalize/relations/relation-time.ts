import type { Calendar } from '../../../core/calendar.js';
import type { Lexicon } from '../../../core/lexicon.js';
import { type Period, period, UNKNOWN, type Unit, unsure } from '../../../core/period.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { classifyValues } from '../3-constructions/values.js';

/** What a date phrase says of a time: its bounds, or the moment at which something happens. */
export type Bound = 'from' | 'until' | 'at' | 'before' | 'after';

/** A date as it stands in the text; `unit` is null where the calendar can't read it. */
export interface DatePhrase {
  bound: Bound;
  unit: Unit | null;
  words: readonly Word[];
}

const BOUNDS: Readonly<Record<string, Bound>> = {
  after: 'after',
  around: 'at',
  before: 'before',
  by: 'before',
  circa: 'at',
  during: 'at',
  from: 'from',
  in: 'at',
  on: 'at',
  since: 'from',
  till: 'until',
  through: 'until',
  to: 'until',
  until: 'until',
};

const ROUGHLY = ['about', 'around', 'circa'];

/** "The 12th day of the 3rd month of the year 340 of the Third Age" */
const DATE_WORDS_MAX = 16;

export interface DateContext {
  calendar: Calendar;
  now: number;
  lexicon: Lexicon;
}

/** The date phrases that follow one another from a word on, and the index after them. */
export function datesAt(
  words: readonly Word[],
  at: number,
  context: DateContext,
): { dates: DatePhrase[]; end: number } {
  const dates: DatePhrase[] = [];
  let end = at;
  for (let found = dateAt(words, end, dates, context); found !== null; found = dateAt(words, end, dates, context)) {
    dates.push(...found.dates);
    end = found.end;
  }
  return { dates: dates.map((date, index) => withEraOf(date, dates[index + 1], context)), end };
}

/** "From 320 to 340 TA": a year alone is one of the era of the date that follows. */
function withEraOf(date: DatePhrase, next: DatePhrase | undefined, { calendar, now }: DateContext): DatePhrase {
  const [, year, ...others] = date.words;
  if (date.unit !== null || next?.unit == null || year?.kind !== 'number' || others.length > 0) return date;
  const number = next.words.findLast(({ kind }) => kind === 'number');
  const text = next.words.slice(1).map((word) => (word === number ? year.text : word.text));
  return { ...date, unit: number === undefined ? null : calendar.parse(text.join(' '), now) };
}

/** "from 320", "to 360", "between 361 and 380", "in the year 355". "To" only after where it begins. */
function dateAt(words: readonly Word[], at: number, before: readonly DatePhrase[], context: DateContext) {
  const marker = words[at];
  if (isWord(marker, 'between')) return rangeAt(words, at, ['and'], context);
  if (isWord(marker, '(')) return inBrackets(words, at, context);
  const bound = BOUNDS[marker?.lower ?? ''];
  if (bound === undefined || (isWord(marker, 'to') && before.at(-1)?.bound !== 'from')) return null;
  const end = dateEnd(words, at + 1, context);
  if (end === at + 1) return null;
  const isRough = isWord(marker, 'around', 'circa') || isWord(words[at + 1], ...ROUGHLY);
  const unit = isRough ? roughUnitOf(words.slice(at + 1, end), context) : unitOf(words.slice(at + 1, end), context);
  const after = isWord(words[end], 'on', 'onward', 'onwards') ? end + 1 : end;
  return { dates: [{ bound, unit, words: words.slice(at, after) }], end: after };
}

/** "(320–360)" */
function inBrackets(words: readonly Word[], at: number, context: DateContext) {
  const range = rangeAt(words, at, ['-', '–', '—', 'to'], context);
  return range !== null && isWord(words[range.end], ')') ? { ...range, end: range.end + 1 } : null;
}

/** Two dates after a word, with one of the links between them. */
function rangeAt(words: readonly Word[], at: number, links: readonly string[], context: DateContext) {
  const middle = dateEnd(words, at + 1, context);
  const end = isWord(words[middle], ...links) ? dateEnd(words, middle + 1, context) : middle;
  if (middle === at + 1 || end <= middle + 1) return null;
  const from: DatePhrase = {
    bound: 'from',
    unit: unitOf(words.slice(at + 1, middle), context),
    words: words.slice(at, middle),
  };
  const until: DatePhrase = {
    bound: 'until',
    unit: unitOf(words.slice(middle + 1, end), context),
    words: words.slice(middle, end),
  };
  return { dates: [from, until], end };
}

/**
 * Index after the date that begins at a word, or that index itself: a number with what belongs to it ("the year 320
 * TA", "1 June 1320", "320 of the Third Age"), an era by its name, or what the calendar has names of its own for.
 */
function dateEnd(words: readonly Word[], at: number, context: DateContext): number {
  return Math.max(wordedEnd(words, at, context.lexicon), namedEnd(words, at, context));
}

/** Index after the most words that the calendar reads as one date, or where they would begin. */
function namedEnd(words: readonly Word[], at: number, { calendar, now }: DateContext): number {
  const last = Math.min(words.length, at + DATE_WORDS_MAX);
  for (let end = last; end > at; end -= 1) {
    const text = words.slice(at, end).map((word) => word.text);
    if (calendar.parse(text.join(' '), now) !== null) return end;
  }
  return at;
}

function wordedEnd(words: readonly Word[], at: number, lexicon: Lexicon): number {
  let end = at;
  let hasNumber = false;
  for (let word = words[end]; word !== undefined; word = words[end]) {
    if (word.kind === 'number') hasNumber = true;
    else if (!isDateWord(word, words[end + 1], lexicon)) break;
    end += 1;
  }
  const isDated = hasNumber || lexicon.relations.eras.has(words[end - 1]?.lower ?? '');
  return isDated ? end : at;
}

function isDateWord(word: Word, next: Word | undefined, lexicon: Lexicon): boolean {
  if (isWord(word, 'the', 'year', 'about', 'around', 'circa') || lexicon.relations.eras.has(word.lower)) return true;
  if (isWord(word, 'of')) return isWord(next, 'the') || next?.kind === 'number';
  if (!word.capital) return false;
  return isEraMark(word) || isMonth(word, lexicon) || lexicon.relations.eras.has(next?.lower ?? '');
}

/** "TA", "AD", "BCE" */
function isEraMark({ text }: Word): boolean {
  return /^\p{Lu}{1,3}$/u.test(text);
}

function isMonth({ lower }: Word, lexicon: Lexicon): boolean {
  return lexicon.values.get(lower)?.alone?.class === 'month';
}

/** The calendar reads the words as they are, a bare year with its leading zeros, or the date that they make. */
function unitOf(words: readonly Word[], { calendar, now, lexicon }: DateContext): Unit | null {
  const bare = words.filter((word) => !isWord(word, 'the', 'year'));
  const text = bare.map((word) => word.text).join(' ');
  const plain = calendar.parse(text, now) ?? calendar.parse(text.padStart(4, '0'), now);
  if (plain !== null) return plain;
  const [value, ...others] = classifyValues(bare, lexicon);
  const isDate = others.length === 0 && value?.valueClass === 'date';
  return isDate ? calendar.parse(value.canonical ?? '', now) : null;
}

/** "About 340": how far off that may be is for the calendar to say. */
function roughUnitOf(words: readonly Word[], { calendar, now }: DateContext): Unit | null {
  const year = words.filter((word) => !isWord(word, 'the', 'year', ...ROUGHLY)).map((word) => word.text);
  const text = year.join(' ');
  return calendar.parse(`circa ${text}`, now) ?? calendar.parse(`circa ${text.padStart(4, '0')}`, now);
}

/** The bounds that date phrases give a relation. */
export interface Window {
  from: Unit | null;
  until: Unit | null;
  /** The date that it is said to go on to; "in 340" and "before 340" name none. */
  ends: Unit | null;
  /** Only a moment within it, or one bound, is known. */
  isVague: boolean;
  /** It begins at some time after `from`. */
  isAfter: boolean;
}

/** Null where a date can't be read, or the bounds make no window. */
export function windowOf(dates: readonly DatePhrase[]): Window | null {
  if (dates.some(({ unit }) => unit === null)) return null;
  const named = (...bounds: Bound[]) => dates.findLast(({ bound }) => bounds.includes(bound))?.unit ?? null;
  const has = (...bounds: Bound[]) => dates.some(({ bound }) => bounds.includes(bound));
  const [from, until] = [named('from', 'after', 'at'), named('until', 'before', 'at')];
  if (from !== null && until !== null && from.start > until.start) return null;
  return { from, until, ends: named('until'), isVague: has('at', 'before', 'after'), isAfter: has('after') };
}

/** The period that a window makes. What was from some year on has ended somewhere: only what is so still goes on. */
export function periodOfWindow(window: Window | null, tense: 'past' | 'present'): Period {
  if (window === null) return UNKNOWN;
  const made = period(window.from, window.until);
  const isOpen = window.from === null || (window.until === null && tense === 'past');
  if (window.isVague && isOpen) return { ...unsure(made), tail: 0 };
  return window.isVague || isOpen ? unsure(made) : made;
}
