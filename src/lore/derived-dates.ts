import { type Period, period, samePeriod, type Unit } from '../core/period.js';

/** A date that some source gives for a birth, a death or an event. */
export interface StatedDate {
  /** What the date is of. */
  of: 'birth' | 'death' | 'event';
  /** When it was: of a date with a known unit, that unit; open where it can't be said. */
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
export function lifespan(dates: readonly StatedDate[]): Period | null {
  const births = unitsOf(dates, 'birth');
  const deaths = unitsOf(dates, 'death');
  if (births.length === 0 && deaths.length === 0) return null;
  const sure = period(latest(births), earliest(deaths));
  const widest = period(earliest(births), latest(deaths));
  const isOne = births.length < 2 && deaths.length < 2;
  return isOne ? sure : { certain: within(sure, widest), possible: widest.possible, tail: widest.tail };
}

/** When an event took place, from what is stated of it; null when nothing is. */
export function eventDate(dates: readonly StatedDate[]): Period | null {
  const units = unitsOf(dates, 'event');
  const [first] = units;
  if (first === undefined) return null;
  return period(earliest(units), latest(units));
}

/** The same with how long it lasted, where the dates that count agree on it. */
export function eventSpan(dates: readonly StatedDate[]): Period | null {
  const [first, ...others] = counting(dates, 'event').map(({ when }) => when);
  if (first === undefined) return null;
  return others.every((other) => samePeriod(first, other)) ? first : eventDate(dates);
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

function unit({ possible, tail }: Period): Unit | null {
  const { from, until } = possible;
  return from === null || until === null ? null : { start: from, end: until + tail };
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
