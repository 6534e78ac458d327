import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Calendar, isoCalendar } from '../../src/core/calendar.js';
import { CalendarInput } from '../../src/core/calendar-definition.js';
import { type Covers, type Period, period, type Truth, type Unit } from '../../src/core/period.js';
import { storyCalendar } from '../../src/core/story-calendar.js';
import { readWindow } from '../../src/flows/window.js';
import { ROOT } from './sources.js';

/** Calendars that are shipped as examples. */
export const EXAMPLES = ['saltmere', 'tellers'] as const;

export function definitionOf(name: string) {
  return CalendarInput.parse(JSON.parse(readFileSync(join(ROOT, 'lexicons/calendars', `${name}.json`), 'utf8')));
}

export function calendarOf(name: string): Calendar {
  return name === 'iso' ? isoCalendar : storyCalendar(definitionOf(name));
}

export interface OverlapCase {
  name: string;
  a: Period;
  b: Period;
  expected: Truth;
}

export interface WithinCase {
  name: string;
  when: Period;
  asked: Unit;
  expected: Truth;
  covers: Covers | null;
}

interface Table {
  overlap: Record<string, [a: string, b: string, expected: Truth, why: string][]>;
  within: Record<string, [when: string, asked: string, expected: Truth, covers: Covers | null, why: string][]>;
}

const table = parse(readFileSync(join(ROOT, 'test/time/cases.yaml'), 'utf8')) as Table;

/** `from..until` on a calendar; an empty side is open. */
export function windowOn(calendar: Calendar, text: string): Period {
  const [from = '', until = ''] = text.split('..');
  const window = readWindow(from || null, until || null, calendar, 0);
  return period(window.from, window.until);
}

export function unitOn(calendar: Calendar, text: string): Unit {
  const unit = calendar.parse(text, 0);
  if (unit === null) throw new Error(`${text} is no date of ${calendar.id}`);
  return unit;
}

export const OVERLAPS: OverlapCase[] = Object.entries(table.overlap).flatMap(([id, cases]) => {
  const calendar = calendarOf(id);
  return cases.map(([a, b, expected, why]) => ({
    ...{ name: `${a} and ${b}: ${expected} (${why})`, expected },
    ...{ a: windowOn(calendar, a), b: windowOn(calendar, b) },
  }));
});

export const WITHINS: WithinCase[] = Object.entries(table.within).flatMap(([id, cases]) => {
  const calendar = calendarOf(id);
  return cases.map(([when, asked, expected, covers, why]) => ({
    ...{ name: `${when} at ${asked}: ${expected} (${why})`, expected, covers },
    ...{ when: windowOn(calendar, when), asked: unitOn(calendar, asked) },
  }));
});
