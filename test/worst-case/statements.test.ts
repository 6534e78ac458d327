import { beforeAll, describe, expect, test } from 'vitest';
import { STATEMENT_MAX } from '../../src/core/claim.js';
import { candidate } from '../helpers/guard.js';
import { leastCost, neighbours, warmUp } from './check.js';
import { someTexts, usualProse, worstTexts } from './texts.js';
import { CLAUSES } from './units.js';

const GOAL_MS = 100;
/** A slow machine takes longer for everything: there a text may cost as much as usual prose of its length so many times. */
const TIMES_PROSE = 3;
const TRIES = 5;
const TIMEOUT_MS = 600_000;
/** A few say what is wrong; were all of them slow, the run would take hours. */
const MISSES_MAX = 12;

const texts = process.env.LOREGUARD_SOAK === '1' ? worstTexts() : someTexts();
const groups = [...new Set(texts.map(({ group }) => group))];

beforeAll(() => warmUp(texts.filter(({ group }) => group === 'clause')), TIMEOUT_MS);

describe('checking 8 000 characters of anything takes 100 ms of CPU, or what prose takes three times', () => {
  test.each(groups)('%s', { timeout: TIMEOUT_MS }, (group) => {
    const misses: string[] = [];
    for (const text of texts.filter((one) => one.group === group)) {
      if (misses.length < MISSES_MAX) misses.push(...missOf(text.name, text.make(STATEMENT_MAX)));
    }
    expect(misses).toEqual([]);
  });

  test('forty stored lists of 900 values', { timeout: TIMEOUT_MS }, () => {
    const list = (k: number) =>
      Array.from({ length: 900 }, (_, n) => CLAUSES['X must use one of many values']?.(n).replace('x1', `x${k}`) ?? '')
        .join('')
        .slice(0, STATEMENT_MAX);
    const stored = Array.from({ length: 40 }, (_, k) => candidate(`c${k}`, list(k + 1)));
    expect(missOf('lists', list(41), stored)).toEqual([]);
  });
});

test('every family has a text of any length, and of no more', () => {
  for (const { name, make } of texts) {
    const { length } = make(STATEMENT_MAX);
    expect(length, name).toBeLessThanOrEqual(STATEMENT_MAX);
    expect(length, name).toBeGreaterThan(STATEMENT_MAX * 0.9);
  }
  expect(groups).toHaveLength(8);
});

function missOf(name: string, text: string, stored = neighbours(text)): string[] {
  const { total } = leastCost(text, stored, GOAL_MS, TRIES);
  if (total <= GOAL_MS) return [];
  // How fast the machine is changes from minute to minute: usual prose is measured beside what was slow.
  const usual = usualProse().make(STATEMENT_MAX);
  const prose = leastCost(usual, neighbours(usual), GOAL_MS, TRIES).total;
  return total > TIMES_PROSE * prose ? [`${name}: ${total.toFixed(0)} ms, prose ${prose.toFixed(0)} ms`] : [];
}
