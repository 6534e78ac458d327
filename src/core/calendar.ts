import type { Period, Unit } from './period.js';

/** What a calendar makes of a date: the unit that it names, and two forms that read as the same. */
export interface StoryDate {
  unit: Unit;
  /** How it is kept: `third_age.year_340`. */
  canonical: string;
  /** How people write it: "340 TA". */
  text: string;
}

/** What the integers of an axis count. */
export interface TickUnit {
  unit: 'second' | 'day' | 'year';
  /** Ticks in one of these. */
  perUnit: number;
}

/** How long an era is: of a part of another one that nobody knows the years of, a time somewhere in that. */
export interface EraSpan {
  begins: Unit | null;
  ends: Unit | null;
  when: Period;
}

/** An era as a calendar lists it. */
export interface CalendarEra extends EraSpan {
  slug: string;
  name: string;
  abbreviations: readonly string[];
  /** Slug of the era that it is a part of. */
  parent: string | null;
  /** Whether dates can name its years. */
  countsYears: boolean;
}

/** Turns the dates that people write into ticks on one axis, and back. One calendar a project. */
export interface Calendar {
  id: string;
  tick: TickUnit;
  /** Forms that `read` accepts, for error messages. */
  accepted: string;
  /** What a date says, or why it can't be read. `now` is the tick that `current` stands for on the iso calendar. */
  read(text: string, now: number): StoryDate | string;
  /** The unit that a date names, or null when it can't be read. */
  parse(text: string, now: number): Unit | null;
  /** The coarsest date that begins at a tick, or the smallest one that holds it. */
  at(tick: number): StoryDate;
  /** The span of the era of that name, or null where a name means none. */
  eraSpan(name: string): EraSpan | null;
  /** Its eras, those that begin first before others; none of the iso calendar. */
  eras: readonly CalendarEra[];
  /** What `current` stands for. `seconds` is the time of the clock, since 1970. */
  current(seconds: number): StoryDate;
}

/** How far a date may be off that is given as "circa", in years, where a calendar does not say. */
export const CIRCA_YEARS = 5;

const CIRCA = /^(?:circa|ca?\.|ca|about|around|approximately|~)\s*/iu;

/** What follows "circa" in a date, or null. */
export function afterCirca(text: string): string | null {
  const match = CIRCA.exec(text);
  return match === null ? null : text.slice(match[0].length);
}

const ISO =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
const ACCEPTED = '2026, 2026-03, 2026-03-31, 2026-03-31T14:05:00Z (UTC unless an offset is given), circa 2026, current';
const UNREADABLE = `is not a date; accepted: ${ACCEPTED}`;

/** Proleptic Gregorian calendar in UTC; a tick is one second since 1970-01-01T00:00:00Z. */
export const isoCalendar: Calendar = {
  id: 'iso',
  tick: { unit: 'second', perUnit: 1 },
  accepted: ACCEPTED,
  read: readIso,
  parse: (text, now) => {
    const date = readIso(text, now);
    return typeof date === 'string' ? null : date.unit;
  },
  at: instant,
  eraSpan: () => null,
  eras: [],
  current: instant,
};

function instant(seconds: number): StoryDate {
  return dated({ start: seconds, end: seconds + 1 }, formatInstant(seconds));
}

/** Dates of this calendar are written as they are kept. */
function dated(unit: Unit, text: string): StoryDate {
  return { unit, canonical: text, text };
}

function readIso(text: string, now: number): StoryDate | string {
  const trimmed = text.trim();
  if (trimmed === 'current') return isoCalendar.current(now);
  const rough = afterCirca(trimmed);
  return (rough === null ? readExact(trimmed) : readCirca(rough)) ?? UNREADABLE;
}

function readCirca(text: string): StoryDate | null {
  if (!/^\d{4}$/.test(text)) return null;
  const year = Number(text);
  const [first, last] = [utcTick(year - CIRCA_YEARS, 1, 1), utcTick(year + CIRCA_YEARS, 1, 1)];
  const unit: Unit = { start: first, end: utcTick(year + CIRCA_YEARS + 1, 1, 1), latest: last, isPoint: true };
  return dated(unit, `circa ${text}`);
}

function readExact(text: string): StoryDate | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, zone] = match;
  const fields = [Number(year), Number(month ?? 1), Number(day ?? 1)] as const;
  if (!isRealDate(...fields) || !isRealTime(hour, minute, second)) return null;
  if (hour === undefined) {
    return dated(dateUnit(fields, month !== undefined, day !== undefined), text);
  }
  const start =
    utcTick(...fields) + Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0) - offsetSeconds(zone);
  if (second !== undefined) return instant(start);
  return dated({ start, end: start + 60 }, formatInstant(start).replace(/:\d\dZ$/, 'Z'));
}

function formatInstant(tick: number): string {
  return new Date(tick * 1000).toISOString().replace('.000Z', 'Z');
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
