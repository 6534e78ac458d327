import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { oncePer } from '../../../src/core/once-per.js';

interface Clause {
  words: string[];
}

describe('oncePer', () => {
  it('finds each answer once, whatever it is', () => {
    let asked = 0;
    const find = <Fact>(fact: Fact) => oncePer((_: Clause) => [asked++, fact][1] as Fact);
    const clause = { words: ['use', 'tabs'] };
    for (const question of [find('tabs'), find(undefined), find(null), find(false), find(0)]) {
      const before = asked;
      expect(question(clause)).toBe(question(clause));
      expect(asked).toBe(before + 1);
    }
    expect(asked).toBe(5);
  });

  it('keeps the answers of a question that asks another one, and of itself about a part', () => {
    const length = oncePer(({ words }: Clause) => words.length);
    const isLong = oncePer((clause: Clause) => length(clause) > 1);
    const clause = { words: ['use', 'tabs'] };
    expect([isLong(clause), length(clause), isLong(clause)]).toEqual([true, 2, true]);
    const depth: (words: string[]) => number = oncePer(
      (words: string[]) => 1 + (words.length === 0 ? 0 : depth(words.slice(1))),
    );
    expect(depth(clause.words)).toBe(3);
  });

  it('is asked anew of a copy', () => {
    const length = oncePer(({ words }: Clause) => words.length);
    const clause = { words: ['use', 'tabs'] };
    expect(length(clause)).toBe(2);
    expect(length({ ...clause, words: [] })).toBe(0);
    expect(length({ ...JSON.parse(JSON.stringify(clause)), words: ['use'] })).toBe(1);
    expect(length({ ...structuredClone(clause), words: ['use', 'four', 'spaces'] })).toBe(3);
  });

  it('leaves what is asked about as it is', () => {
    const clause = { words: ['use', 'tabs'] };
    oncePer(({ words }: Clause) => words.length)(clause);
    oncePer((words: string[]) => words.length)(clause.words);
    expect(JSON.stringify(clause)).toBe('{"words":["use","tabs"]}');
    expect(clause).toStrictEqual({ words: ['use', 'tabs'] });
    expect(isDeepStrictEqual(clause, { words: ['use', 'tabs'] })).toBe(true);
    expect(Object.keys(clause)).toEqual(['words']);
  });
});
