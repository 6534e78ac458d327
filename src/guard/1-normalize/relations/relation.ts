import { type Period, period, type Unit, unsure } from '../../../core/period.js';
import type { Relation } from '../../../core/relation.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { type Found, Sentence } from './relation-sentence.js';
import {
  type Bound,
  type DateContext,
  type DatePhrase,
  datesAt,
  periodOfWindow,
  type Window,
  windowOf,
} from './relation-time.js';

/** Sentences that tell of more than a relation are longer. */
const WORDS_MAX = 30;

/** A relation as its sentence tells it. */
export interface RelationReading {
  relation: Relation;
  /** When a relation that lasts held, if its text says so. */
  period: Period | null;
  /** Words that say nothing but that. */
  dateWords: readonly Word[];
  /** Its bounds as the text writes them, both the same for what takes place at one date. */
  dates: { from: string | null; until: string | null };
  /** The date phrases that these come from. */
  phrases: readonly Pick<DatePhrase, 'bound' | 'unit'>[];
  /** The other end is a date rather than a name. */
  isDated: boolean;
  from: Place;
  to: Place;
}

/** An end of a relation, where it stands in the text. */
interface Place {
  key: string;
  short?: string;
  start: number;
  end: number;
}

/** The bounds that a request gives; they win over those of the text. */
export interface ExplicitBounds {
  from: Unit | null;
  until: Unit | null;
}

/**
 * Reads a clause that says that one named thing stands in a known relation to another, and nothing else: "Aldric ruled
 * Valdorn from 320 to 360", "Valdorn was ruled by Aldric", "Mira is the daughter of Oswin". Null for every other clause.
 */
export function readRelation(
  words: readonly Word[],
  bounds: ExplicitBounds,
  context: DateContext,
): RelationReading | null {
  const { triggers } = context.lexicon.relations;
  if (words.length > WORDS_MAX || !words.some(({ lower }) => triggers.has(lower))) return null;
  const last = words.at(-1);
  const clause = last?.kind === 'mark' && /^[.!;]$/.test(last.lower) ? words.slice(0, -1) : words;
  const told = prophecyEnd(clause, context);
  const leading = datesAt(clause, told, context);
  const start = leading.end > told && isWord(clause[leading.end], ',') ? leading.end + 1 : leading.end;
  const found = new Sentence(clause, context, told > 0).read(start);
  if (found === null) return null;
  const dates = [...leading.dates, ...found.dates];
  return completed({ ...found, dates }, bounds);
}

/** Index after "it is foretold that" and the like, or 0. */
function prophecyEnd(words: readonly Word[], { lexicon }: DateContext): number {
  const phrase = lexicon.relations.prophecies.find((forms) => forms.every((form, at) => words[at]?.lower === form));
  if (phrase === undefined) return 0;
  return isWord(words[phrase.length], ',') ? phrase.length + 1 : phrase.length;
}

function completed(found: Found, bounds: ExplicitBounds): RelationReading | null {
  const { phrase, dates, tense, isProphecy } = found;
  if (!hasItsDate(found, bounds)) return null;
  const [from, to] = endsOf(found);
  if (from.key === to.key) return null;
  const window = openedAt(windowOf(dates), found.begins);
  const isDated = dates.length > 0;
  const isEvent = phrase.isEvent || found.begins;
  const isTold = !isBounded(bounds) || (isEvent && isDated);
  const when = isTold ? periodOfWindow(window, tense) : explicitPeriod(bounds, window, tense);
  const relation: Relation = {
    type: phrase.type,
    from: from.key,
    to: to.key,
    ...shortNames(from, to),
    tense,
    ...(isEvent && isDated ? { at: when } : {}),
    ...namedDates(isTold ? NO_BOUNDS : bounds, window, isEvent),
    ...(isProphecy ? { isProphecy } : {}),
    ...(phrase.isLoose ? { isLoose: true } : {}),
    traits: phrase.traits,
  };
  const phrases = dates.map(({ bound, unit }) => ({ bound, unit }));
  const read = { relation, dates: writtenBounds(found), phrases, isDated: found.object === null, from, to };
  if (isEvent || !isDated) return { ...read, period: null, dateWords: [] };
  return { ...read, period: when, dateWords: dates.flatMap(({ words }) => words) };
}

function writtenBounds({ dates, begins }: Found): RelationReading['dates'] {
  const written = (...bounds: Bound[]) => {
    const date = dates.findLast(({ bound }) => bounds.includes(bound));
    return date === undefined ? null : writtenDate(date);
  };
  return { from: written('from', 'after', 'at'), until: begins ? null : written('until', 'before', 'at') };
}

/** The date without the word before it. */
function writtenDate({ words }: DatePhrase): string {
  return words
    .slice(1)
    .filter((word) => !isWord(word, 'on', 'onward', 'onwards'))
    .map(({ text }) => text)
    .join(' ');
}

/** Some phrases tell of a relation only beside a date, of the text or of the request; some have it as their end. */
function hasItsDate({ phrase, object, dates }: Found, bounds: ExplicitBounds): boolean {
  if (dates.length > 0) return true;
  return object !== null && (!phrase.needsDate || isBounded(bounds));
}

function isBounded({ from, until }: ExplicitBounds): boolean {
  return from !== null || until !== null;
}

/**
 * A date of the text that the calendar can't read leaves unsure what the request does not say, and so does what was so: it
 * has ended somewhere, whoever tells when it began.
 */
function explicitPeriod(bounds: ExplicitBounds, window: Window | null, tense: Relation['tense']): Period {
  const from = bounds.from ?? window?.from ?? null;
  const until = bounds.until ?? window?.until ?? null;
  const isReversed = from !== null && until !== null && from.start > until.start;
  const made = isReversed ? period(bounds.from, bounds.until) : period(from, until);
  const isOpen = from === null || until === null;
  return isOpen && (window === null || tense === 'past') ? unsure(made) : made;
}

const NO_BOUNDS: ExplicitBounds = { from: null, until: null };

/** Where it begins and ends, as the request says, else the text. */
function namedDates(
  bounds: ExplicitBounds,
  window: Window | null,
  isEvent: boolean,
): Pick<Relation, 'begins' | 'ends'> {
  const begins = bounds.from ?? beginOf(window);
  const ends = isEvent ? null : (bounds.until ?? window?.ends ?? null);
  return { ...(begins === null ? {} : { begins }), ...(ends === null ? {} : { ends }) };
}

/** "Became king in 320": from then on. */
function openedAt(window: Window | null, begins: boolean): Window | null {
  return begins && window !== null ? { ...window, until: null, ends: null } : window;
}

/** The date that a window names as its beginning; "after 320" names none. */
function beginOf(window: Window | null): Unit | null {
  return window === null || window.isAfter ? null : window.from;
}

function endsOf({ subject, object, isInverse, phrase, dates }: Found): [Place, Place] {
  const first = placeOf(subject, subject.words);
  const second = object === null ? dateOf(dates) : placeOf(object, object.words);
  const isTurned = phrase.traits.symmetric === true ? second.key < first.key : isInverse;
  return isTurned ? [second, first] : [first, second];
}

function placeOf({ key, short }: Pick<Place, 'key' | 'short'>, words: readonly Word[]): Place {
  const place = { key, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
  return short === undefined ? place : { ...place, short };
}

function shortNames(from: Place, to: Place): Pick<Relation, 'short'> {
  if (from.short === undefined && to.short === undefined) return {};
  return {
    short: {
      ...(from.short === undefined ? {} : { from: from.short }),
      ...(to.short === undefined ? {} : { to: to.short }),
    },
  };
}

/** The date as it is written, without the word before it. */
function dateOf(dates: readonly DatePhrase[]): Place {
  const words = (dates[0]?.words ?? []).slice(1).filter((word) => !isWord(word, 'the', 'year'));
  return placeOf({ key: words.map(({ lower }) => lower).join(' ') }, words);
}
