import { isEmpty, type Period, period, samePeriod, UNKNOWN_DATE, type Unit, unsure } from '../core/period.js';
import type { Life } from './existence.js';

/** A date that some source gives for a birth, a death or an event. */
export interface StatedDate {
  /** What the date is of. */
  of: 'birth' | 'death' | 'event';
  /** When it was: of a date with a known unit, that unit; of an uncertain one all that it may be; open where it can't be said. */
  when: Period;
  /** Null for a prophecy, which dates nothing. */
  confidence: number | null;
  isDisputed: boolean;
}

/**
 * When somebody lived, from what is stated of birth and death; null when neither is. An end of which nothing is stated
 * is open. Where the dates that count differ, the lifespan is certain only of what lies between the latest birth and the
 * earliest death.
 */
export function lifespan(dates: readonly StatedDate[]): Life | null {
  const births = unitsOf(dates, 'birth');
  const deaths = unitsOf(dates, 'death');
  if (births.length === 0 && deaths.length === 0) return null;
  return { when: between(births, deaths), begins: between(births, []), ends: between([], deaths) };
}

function between(births: readonly Unit[], deaths: readonly Unit[]): Period {
  const sure = period(latest(births), earliest(deaths));
  const widest = period(earliest(births), latest(deaths));
  const isOne = births.length < 2 && deaths.length < 2;
  return isOne ? sure : { certain: within(sure, widest), possible: widest.possible, tail: widest.tail };
}

/**
 * When an event took place, from what is stated of it; null when nothing is. Where the dates that count differ it was at
 * some time from the first to the last of them.
 */
export function eventSpan(dates: readonly StatedDate[]): Period | null {
  const [first, ...others] = counting(dates, 'event').map(({ when }) => when);
  if (first === undefined || others.every((other) => samePeriod(first, other))) return first ?? null;
  const units = unitsOf(dates, 'event');
  return unsure(period(earliest(units), latest(units)));
}

/**
 * Whether nobody can say which part of its time an event takes: it is a moment somewhere in it, or lasts from or to an
 * uncertain date. An exact date is its time as a whole.
 */
export function isSomeMoment({ certain, possible, tail }: Period): boolean {
  if (isEmpty(certain)) return tail > 0 || possible.until === null;
  return certain.from !== possible.from || certain.until !== possible.until;
}

/**
 * The dates that count: those of the most reliable sources, and of them those that nobody disputes, if there are any.
 * Dates without a unit say nothing.
 */
function unitsOf(dates: readonly StatedDate[], of: StatedDate['of']): Unit[] {
  return counting(dates, of).flatMap(({ when }) => unit(when) ?? []);
}

function counting(dates: readonly StatedDate[], of: StatedDate['of']): StatedDate[] {
  const stated = dates.filter((date) => date.of === of && date.confidence !== null && unit(date.when) !== null);
  const settled = stated.filter(({ isDisputed }) => !isDisputed);
  const pool = settled.length > 0 ? settled : stated;
  const best = Math.max(...pool.map(({ confidence }) => confidence ?? 0));
  return pool.filter(({ confidence }) => confidence === best);
}

/**
 * The unit in which a birth, a death or an event lies. An exact date leaves no rest behind its period; of any other one
 * (circa, some time in an era, within a window) the last unit that it may be begins where the period ends.
 */
function unit({ certain, possible: { from, until }, tail }: Period): Unit | null {
  if (from === null) return null;
  if (until !== null) return { start: from, end: until + tail, ...(tail > 0 ? { latest: until } : {}) };
  // Some time in an era that goes on.
  return isEmpty(certain) ? { start: from, end: UNKNOWN_DATE.end, latest: UNKNOWN_DATE.end } : null;
}

function earliest(units: readonly Unit[]): Unit | null {
  return units.reduce<Unit | null>((best, one) => (best === null || one.start < best.start ? one : best), null);
}

function latest(units: readonly Unit[]): Unit | null {
  return units.reduce<Unit | null>((best, one) => (best === null || one.end > best.end ? one : best), null);
}

/** The certain part, or none of it where births and deaths overlap. */
function within({ certain }: Period, widest: Period): Period['certain'] {
  const at = widest.possible.from ?? widest.possible.until ?? 0;
  const isEmpty = certain.from !== null && certain.until !== null && certain.from >= certain.until;
  return isEmpty ? { from: at, until: at } : certain;
}
