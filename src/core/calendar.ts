import type { Unit } from './period.js';

/** Turns the dates that people write into ticks on one axis, and back. One calendar a project. */
export interface Calendar {
  id: string;
  /** Forms that `parse` accepts, for error messages. */
  accepted: string;
  /** The unit that a date names, or null when it can't be read. `now` is the tick that `current` stands for. */
  parse(text: string, now: number): Unit | null;
  /** The canonical form of a tick. */
  format(tick: number): string;
}

const ISO =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

/** Proleptic Gregorian calendar in UTC; a tick is one second since 1970-01-01T00:00:00Z. */
export const isoCalendar: Calendar = {
  id: 'iso',
  accepted: '2026, 2026-03, 2026-03-31, 2026-03-31T14:05:00Z (UTC unless an offset is given), current',
  parse: parseIso,
  format: (tick) => new Date(tick * 1000).toISOString().replace('.000Z', 'Z'),
};

function parseIso(text: string, now: number): Unit | null {
  const trimmed = text.trim();
  if (trimmed === 'current') return { start: now, end: now + 1 };
  const match = ISO.exec(trimmed);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, zone] = match;
  const fields = [Number(year), Number(month ?? 1), Number(day ?? 1)] as const;
  if (!isRealDate(...fields) || !isRealTime(hour, minute, second)) return null;
  if (hour === undefined) return dateUnit(fields, month !== undefined, day !== undefined);
  const start =
    utcTick(...fields) + Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0) - offsetSeconds(zone);
  return { start, end: start + (second === undefined ? 60 : 1) };
}

function dateUnit([year, month, day]: readonly [number, number, number], hasMonth: boolean, hasDay: boolean): Unit {
  const start = utcTick(year, month, day);
  if (hasDay) return { start, end: start + 86_400 };
  return { start, end: hasMonth ? utcTick(year, month + 1, 1) : utcTick(year + 1, 1, 1) };
}

function utcTick(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1000;
}

function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(utcTick(year, month, day) * 1000);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isRealTime(hour = '0', minute = '0', second = '0'): boolean {
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

function offsetSeconds(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}
