import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepPlan } from '../../src/consistency/plan.js';
import { anchorsOf } from '../../src/consistency/rule-anchors.js';
import type { Tenant } from '../../src/core/scope.js';
import { findsOf } from '../../src/flows/consistency/ontology-finds.js';
import { type AnchoredRelation, partsFor, type RuleInForce } from '../../src/flows/consistency/rules-in-force.js';
import { compileTogether, type Written } from '../../src/store/ontology/compile.js';
import { runTogether } from '../../src/store/ontology/run.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import type { MatchedWorld } from '../helpers/rule-matcher.js';
import { rule, storedWorld, TYPES, tellWorld, world } from '../helpers/rule-samples.js';
import { planOf } from '../helpers/rule-world.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const isSoak = process.env.LOREGUARD_SOAK === '1';

const written = fc.record({
  type: fc.constantFrom(...TYPES, ...TYPES, 'BORN_ON', 'DIED_ON'),
  from: fc.nat({ max: 4 }),
  to: fc.nat({ max: 4 }),
  year: fc.integer({ min: 1000, max: 1006 }),
});
type WrittenSample = typeof written extends fc.Arbitrary<infer W> ? W : never;

/** A relation that is not stored, as a rule is to see it. */
function toBeWritten(tenant: Tenant, { entities }: MatchedWorld, { type, from, to, year }: WrittenSample) {
  const [id, fromId, other] = [app.deps.ids.next(), entities[from]?.id ?? '', entities[to]?.id ?? ''];
  const isDate = type.endsWith('_ON');
  const [start, end] = [app.deps.clock.now(), app.deps.clock.now()].map(() => Date.UTC(year, 0) / 1000);
  const window = `[${start},${(end ?? 0) + 365 * 86400})`;
  const row = {
    ...{ org_id: tenant.orgId, project: tenant.project, id, type, from_id: fromId, status: 'active', properties: {} },
    ...{ to_id: isDate ? null : other, value: isDate ? String(year) : null, is_disputed: false, extraction: 1 },
    ...{ prophetic: false, valid_certain: window, valid_possible: window, valid_tail: 0 },
  };
  const anchored: AnchoredRelation = { id, type, fromId, toId: isDate ? null : other };
  return { anchored, written: { entities: [], relations: [row], over: [] } satisfies Written };
}

describe('a rule that is matched around a relation', { timeout: isSoak ? 900_000 : 120_000 }, () => {
  test('finds what comes of it, and nothing else', async () => {
    const { lives } = sweepPlan(app.deps.lexicon.relationTypes);
    const inForce = (text: string): RuleInForce => {
      const plan = planOf(text);
      return { rule: { id: text } as RuleInForce['rule'], plan, anchors: anchorsOf(plan, lives) };
    };
    const finds = async (tenant: Tenant, parts: Parameters<typeof compileTogether>[0], change?: Written) => {
      const options = { ...tenant, lives, eras: [], minConfidence: 0, rows: 2000 };
      const compiled = compileTogether(parts, change === undefined ? options : { ...options, written: change });
      const rows = await app.store.snapshot(tenant.orgId, (db) => runTogether(db, compiled, 10_000));
      return findsOf('', rows);
    };
    let found = 0;
    let anchoredOnly = 0;
    await fc.assert(
      fc.asyncProperty(
        world,
        written,
        fc.array(rule, { minLength: 12, maxLength: 12 }),
        async (told, sample, rules) => {
          const tenant = await tellWorld(app, told);
          const { anchored, written: change } = toBeWritten(tenant, await storedWorld(app, tenant), sample);
          for (const text of rules) {
            const one = inForce(text);
            const whole = [{ plan: one.plan, pins: [] }];
            const before = new Set((await finds(tenant, whole)).map(({ pairKey }) => pairKey));
            const after = (await finds(tenant, whole, change)).map(({ pairKey }) => pairKey);
            const fresh = after.filter((key) => !before.has(key));
            const parts = partsFor([one], [anchored]).map(({ pins }) => ({ plan: one.plan, pins }));
            const around = parts.length === 0 ? [] : await finds(tenant, parts, change);
            const keys = around.map(({ pairKey }) => pairKey).filter((key) => !before.has(key));
            expect([...keys].sort(), `${text}\n${JSON.stringify(sample)}`).toEqual([...fresh].sort());
            found += fresh.length;
            if (parts.every(({ pins }) => pins.length > 0)) anchoredOnly += fresh.length;
          }
        },
      ),
      { numRuns: isSoak ? 300 : 20, endOnFailure: true },
    );
    expect(found).toBeGreaterThan(20);
    expect(anchoredOnly).toBeGreaterThan(10);
  });
});
