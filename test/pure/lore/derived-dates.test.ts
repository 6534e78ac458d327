import { describe, expect, test } from 'vitest';
import { type Period, period } from '../../../src/core/period.js';
import { eventDate, lifespan, type StatedDate } from '../../../src/lore/derived-dates.js';

const year = (n: number) => ({ start: n * 10, end: n * 10 + 10 });
const stated = (of: StatedDate['of'], n: number, rest: Partial<StatedDate> = {}): StatedDate => {
  return { of, when: period(year(n), year(n)), confidence: 1, isDisputed: false, ...rest };
};

describe('lifespan', () => {
  test('runs from birth to death, with open ends where nothing is stated', () => {
    expect(lifespan([stated('birth', 3), stated('death', 7)])).toEqual(period(year(3), year(7)));
    expect(lifespan([stated('death', 7)])).toEqual(period(null, year(7)));
    expect(lifespan([stated('event', 7)])).toBeNull();
  });

  test('goes by undisputed dates first, and by the most reliable ones', () => {
    const dates = [
      stated('birth', 3, { confidence: 0.5 }),
      stated('birth', 4, { isDisputed: true }),
      stated('death', 7),
    ];
    expect(lifespan(dates)).toEqual(period(year(3), year(7)));
    expect(lifespan([...dates, stated('birth', 5)])).toEqual(period(year(5), year(7)));
    expect(lifespan([stated('birth', 2, { confidence: null }), stated('death', 7)])).toEqual(period(null, year(7)));
  });

  test('is certain only of what all that count agree on', () => {
    const when = lifespan([stated('birth', 3), stated('birth', 4), stated('death', 7), stated('death', 9)]);
    expect(when).toEqual({ certain: { from: 40, until: 70 }, possible: { from: 30, until: 90 }, tail: 10 });
  });

  test('is certain of nothing where a birth may follow a death', () => {
    const when = lifespan([stated('birth', 3), stated('birth', 8), stated('death', 5), stated('death', 9)]) as Period;
    expect(when.possible).toEqual({ from: 30, until: 90 });
    expect(when.certain.from).toBe(when.certain.until);
  });
});

describe('eventDate', () => {
  test('is the one date, or all between the first and the last', () => {
    expect(eventDate([stated('event', 3)])).toEqual(period(year(3), year(3)));
    expect(eventDate([stated('event', 3), stated('event', 5)])?.possible).toEqual({ from: 30, until: 50 });
    expect(eventDate([stated('birth', 3)])).toBeNull();
  });
});
