import { describe, expect, it } from 'vitest';
import { type Period, period, type Unit } from '../../../src/core/period.js';
import { lifespan, type StatedDate } from '../../../src/lore/derived-dates.js';
import {
  begunSince,
  clipToBeginning,
  clipToExistence,
  type Life,
  lifeWithin,
  sinceThen,
  statusAt,
} from '../../../src/lore/existence.js';

const dated = (of: 'birth' | 'death', n: number): StatedDate => {
  return { of, when: period(year(n), year(n)), confidence: 1, isDisputed: false };
};
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
  const of = (...lives: Period[]): Life[][] => [lives.map(lifeWithin)];

  it('ends with the life in which it begins', () => {
    const clip = (from: number | null) =>
      clipToExistence(life(from, null), of(life(10, 20), life(30, 40))).map(({ possible }) => possible);
    expect(clip(15)).toEqual([{ from: 150, until: 200 }]);
    expect(clip(35)).toEqual([{ from: 350, until: 400 }]);
    expect(clip(null)).toEqual([
      { from: 100, until: 200 },
      { from: 300, until: 400 },
    ]);
  });

  it('has nothing sure about it where no life has room for it, and stays as it is where both ends are given', () => {
    const [unsure] = clipToExistence(life(50, null), of(life(10, 20)));
    expect(unsure?.certain).toEqual({ from: 500, until: 500 });
    expect(clipToExistence(life(50, 60), of(life(10, 20)))).toEqual([life(50, 60)]);
  });

  it('ends with the first of several who have to exist', () => {
    const [ann, bob] = [lifespan([dated('death', 50)]), lifespan([dated('birth', 5), dated('death', 40)])] as Life[];
    const both = (when: Period) => clipToExistence(when, [[ann as Life], [bob as Life]]);
    expect(both(life(20, null))).toEqual([life(20, 40)]);
    expect(both(life(null, null))).toEqual([life(5, 40)]);
    expect(both(life(null, 30))).toEqual([life(5, 30)]);
    expect(clipToExistence(life(20, null), [[bob as Life], [ann as Life]])).toEqual([life(20, 40)]);
    expect(clipToExistence(life(20, null), [[], [bob as Life]])).toEqual([life(20, 40)]);
  });

  it('takes of a life only the end that it needs', () => {
    const era: Unit = { start: 0, end: 1000, latest: 999 };
    const born = { ...dated('birth', 0), when: period(era, era) };
    const one = lifespan([born, dated('death', 30)]) as Life;
    expect(one.when.certain.from).toBe(one.when.certain.until);
    expect(clipToExistence(life(20, null), [[one]])).toEqual([life(20, 30)]);
  });

  it('begins with what it rests on where its own beginning is open, and ends as before', () => {
    const since = [begunSince(period(year(10), year(10))), begunSince(period(year(12), year(12)))] as Period[];
    expect(clipToBeginning(life(null, null), since)).toEqual(life(12, null));
    expect(clipToBeginning(life(8, 20), since)).toEqual(life(12, 20));
    expect(clipToBeginning(life(15, null), since)).toEqual(life(15, null));
    expect(clipToBeginning(life(null, 20), [])).toEqual(life(null, 20));
    expect(clipToBeginning(life(null, 5), since).certain).toEqual({ from: 50, until: 50 });
  });
});

it('what took place in a year had happened for sure from its last tick on', () => {
  const { certain, possible } = sinceThen(period(year(10), year(10)));
  expect(certain).toEqual({ from: 109, until: null });
  expect(possible).toEqual({ from: 100, until: null });
});

it('an event had begun from the first tick of its year on, or from the last year that may be meant', () => {
  expect(begunSince(life(null, 20))).toBeNull();
  expect(begunSince(life(10, 20))?.certain).toEqual({ from: 100, until: null });
  expect(begunSince(period(year(10), year(10)))?.certain).toEqual({ from: 100, until: null });
  const circa = { start: 80, end: 130, latest: 120, isPoint: true as const };
  expect(begunSince(period(circa, circa))).toMatchObject({
    ...{ certain: { from: 120, until: null }, possible: { from: 80, until: null } },
  });
});
