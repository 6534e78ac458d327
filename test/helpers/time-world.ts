import fc from 'fast-check';
import { type Period, period, type Truth, UNKNOWN_DATE, type Unit } from '../../src/core/period.js';

/**
 * A small world in which everything can be tried: five years of three ticks. A bound that is unsure stands for all the
 * units that it may mean; the oracles below go through every one of them.
 */

const YEARS = 5;
const TICKS = 3;
const AXIS_END = YEARS * TICKS;
/** What nobody knows may lie before and after all the rest. */
const OUTSIDE = 4;

export interface Bound {
  /** As the code under test gets it; null is open. */
  given: Unit | null;
  /** The units that it may mean. */
  meant: readonly Unit[];
}

export interface WorldWindow {
  from: Bound;
  until: Bound;
  period: Period;
}

/** A year of the small world, from 0. */
export const year = (n: number): Unit => ({ start: n * TICKS, end: (n + 1) * TICKS });
export const years = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => year(first + n));
const ticks = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, n) => ({ start: start + n, end: start + n + 1 }));

export const OPEN_FROM: Bound = {
  given: null,
  meant: [{ start: Number.NEGATIVE_INFINITY, end: Number.NEGATIVE_INFINITY }],
};
export const OPEN_UNTIL: Bound = {
  given: null,
  meant: [{ start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }],
};
export const UNKNOWN_BOUND: Bound = { given: UNKNOWN_DATE, meant: years(-OUTSIDE, YEARS + OUTSIDE) };

const span = fc.tuple(fc.nat(YEARS - 1), fc.nat(YEARS - 1)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const exact = fc.nat(YEARS - 1).map((n): Bound => ({ given: year(n), meant: [year(n)] }));
const circa = span.map(([first, last]): Bound => {
  const given = { start: first * TICKS, end: (last + 1) * TICKS, latest: last * TICKS, isPoint: true as const };
  return { given, meant: years(first, last) };
});
const era = span.map(([first, last]): Bound => {
  const [start, end] = [first * TICKS, (last + 1) * TICKS];
  return { given: { start, end, latest: end - 1 }, meant: ticks(start, end) };
});

/** Windows of every sort. */
export const anyWindow: fc.Arbitrary<WorldWindow> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: exact }, circa, era, fc.constant(OPEN_FROM), fc.constant(UNKNOWN_BOUND)),
    fc.oneof({ weight: 4, arbitrary: exact }, circa, era, fc.constant(OPEN_UNTIL), fc.constant(UNKNOWN_BOUND)),
  )
  .map(([from, until]) => ({ from, until, period: period(from.given, until.given) }))
  .filter((window) => readings(window).length > 0);

/** Times to ask about: years, days, eras, and moments that may lie anywhere in a year or more. */
export const anyTime: fc.Arbitrary<Unit> = fc
  .tuple(fc.integer({ min: -3, max: AXIS_END + 3 }), fc.integer({ min: 1, max: 7 }), fc.boolean())
  .map(([start, length, isPoint]) => ({ start, end: start + length, ...(isPoint ? { isPoint: true as const } : {}) }));

/** One way to take a window: from the one unit until the other, or somewhere inside one. */
type Reading = { from: Unit; until: Unit } | { inside: Unit };

function readings({ from, until }: WorldWindow): Reading[] {
  return from.meant.flatMap((first) =>
    until.meant.flatMap((last): Reading[] => {
      if (first.start < last.start) return [{ from: first, until: last }];
      return last.end > first.start ? [{ inside: { start: first.start, end: last.end } }] : [];
    }),
  );
}

/** A window of which no more than its hull can be kept: it may take up one unit or several, or an end is not known. */
export function isRough(window: WorldWindow): boolean {
  const all = readings(window);
  if (window.from === UNKNOWN_BOUND || window.until === UNKNOWN_BOUND) return true;
  return all.some((reading) => 'inside' in reading) && all.some((reading) => 'from' in reading);
}

/** What the readings of a window allow, those left out in which it begins and ends in one unit but need not. */
function plainReadings(window: WorldWindow): Reading[] {
  const all = readings(window);
  return isRough(window) ? all.filter((reading) => 'from' in reading) : all;
}

/** Windows that share the unit of a handover meet; two that share more overlap; inside one unit nobody knows. */
function pairTruth(a: Reading, b: Reading): Truth {
  if ('from' in a && 'from' in b) return said(a.from.start < b.until.start && b.from.start < a.until.start);
  if ('inside' in a && 'inside' in b) return insideBoth(a.inside, b.inside);
  const [within, around] =
    'inside' in a
      ? [a.inside, b as { from: Unit; until: Unit }]
      : [(b as { inside: Unit }).inside, a as { from: Unit; until: Unit }];
  if (within.start >= around.until.start || within.end <= around.from.start) return 'false';
  return within.start > around.from.start && within.end <= around.until.start ? 'true' : 'unknown';
}

function insideBoth(a: Unit, b: Unit): Truth {
  if (a.start >= b.end || b.start >= a.end) return 'false';
  const isTick = (unit: Unit) => unit.end - unit.start === 1;
  return isTick(a) && isTick(b) ? 'true' : 'unknown';
}

function said(is: boolean): Truth {
  return is ? 'true' : 'false';
}

/** Whether two windows overlap: in every reading, in none, or in some. */
export function overlapByReadings(a: WorldWindow, b: WorldWindow): Truth {
  const every = readings(a).flatMap((one) => readings(b).map((other) => pairTruth(one, other)));
  if (every.every((truth) => truth === 'true')) return 'true';
  const plain = plainReadings(a).flatMap((one) => plainReadings(b).map((other) => pairTruth(one, other)));
  return plain.every((truth) => truth === 'false') ? 'false' : 'unknown';
}

/** Whether a reading holds at some point of a time. Both the unit in which it begins and the one in which it ends count. */
function readingAt(reading: Reading, { start, end }: Unit): Truth {
  if ('from' in reading) return said(reading.from.start < end && start < reading.until.end);
  const { inside } = reading;
  if (inside.start >= end || start >= inside.end) return 'false';
  return start <= inside.start && inside.end <= end ? 'true' : 'unknown';
}

/** Whether a window holds at a time, by every reading and, of a moment, wherever it lies. */
export function heldByReadings(window: WorldWindow, asked: Unit): Truth {
  const moments = asked.isPoint === true ? ticks(asked.start, asked.end) : [asked];
  const every = readings(window).flatMap((reading) => moments.map((moment) => readingAt(reading, moment)));
  if (every.every((truth) => truth === 'true')) return 'true';
  const plain = plainReadings(window).flatMap((reading) => moments.map((moment) => readingAt(reading, moment)));
  return plain.every((truth) => truth === 'false') ? 'false' : 'unknown';
}

/** Whether at every tick of a time one of these windows surely holds. */
export function allTicksHeld(windows: readonly WorldWindow[], { start, end }: Unit): boolean {
  return ticks(start, end).every((tick) => windows.some((window) => heldByReadings(window, tick) === 'true'));
}
