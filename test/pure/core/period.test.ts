import { describe, expect, test } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import {
  ALWAYS,
  endAt,
  heldWithin,
  intersection,
  isEmpty,
  overlap,
  type Period,
  period,
  type Truth,
  UNKNOWN,
  UNKNOWN_DATE,
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

describe('a window of which nothing is certain', () => {
  test.each(['2020..2024', '..2024', '2020..'])('overlaps %s in some reading only', (text) => {
    expect(overlap(UNKNOWN, window(text))).toBe('unknown');
    expect(overlap(unsure(window(text)), unsure(window(text)))).toBe('unknown');
  });

  test('lies surely in what lasts through all of it', () => {
    expect(overlap(UNKNOWN, ALWAYS)).toBe('true');
    expect(overlap(unsure(window('2020..2024')), window('2019..'))).toBe('true');
    expect(overlap(unsure(window('..2024')), window('..2025'))).toBe('true');
    expect(overlap(unsure(window('2020..2024')), window('2020..'))).toBe('unknown');
  });

  test('keeps the bounds that it has', () => {
    expect(overlap(unsure(window('2020..2024')), window('2024..'))).toBe('false');
  });
});

describe('heldWithin at a single tick', () => {
  test.each<[string, string, Truth]>([
    ['2024..2026', '2026-12-31T23:59:59Z', 'true'],
    ['2024..2026', '2027', 'false'],
    ['2024..2024', '2024-05', 'unknown'],
  ])('%s at %s: %s', (when, at, expected) => {
    expect(heldWithin(window(when), { start: tick(at), end: tick(at) + 1 }).truth).toBe(expected);
  });
});

describe('endAt', () => {
  const unit = (text: string) => isoCalendar.parse(text, 0) ?? UNKNOWN_DATE;
  const ended = (when: string, until: string) => endAt(window(when), unit(until));

  test('ends a window in the unit of the bound', () => {
    expect(ended('2020..', '2024')).toEqual(window('2020..2024'));
    expect(ended('..', '2024-03')).toEqual(window('..2024-03'));
  });

  test('leaves one alone that has ended before', () => {
    expect(ended('2020..2022', '2024')).toEqual(window('2020..2022'));
  });

  test('takes what the bound leaves unsure out of what is certain', () => {
    expect(ended('2000..', 'circa 2020')).toEqual(window('2000..circa 2020'));
    const { certain, possible } = endAt(window('2000..'), UNKNOWN_DATE);
    expect(isEmpty(certain)).toBe(true);
    expect(possible).toEqual({ from: tick('2000'), until: null });
  });

  test('leaves nothing of a window that begins later', () => {
    const { certain, possible } = ended('2024..', '2020');
    expect([isEmpty(certain), isEmpty(possible)]).toEqual([true, true]);
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
