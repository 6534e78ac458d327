import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepPlan } from '../../src/consistency/plan.js';
import { anchorsOf } from '../../src/consistency/rule-anchors.js';
import { STARTER_RULES } from '../../src/consistency/starter-rules/index.js';
import type { Tenant } from '../../src/core/scope.js';
import { partsFor } from '../../src/flows/consistency/rules-in-force.js';
import { compileTogether } from '../../src/store/ontology/compile.js';
import { runRule } from '../../src/store/ontology/run.js';
import type { Db } from '../../src/store/store.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { fillForRules, ONE_PASS } from '../helpers/rule-scale.js';
import { compiled, planOf, rowsOf } from '../helpers/rule-world.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const of = (project: string): Tenant => ({ orgId: 'default', project });

async function filled(project: string, size: number): Promise<Tenant> {
  const tenant = of(project);
  await app.store.tenant(tenant.orgId, (db) => fillForRules(db, tenant, size));
  await app.database.asAdmin('ANALYZE');
  return tenant;
}

const kingdoms = STARTER_RULES.find(({ id }) => id === 'no-overlapping-kingdoms')?.cypher ?? '';

/** Pages that a statement looks at: a measure that no other load disturbs. */
async function pagesOf(db: Db, { text, values }: { text: string; values: unknown[] }): Promise<number> {
  const [explained] = await db.run<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>({
    text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  });
  const plan = explained?.['QUERY PLAN'][0]?.Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 6; round++) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  return taken.slice(1).sort((a, b) => a - b)[2] ?? 0;
}

describe('rules over many relations', { timeout: 300_000 }, () => {
  test('the kingdoms rule takes no more than a few passes over all of them', async () => {
    const tenant = await filled('many', 20_000);
    const plan = planOf(kingdoms);
    const values = [tenant.orgId, tenant.project];
    const pass = await medianOf(() => app.store.tenant(tenant.orgId, (db) => db.run({ text: ONE_PASS, values })));
    const rule = await medianOf(() => rowsOf(app, tenant, plan));
    expect((await rowsOf(app, tenant, plan)).length).toBeGreaterThan(0);
    expect(rule / pass).toBeLessThan(5);
  });

  test('the kingdoms rule looks at each table once for each of its names', async () => {
    const tenant = await filled('once', 20_000);
    const rule = compiled(app, tenant, planOf(kingdoms));
    const pass = { text: ONE_PASS, values: [tenant.orgId, tenant.project] };
    const [once, twice] = await app.store.snapshot(tenant.orgId, async (db) => {
      const rows = await runRule(db, rule, 60_000);
      expect(rows.length).toBeGreaterThan(0);
      return [await pagesOf(db, pass), await pagesOf(db, rule)];
    });
    expect(twice).toBeLessThan(3 * once);
  });

  /** Pages that are looked at for the rules of one write. */
  async function pagesFor(tenant: Tenant, type: string): Promise<number> {
    const { lives } = sweepPlan(app.deps.lexicon.relationTypes);
    const rules = STARTER_RULES.map((rule) => {
      const plan = planOf(rule.cypher);
      return {
        rule: { ...rule, parameters: {}, severity: 'warn', enabled: true, isStarter: true, restates: null } as const,
        plan,
      };
    }).map((one) => ({ ...one, anchors: anchorsOf(one.plan, lives) }));
    const [stored] = await app.store.tenant(tenant.orgId, (db) =>
      db.run<{ id: string; from_id: string; to_id: string; span: string }>({
        text: `SELECT r.id, r.from_id, r.to_id, r.valid_possible::text AS span FROM relations r
          WHERE r.org_id = $1 AND r.project = $2 AND r.type = $3 ORDER BY r.id LIMIT 1`,
        values: [tenant.orgId, tenant.project, type],
      }),
    );
    const { from_id, to_id, span } = stored ?? { from_id: '', to_id: '', span: '' };
    const id = app.deps.ids.next();
    const row = { org_id: tenant.orgId, project: tenant.project, id, type, from_id, to_id, status: 'active' };
    const told = { valid_certain: span, valid_possible: span, valid_tail: 0, extraction: 1, prophetic: false };
    const written = { entities: [], relations: [{ ...row, ...told, properties: {} }], over: [] };
    const parts = partsFor(rules, [{ id, type, fromId: from_id, toId: to_id }]);
    expect(parts.length).toBeGreaterThan(0);
    const together = compileTogether(
      parts.map(({ rule, pins }) => ({ plan: rule.plan, pins })),
      { ...tenant, lives, eras: [], minConfidence: 0, rows: 50, written },
    );
    return app.store.snapshot(tenant.orgId, (db) => pagesOf(db, together));
  }

  test.each(['CLAIMS_TITLE', 'PARENT_OF', 'LOCATED_IN', 'CONTROLS'])(
    'those of one write of %s look at what is around it',
    async (type) => {
      const few = await pagesFor(await filled(`few-${type}`, 2000), type);
      const many = await pagesFor(await filled(`more-${type}`, 20_000), type);
      expect(many).toBeLessThan(3 * few + 100);
      expect(many).toBeLessThan(500);
    },
  );
});
