import type { Calendar } from '../core/calendar.js';
import { type FieldError, Problem } from '../core/errors.js';
import type { Unit } from '../core/period.js';
import type { Clock } from '../core/ports.js';

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
    const unit = calendar.parse(text, nowTick);
    if (unit === null) errors.push({ path, message: `"${text}" can't be read; accepted: ${calendar.accepted}` });
    return unit;
  };
  const window = { from: readBound('valid_from', validFrom), until: readBound('valid_until', validUntil) };
  if (errors.length > 0) throw new Problem('invalid_date', 'A date of the request can not be read.', errors);
  if (window.from !== null && window.until !== null && window.from.start >= window.until.end) {
    throw new Problem('invalid_period', `valid_from ${validFrom} lies after valid_until ${validUntil}.`, [
      { path: 'valid_until', message: 'must not lie before valid_from' },
    ]);
  }
  return window;
}

/** The tick that `current` stands for. */
export function currentTick(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
