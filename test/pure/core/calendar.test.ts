import { describe, expect, test } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';

const DAY = 86_400;

describe('the iso calendar', () => {
  test.each([
    ['1970', 0, 365 * DAY],
    ['2024', Date.UTC(2024, 0) / 1000, 366 * DAY],
    ['2024-02', Date.UTC(2024, 1) / 1000, 29 * DAY],
    ['2026-12-31', Date.UTC(2026, 11, 31) / 1000, DAY],
    ['2026-12-31T10:05Z', Date.UTC(2026, 11, 31, 10, 5) / 1000, 60],
    ['2026-12-31T10:05:07Z', Date.UTC(2026, 11, 31, 10, 5, 7) / 1000, 1],
    ['2026-12-31T10:05:07.25Z', Date.UTC(2026, 11, 31, 10, 5, 7) / 1000, 1],
    ['2026-12-31T10:05:07+02:00', Date.UTC(2026, 11, 31, 8, 5, 7) / 1000, 1],
    ['0001-01-01', -62_135_596_800, DAY],
    [' current ', 42, 1],
  ])('reads %s at its own precision', (text, start, length) => {
    expect(isoCalendar.parse(text, 42)).toEqual({ start, end: start + length });
  });

  test.each(['', 'soon', '2026-13', '2026-02-29', '2026-12-31T24:00Z', '26-01-01', '2026-1-1', '31.12.2026'])(
    'does not read %j',
    (text) => {
      expect(isoCalendar.parse(text, 0)).toBeNull();
    },
  );

  test('writes a tick as an instant that reads as the same tick', () => {
    const tick = Date.UTC(2026, 10, 20, 19, 5, 1) / 1000;
    expect(isoCalendar.at(tick).canonical).toBe('2026-11-20T19:05:01Z');
    expect(isoCalendar.parse(isoCalendar.at(tick).canonical, 0)).toEqual({ start: tick, end: tick + 1 });
  });
});
