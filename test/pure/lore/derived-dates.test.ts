import { describe, expect, test } from 'vitest';
import { heldWithin, type Period, period, UNKNOWN_DATE } from '../../../src/core/period.js';
import { eventSpan, isSomeMoment, lifespan as lifeOf, type StatedDate } from '../../../src/lore/derived-dates.js';

const year = (n: number) => ({ start: n * 10, end: n * 10 + 10 });
const lifespan = (dates: readonly StatedDate[]) => lifeOf(dates)?.when ?? null;
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

  test('is unsure from the first to the last that an uncertain birth or death may be', () => {
    const circa = { start: 60, end: 110, latest: 100, isPoint: true as const };
    const died = stated('death', 0, { when: period(circa, circa) });
    const born = stated('birth', 0, { when: period(circa, circa) });
    const dead = lifespan([stated('birth', 3), died]) as Period;
    expect(dead).toEqual({ certain: { from: 30, until: 60 }, possible: { from: 30, until: 100 }, tail: 10 });
    expect([6, 7, 10, 11].map((n) => heldWithin(dead, year(n)).truth)).toEqual(['true', 'unknown', 'unknown', 'false']);
    const alive = lifespan([born]) as Period;
    expect([5, 6, 9, 10].map((n) => heldWithin(alive, year(n)).truth)).toEqual(['false', 'unknown', 'unknown', 'true']);
  });

  test('says nothing sure of what is after a birth, or a death, some time in an era that goes on', () => {
    const era = { start: 60, end: UNKNOWN_DATE.end, latest: UNKNOWN_DATE.end };
    const some = period(era, era);
    const dead = lifespan([stated('birth', 3), stated('death', 0, { when: some })]) as Period;
    expect([2, 5, 6, 900].map((n) => heldWithin(dead, year(n)).truth)).toEqual(['false', 'true', 'unknown', 'unknown']);
    const alive = lifespan([stated('birth', 0, { when: some })]) as Period;
    expect([5, 6, 900].map((n) => heldWithin(alive, year(n)).truth)).toEqual(['false', 'unknown', 'unknown']);
  });
});

describe('eventSpan', () => {
  test('is the one date, or some time from the first to the last', () => {
    expect(eventSpan([stated('event', 3)])).toEqual(period(year(3), year(3)));
    const between = eventSpan([stated('event', 3), stated('event', 5)]) as Period;
    expect(between).toEqual({ certain: { from: 30, until: 30 }, possible: { from: 30, until: 50 }, tail: 10 });
    expect(eventSpan([stated('birth', 3)])).toBeNull();
  });

  test('is some moment only where the date is uncertain', () => {
    const circa = { start: 60, end: 110, latest: 100, isPoint: true as const };
    const moments = [period(circa, circa), eventSpan([stated('event', 3), stated('event', 5)]) as Period];
    expect(moments.map(isSomeMoment)).toEqual([true, true]);
    expect([period(year(3), year(3)), period(year(3), year(5))].map(isSomeMoment)).toEqual([false, false]);
  });
});
