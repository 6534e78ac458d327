import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Unit } from '../../src/core/period.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { matchRule } from '../helpers/rule-matcher.js';
import { rule, storedWorld, tellWorld, world } from '../helpers/rule-samples.js';
import { planOf, rowsOf } from '../helpers/rule-world.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const isSoak = process.env.LOREGUARD_SOAK === '1';

/** What both say in the same words: a time by its first tick and its end, of which none is known where it is null. */
function line(row: readonly unknown[], relations: readonly string[]): string {
  return JSON.stringify([row.map(plain), [...relations].sort()]);
}

function plain(one: unknown): unknown {
  if (one === null || typeof one !== 'object') return one;
  if (Array.isArray(one)) return one.every((part) => part === null) ? null : one;
  if ('chain' in one) return one.chain;
  const { start, end } = one as Unit;
  return [start, end];
}

describe('a compiled rule', { timeout: isSoak ? 900_000 : 120_000 }, () => {
  test('answers what matching by trying everything does', async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(world, fc.array(rule, { minLength: 12, maxLength: 12 }), async (told, rules) => {
        const tenant = await tellWorld(app, told);
        const known = await storedWorld(app, tenant);
        for (const text of rules) {
          const plan = planOf(text);
          const expected = matchRule(plan, known).map(({ row, relations: rested }) => line(row, rested));
          const rows = (await rowsOf(app, tenant, plan)).map(({ row, relations: rested }) => line(row, rested));
          expect(rows.sort(), text).toEqual(expected.sort());
          if (rows.length > 0) matched += 1;
        }
      }),
      { numRuns: isSoak ? 300 : 25 },
    );
    expect(matched).toBeGreaterThan(20);
  });
});
