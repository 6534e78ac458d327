import { describe, expect, it } from 'vitest';
import { type Period, period, type Unit } from '../../../src/core/period.js';
import { begunSince, clipToExistence, sinceThen, statusAt } from '../../../src/lore/existence.js';

const year = (n: number): Unit => ({ start: n * 10, end: n * 10 + 10 });
const life = (from: number | null, until: number | null): Period =>
  period(from === null ? null : year(from), until === null ? null : year(until));

describe('the status of something at a time', () => {
  const lives = [life(10, 20), life(30, 40)];

  it('is told by the lives, their first and last year included', () => {
    expect([5, 10, 15, 20, 25, 30, 40, 41].map((n) => statusAt(year(n), lives))).toEqual([
      ...['not_yet', 'alive', 'alive', 'alive', 'between_lives', 'alive', 'alive', 'dead'],
    ]);
  });

  it('is unknown where nothing is told, or nothing sure', () => {
    expect(statusAt(year(5), [])).toBe('unknown');
    const circa = { start: 100, end: 200, latest: 190, isPoint: true as const };
    expect(statusAt(year(15), [period(circa, year(30))])).toBe('unknown');
    expect(statusAt(year(500), [life(10, null)])).toBe('alive');
  });
});

describe('a window with open ends', () => {
  it('ends with the life in which it begins', () => {
    const clip = (from: number | null) =>
      clipToExistence(life(from, null), [life(10, 20), life(30, 40)]).map(({ possible }) => possible);
    expect(clip(15)).toEqual([{ from: 150, until: 200 }]);
    expect(clip(35)).toEqual([{ from: 350, until: 400 }]);
    expect(clip(null)).toEqual([
      { from: 100, until: 200 },
      { from: 300, until: 400 },
    ]);
  });

  it('has nothing sure about it where no life has room for it, and stays as it is where both ends are given', () => {
    const [unsure] = clipToExistence(life(50, null), [life(10, 20)]);
    expect(unsure?.certain).toEqual({ from: 500, until: 500 });
    expect(clipToExistence(life(50, 60), [life(10, 20)])).toEqual([life(50, 60)]);
  });
});

it('what took place in a year had happened for sure from its last tick on', () => {
  const { certain, possible } = sinceThen(period(year(10), year(10)));
  expect(certain).toEqual({ from: 109, until: null });
  expect(possible).toEqual({ from: 100, until: null });
  expect(begunSince([life(null, 20)])).toBeNull();
  expect(begunSince([life(10, 20)])?.certain).toEqual({ from: 100, until: null });
});
