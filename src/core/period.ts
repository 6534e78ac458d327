/** Half-open range of ticks `[from, until)`; null is an open end. A range whose ends meet is empty. */
export interface Range {
  from: number | null;
  until: number | null;
}

/**
 * When something holds on the axis of a calendar, with what is unsure about it: it certainly holds in `certain`,
 * possibly in all of `possible`, which contains `certain`. For exactly known bounds the two are equal.
 * `tail` is the rest, in ticks, of the unit in which it ends: there it still counts as true when asked, but it
 * overlaps nothing, so that a successor may begin in the very unit in which its predecessor ends.
 */
export interface Period {
  certain: Range;
  possible: Range;
  tail: number;
}

/** A bound at the precision in which it was written: the unit `[start, end)` of ticks that it names. */
export interface Unit {
  start: number;
  end: number;
  /** Present on an uncertain date: where the last unit begins that it may mean. */
  latest?: number;
}

/** Three-valued answer. */
export type Truth = 'true' | 'false' | 'unknown';

export const ALWAYS: Period = { certain: { from: null, until: null }, possible: { from: null, until: null }, tail: 0 };

/** Nothing is known of when. */
export const UNKNOWN: Period = unsure(ALWAYS);

/**
 * Builds a period from bounds of any precision. The handover rule lies in here: a range runs from the start of its
 * first unit to the start of its last one, so windows that share one unit meet and windows that share two overlap.
 * A window that lies wholly inside one unit keeps that unit as a possibility only.
 */
export function period(from: Unit | null, until: Unit | null): Period {
  if (from !== null && until !== null && from.start >= until.start) return insideOneUnit(from, until);
  const range = { from: from?.start ?? null, until: until?.start ?? null };
  return { certain: range, possible: { ...range }, tail: until === null ? 0 : until.end - until.start };
}

/** The same period, over at a bound; one that ends before that stays as it is. */
export function endAt(when: Period, until: Unit): Period {
  if (when.possible.until !== null && when.possible.until <= until.start) return when;
  const end = (range: Range): Range => {
    const last = earlier(range.until, until.start);
    return { from: range.from, until: range.from !== null && last !== null ? Math.max(range.from, last) : last };
  };
  return { certain: end(when.certain), possible: end(when.possible), tail: until.end - until.start };
}

/** The same period with nothing certain about it: at some time in it, or in some part. */
export function unsure({ possible, tail }: Period): Period {
  const at = possible.from ?? possible.until ?? 0;
  return { certain: { from: at, until: at }, possible, tail };
}

/** Whether two periods share at least one tick: certainly, certainly not, or only in some reading. */
export function overlap(a: Period, b: Period): Truth {
  if (rangesOverlap(a.certain, b.certain)) return 'true';
  return rangesOverlap(a.possible, b.possible) ? 'unknown' : 'false';
}

/** Whether what happens at some time within the one surely happens while the other holds. */
export function liesWithin(inner: Period, outer: Period): boolean {
  const { from, until } = inner.possible;
  if (from === null || until === null) return false;
  const { certain } = outer;
  return (certain.from === null || certain.from <= from) && (certain.until === null || until <= certain.until);
}

/** Whether a period holds at a tick, its last unit included. */
export function holdsAt(when: Period, tick: number): Truth {
  if (contains(when.certain, when.tail, tick)) return 'true';
  return contains(when.possible, when.tail, tick) ? 'unknown' : 'false';
}

/** The part that two periods have in common in some reading, or null when there is none. */
export function intersection(a: Period, b: Period): Range | null {
  if (!rangesOverlap(a.possible, b.possible)) return null;
  return { from: later(a.possible.from, b.possible.from), until: earlier(a.possible.until, b.possible.until) };
}

export function samePeriod(a: Period, b: Period): boolean {
  return sameRange(a.certain, b.certain) && sameRange(a.possible, b.possible) && a.tail === b.tail;
}

function insideOneUnit(from: Unit, until: Unit): Period {
  const possible = { from: from.start, until: until.end };
  const isInstant = from.end - from.start === 1 && until.end - until.start === 1;
  const certain = isInstant ? { ...possible } : { from: from.start, until: from.start };
  return { certain, possible, tail: 0 };
}

function rangesOverlap(a: Range, b: Range): boolean {
  const from = later(a.from, b.from);
  const until = earlier(a.until, b.until);
  return from === null || until === null || from < until;
}

function contains(range: Range, tail: number, tick: number): boolean {
  if (range.from !== null && range.from === range.until) return false;
  return (range.from === null || range.from <= tick) && (range.until === null || tick < range.until + tail);
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function sameRange(a: Range, b: Range): boolean {
  return a.from === b.from && a.until === b.until;
}
