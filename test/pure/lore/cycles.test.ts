import { describe, expect, test, vi } from 'vitest';
import { isoCalendar } from '../../../src/core/calendar.js';
import { period } from '../../../src/core/period.js';
import { allRelationTypes } from '../../../src/core/relation-type.js';
import { checkAll } from '../../../src/lore/rules/check.js';
import { type Fact, World } from '../../../src/lore/rules/world.js';
import { lexicon } from '../../helpers/guard.js';

const types = allRelationTypes(lexicon, []);

function part(from: string, to: string, years: string): Fact {
  const [since = '', till = ''] = years.split('..');
  const [begins, ends] = [since, till].map((year) => (year === '' ? null : isoCalendar.parse(year, 0)));
  const when = period(begins ?? null, ends ?? null);
  const fact = { id: `${from}>${to} ${years}`, type: 'PART_OF', from, to, value: null, isProphetic: false };
  return { ...fact, when, begins: begins ?? null, ends: ends ?? null };
}

const world = (facts: readonly Fact[]) =>
  new World({
    ...{ types, facts, parentsMayShareGender: false },
    things: [...new Set(facts.flatMap(({ from, to }) => [from, to ?? from]))].map((id) => ({ id, type: 'Location' })),
  });

const ring = (length: number, years: (at: number) => string) =>
  Array.from({ length }, (_, at) => part(`p${at}`, `p${(at + 1) % length}`, years(at)));

const circles = (facts: readonly Fact[]) =>
  checkAll(world(facts)).map(({ core, isCertain }) => `${isCertain ? 'certain' : 'uncertain'} ${core.length}`);

describe('a circle of parts', () => {
  test('is one, whichever part one begins at', () => {
    expect(circles(ring(5, () => '..'))).toEqual(['certain 5']);
    expect(circles(ring(5, (at) => `1${at}00..`))).toEqual(['certain 5']);
  });

  test('is none where its parts hold at different times', () => {
    expect(circles(ring(4, (at) => (at < 2 ? '1300..1340' : '1350..1380')))).toEqual([]);
  });

  test('is found where another way leads on from it, and where a way holds at other times', () => {
    const beside = part('p1', 'elsewhere', '..');
    expect(circles([...ring(4, () => '..'), beside])).toEqual(['certain 4']);
    const short = part('p1', 'p0', '1350..1380');
    expect(circles([...ring(4, () => '1300..1340'), short])).toEqual(['certain 4']);
    expect(circles([...ring(4, () => '1300..1360'), short]).sort()).toEqual(['certain 2', 'certain 4']);
  });

  test('costs steps that grow as its length does', () => {
    const stepsOf = (length: number) => {
      const at = vi.spyOn(World.prototype, 'at');
      expect(circles(ring(length, () => '..'))).toEqual([`certain ${length}`]);
      const steps = at.mock.calls.length;
      at.mockRestore();
      return steps;
    };
    expect(stepsOf(400) / stepsOf(100)).toBeLessThan(5);
  });
});
