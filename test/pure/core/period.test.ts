import { describe, expect, test } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import {
  ALWAYS,
  holdsAt,
  intersection,
  liesWithin,
  overlap,
  type Period,
  period,
  type Truth,
  UNKNOWN,
  unsure,
} from '../../../src/core/period.js';

/** `from..until`, either side empty for an open end; a bound is an ISO date of any precision. */
function window(text: string): Period {
  const [from = '', until = ''] = text.split('..');
  const unit = (date: string) => (date === '' ? null : isoCalendar.parse(date, 0));
  return period(unit(from), unit(until));
}

function tick(date: string): number {
  return isoCalendar.parse(date, 0)?.start ?? Number.NaN;
}

describe('overlap', () => {
  const cases: [string, string, Truth, string][] = [
    ['..', '..', 'true', 'two open windows'],
    ['2024..', '..2023', 'false', 'apart'],
    ['2024..', '..2024', 'false', 'a handover in the shared year is a meeting'],
    ['2024..', '..2025', 'true', 'two shared years are an overlap'],
    ['..2026-12-31', '2026-12-31..', 'false', 'a handover on a day'],
    ['..2026-12-31', '2026-12-30..', 'true', 'two shared days'],
    ['2019-01-01..2019-12-31', '2020-01-01..2020-12-31', 'false', 'one year after the other'],
    ['2024..2024', '2024..2024', 'unknown', 'both inside one year'],
    ['2024..2024', '2024-03..2024-04', 'unknown', 'months inside a year that is only possible'],
    ['2020..2024', '2024..2024', 'false', 'one ends in the year in which the other lies'],
    ['2020..2025', '2024..2024', 'unknown', 'one surely lasts through the year in which the other lies'],
    ['2024-01-01T10:00:00Z..2024-01-01T11:00:00Z', '2024-01-01T11:00:00Z..', 'false', 'instants meet'],
    ['2024-01-01T10:00:00Z..2024-01-01T11:00:01Z', '2024-01-01T11:00:00Z..', 'true', 'one shared second'],
    ['2024-01-01T10:00:00Z..2024-01-01T10:00:00Z', '2024..', 'true', 'a single instant'],
  ];

  test.each(cases)('%s and %s: %s (%s)', (a, b, expected) => {
    expect(overlap(window(a), window(b))).toBe(expected);
    expect(overlap(window(b), window(a))).toBe(expected);
  });
});

describe('a window of which nothing is certain', () => {
  test.each(['..', '2020..2024', '..2024', '2020..'])('overlaps %s in some reading only', (text) => {
    expect(overlap(UNKNOWN, window(text))).toBe('unknown');
    expect(overlap(unsure(window(text)), window(text))).toBe('unknown');
    expect(overlap(unsure(window(text)), unsure(window(text)))).toBe('unknown');
  });

  test('keeps the bounds that it has', () => {
    expect(overlap(unsure(window('2020..2024')), window('2024..'))).toBe('false');
  });
});

describe('liesWithin', () => {
  test.each([
    ['2024..2024', '2020..2025', true],
    ['2024..2024', '2020..', true],
    ['2024..2024', '..2025', true],
    ['2024..2024', '2020..2024', false],
    ['2024..2024', '2024-03..', false],
    ['2024..', '2020..', false],
    ['..2024', '..', false],
    ['2024..2024', '2024..2024', false],
  ])('%s in %s: %s', (inner, outer, expected) => {
    expect(liesWithin(window(inner), window(outer))).toBe(expected);
  });
});

describe('holdsAt', () => {
  const cases: [string, string, Truth][] = [
    ['..', '2024', 'true'],
    ['2024..2026', '2026-12-31T23:59:59Z', 'true'],
    ['2024..2026', '2027', 'false'],
    ['2024..2026', '2023-12-31T23:59:59Z', 'false'],
    ['..2026-06-30', '2026-06-30T12:00:00Z', 'true'],
    ['..2026-06-30', '2026-07-01', 'false'],
    ['2024..2024', '2024-05', 'unknown'],
    ['2024..2024', '2025', 'false'],
  ];

  test.each(cases)('%s at %s: %s', (when, at, expected) => {
    expect(holdsAt(window(when), tick(at))).toBe(expected);
  });
});

describe('intersection', () => {
  test('is what both have in common, and null when that is nothing', () => {
    const shared = { from: tick('2024'), until: tick('2025') };
    expect(intersection(window('2020..2025'), window('2024..'))).toEqual(shared);
    expect(intersection(ALWAYS, ALWAYS)).toEqual({ from: null, until: null });
    expect(intersection(window('..2020'), window('2021..'))).toBeNull();
  });
});
