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

/**
 * A date at the precision in which it was written: the unit `[start, end)` of ticks that it names. Of an uncertain date
 * `[start, end)` is all that may be meant: the first unit that it may be begins at `start`, the last one at `latest`.
 */
export interface Unit {
  start: number;
  end: number;
  /** Present on an uncertain date: "circa 340", some time in an era. */
  latest?: number;
  /** One moment somewhere within it is meant ("circa 340", `event_7`), rather than any part of it ("in the Third Age"). */
  isPoint?: true;
  /** Number of the event, which orders it among the events of its era. */
  event?: number;
}

/** Whether all that is known of a date is the era that it lies in: "in the Third Age", `event_7`. A rough year is more. */
export function isSometime({ latest, isPoint, event }: Unit): boolean {
  return latest !== undefined && (isPoint !== true || event !== undefined);
}

/** A bound that nobody knows, as opposed to one that is open. */
export const UNKNOWN_DATE: Unit = {
  start: Number.MIN_SAFE_INTEGER,
  end: Number.MAX_SAFE_INTEGER,
  latest: Number.MAX_SAFE_INTEGER,
};

/** Three-valued answer. */
export type Truth = 'true' | 'false' | 'unknown';

export const ALWAYS: Period = { certain: { from: null, until: null }, possible: { from: null, until: null }, tail: 0 };

/** Nothing is known of when. */
export const UNKNOWN: Period = unsure(ALWAYS);

/**
 * Builds a period from bounds of any precision. The handover rule lies in here: a range runs from the start of its
 * first unit to the start of its last one, so windows that share one unit meet and windows that share two overlap.
 * A window that lies wholly inside one unit keeps that unit as a possibility only. What may begin at the latest where
 * it may end at the earliest has nothing certain about it.
 */
export function period(from: Unit | null, until: Unit | null): Period {
  if (from !== null && until !== null && from.start >= lastStart(until)) return insideOneUnit(from, until);
  const possible = { from: known(from?.start), until: until && known(lastStart(until)) };
  const certain = { from: from && lastStart(from), until: until?.start ?? null };
  const tail = until === null || possible.until === null ? 0 : until.end - possible.until;
  return { certain: isCertain(certain) ? certain : nothingIn(possible), possible, tail };
}

/** The same period, over at a bound; one that ends before that stays as it is. */
export function endAt(when: Period, until: Unit): Period {
  if (when.possible.until !== null && when.possible.until <= until.start) return when;
  const last = known(lastStart(until));
  const possible = endedAt(when.possible, last);
  const tail = last === null || possible.until !== last ? when.tail : until.end - last;
  const isKnown = known(until.start) !== null;
  return { certain: isKnown ? endedAt(when.certain, until.start) : nothingIn(possible), possible, tail };
}

/**
 * The same for what is told to have been so up to a bound. Where nobody knew the end of it, that is the end.
 * @param begins as precisely as it was written; null where it has no beginning, or none that is known
 */
export function overAt(when: Period, begins: Unit | null, until: Unit): Period {
  const isEndUnknown = isEmpty(when.certain) && when.possible.until === null;
  const isAsTold = begins !== null && begins.start === when.possible.from && begins.start <= until.start;
  return isEndUnknown && isAsTold ? period(begins, until) : endAt(when, until);
}

function endedAt({ from, until }: Range, at: number | null): Range {
  const last = earlier(until, at);
  return { from, until: from !== null && last !== null ? Math.max(from, last) : last };
}

/** The same period with nothing certain about it: at some time in it, or in some part. */
export function unsure({ possible, tail }: Period): Period {
  return { certain: nothingIn(possible), possible, tail };
}

/**
 * Whether two periods share at least one tick: certainly, certainly not, or only in some reading. Of a window without a
 * certain part it is sure that it lies somewhere in its possible one. The SQL function `time_windows_overlap` says the
 * same.
 */
export function overlap(a: Period, b: Period): Truth {
  if (rangesOverlap(a.certain, b.certain) || liesWithin(a, b) || liesWithin(b, a)) return 'true';
  return rangesOverlap(a.possible, b.possible) ? 'unknown' : 'false';
}

/** How much of a coarse time an answer is true of. */
export type Covers = 'all' | 'part';

/** Whether something held, and for how much of the time asked about; null where it is not true. */
export interface Held {
  truth: Truth;
  covers: Covers | null;
}

/**
 * Whether a period holds in the time asked about, its last unit included. A coarse date asks for some point in it; of a
 * single moment that may lie anywhere in it, only what holds in all of it is sure. The SQL function `time_in_window`
 * says the same.
 */
export function heldWithin({ certain, possible, tail }: Period, asked: Unit): Held {
  const time = { from: asked.start, until: asked.end };
  const [sure, perhaps] = [withTail(certain, tail), withTail(possible, tail)];
  if (isInside(time, sure)) return { truth: 'true', covers: 'all' };
  const isPart = rangesOverlap(sure, time) || isInside(perhaps, time);
  if (isPart && asked.isPoint !== true) return { truth: 'true', covers: 'part' };
  return { truth: rangesOverlap(perhaps, time) ? 'unknown' : 'false', covers: null };
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
  const possible = { from: known(from.start), until: known(until.end) };
  const isInstant = from.end - from.start === 1 && until.end - until.start === 1;
  return { certain: isInstant ? { ...possible } : nothingIn(possible), possible, tail: 0 };
}

/**
 * Whether one of which only a possible part is known surely lies in the certain part of the other. In the unit in which
 * the other begins it may come before it.
 */
function liesWithin({ certain, possible, tail }: Period, outer: Period): boolean {
  if (!isEmpty(certain) || !isInside(withTail(possible, tail), outer.certain)) return false;
  return outer.certain.from === null || possible.from !== outer.certain.from;
}

/** An empty range; where it lies says nothing. */
function nothingIn({ from, until }: Range): Range {
  const at = from ?? until ?? 0;
  return { from: at, until: at };
}

export function isEmpty({ from, until }: Range): boolean {
  return from !== null && until !== null && from >= until;
}

function isInside(inner: Range, outer: Range): boolean {
  if (isEmpty(inner) || isEmpty(outer)) return false;
  const isAfterStart = outer.from === null || (inner.from !== null && outer.from <= inner.from);
  return isAfterStart && (outer.until === null || (inner.until !== null && inner.until <= outer.until));
}

function rangesOverlap(a: Range, b: Range): boolean {
  const from = later(a.from, b.from);
  const until = earlier(a.until, b.until);
  return from === null || until === null || from < until;
}

function withTail(range: Range, tail: number): Range {
  return isEmpty(range) || range.until === null ? range : { from: range.from, until: range.until + tail };
}

/** Where the last unit begins that a date may mean. */
function lastStart({ start, latest }: Unit): number {
  return latest ?? start;
}

/** Whether a certain part has two known ends, or open ones, in the right order. */
function isCertain(range: Range): boolean {
  return known(range.from) === range.from && known(range.until) === range.until && !isEmpty(range);
}

/** The bounds of what nobody knows are no bounds. */
function known(tick: number | null | undefined): number | null {
  return tick == null || Math.abs(tick) === Number.MAX_SAFE_INTEGER ? null : tick;
}

export function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

export function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function sameRange(a: Range, b: Range): boolean {
  return a.from === b.from && a.until === b.until;
}
