import type { Calendar } from '../core/calendar.js';
import { type FieldError, Problem } from '../core/errors.js';
import { UNKNOWN_DATE, type Unit } from '../core/period.js';
import type { Tenant } from '../core/scope.js';
import type { Deps } from './deps.js';

/** The explicit bounds of a write, read on the project's calendar; null is open. */
export interface Window {
  from: Unit | null;
  until: Unit | null;
}

/**
 * Reads explicit bounds.
 * @throws Problem `invalid_date` when a bound can't be read, `invalid_period` when the window ends before it begins
 */
export function readWindow(
  validFrom: string | null,
  validUntil: string | null,
  calendar: Calendar,
  nowTick: number,
): Window {
  const errors: FieldError[] = [];
  const readBound = (path: string, text: string | null): Unit | null => {
    if (text === null) return null;
    if (text.toLowerCase() === 'unknown') return UNKNOWN_DATE;
    const date = calendar.read(text, nowTick);
    if (typeof date !== 'string') return date.unit;
    errors.push({ path, message: `"${text}" ${date}` });
    return null;
  };
  const window = { from: readBound('valid_from', validFrom), until: readBound('valid_until', validUntil) };
  if (errors.length > 0) throw new Problem('invalid_date', 'A date of the request can not be read.', errors);
  if (isReversed(window)) {
    throw new Problem('invalid_period', `valid_from ${validFrom} lies after valid_until ${validUntil}.`, [
      { path: 'valid_until', message: 'must not lie before valid_from' },
    ]);
  }
  return window;
}

/** Whether no reading of the bounds makes a window. Events of one era are ordered by their numbers. */
function isReversed({ from, until }: Window): boolean {
  if (from === null || until === null) return false;
  if (from.event === undefined || until.event === undefined || from.end !== until.end) return from.start >= until.end;
  return from.event > until.event;
}

/**
 * The unit that a date of a request names.
 * @throws Problem `invalid_date` when it can't be read
 */
export function readDate(path: string, text: string, calendar: Calendar, nowTick: number): Unit {
  const date = calendar.read(text, nowTick);
  if (typeof date !== 'string') return date.unit;
  throw new Problem('invalid_date', `${path} can not be read.`, [{ path, message: `"${text}" ${date}` }]);
}

/** The tick at which `current` begins, at a time in milliseconds since 1970. */
export function tickAt(calendar: Calendar, timeMs: number): number {
  return calendar.current(Math.floor(timeMs / 1000)).unit.start;
}

/**
 * The time in the world that a read asks about, null where it names none, and the calendar that it is read by.
 * @throws Problem `invalid_date`
 */
export async function timeAsked(
  deps: Pick<Deps, 'contexts' | 'clock'>,
  tenant: Tenant,
  atTime: string | null | undefined,
): Promise<{ calendar: Calendar; unit: Unit | null }> {
  const { calendar } = await (atTime == null ? deps.contexts.of(tenant) : deps.contexts.fresh(tenant));
  const now = tickAt(calendar, deps.clock.now());
  return { calendar, unit: atTime == null ? null : readDate('at_time', atTime, calendar, now) };
}
