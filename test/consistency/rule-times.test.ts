import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepPlan } from '../../src/consistency/plan.js';
import type { Tenant } from '../../src/core/scope.js';
import { compileRule } from '../../src/store/ontology/compile.js';
import { runRule } from '../../src/store/ontology/run.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { planOf, tell } from '../helpers/rule-world.js';

let app: TestApp;
let tenant: Tenant;
let ids: string[];
let eras: { id: string; from: number; until: number }[];

const named = (type: string, ...names: string[]) => names.map((name) => ({ type, name }));
const told = (from: string, type: string, to: string, valid_from?: string, valid_until?: string) => ({
  ...{ from, type, to },
  ...(valid_from === undefined ? {} : { valid_from }),
  ...(valid_until === undefined ? {} : { valid_until }),
});

beforeAll(async () => {
  app = await createTestApp();
  const things = [
    { type: 'Person', name: 'Ann', born: '1000', died: '1050', gender: 'female' },
    { type: 'Person', name: 'Bo', born: '1010' },
    ...named('Person', 'Unknown', 'Twice told'),
    ...named('Kingdom', 'Founded', 'Windowed', 'Twice', 'Of an era', 'Begun'),
    ...named('Era', 'Golden Age'),
    { type: 'Event', name: 'Fall of Karth', date: '1020' },
    ...named('Event', 'Feast'),
  ];
  tenant = await tell(app, things, [
    told('Ann', 'FOUNDED', 'Founded', '1030', '1030'),
    told('Windowed', 'EXISTED_DURING', 'Golden Age', '1001', '1009'),
    told('Twice', 'EXISTED_DURING', 'Golden Age', '1001', '1003'),
    told('Twice', 'EXISTED_DURING', 'Golden Age', '1007', '1009'),
    told('Of an era', 'EXISTED_DURING', 'Golden Age'),
    told('Begun', 'EXISTED_DURING', 'Golden Age', '1005'),
    told('Feast', 'OCCURRED_DURING', 'Golden Age'),
  ]);
  const born = (to: string) =>
    app.post('/v1/lore/add-relation', {
      project: tenant.project,
      type: 'BORN_ON',
      to,
      from: 'Twice told',
      reason: 'x',
    });
  await born('1000');
  await app.post('/v1/ingest', {
    project: tenant.project,
    source: 'rumours',
    entities: [{ type: 'Person', name: 'Twice told', born: '1004' }],
  });
  const entities = await app.store.tenant(tenant.orgId, (db) =>
    db.run<{ id: string; name: string }>({
      text: 'SELECT id, name FROM entities WHERE org_id = $1 AND project = $2',
      values: [tenant.orgId, tenant.project],
    }),
  );
  ids = entities.map(({ id }) => id);
  const era = entities.find(({ name }) => name === 'Golden Age')?.id ?? '';
  eras = [{ id: era, from: Date.UTC(1000, 0) / 1000, until: Date.UTC(1100, 0) / 1000 }];
});
afterAll(() => app?.close());

/** A rule over everything, and the same where its name is held to whatever there is, so that each row is looked up by itself. */
async function bothOf(text: string): Promise<[whole: string[], each: string[]]> {
  const { lives } = sweepPlan(app.deps.lexicon.relationTypes);
  const options = { ...tenant, lives, eras, minConfidence: 0, rows: 2000 };
  const [whole, each] = [compileRule(planOf(text), options), compileRule(planOf(text), options, [{ name: 'n', ids }])];
  expect([whole.joinsAll, each.joinsAll]).toEqual([true, false]);
  const lines = async (rule: typeof whole) => {
    const rows = await app.store.snapshot(tenant.orgId, (db) => runRule(db, rule, 5000));
    return rows.map((row) => JSON.stringify(row)).sort();
  };
  return [await lines(whole), await lines(each)];
}

describe('what is worked out for all at once', () => {
  test.each([
    ['birth', 4],
    ['death', 1],
    ['in_fiction_date', 6],
    ['valid_from', 7],
    ['valid_until', 3],
    ['gender', 1],
  ])('is what is looked up for each: %s', async (property, known) => {
    const [whole, each] = await bothOf(`MATCH (n) RETURN n.name AS name, n.${property} AS told`);
    expect(whole).toEqual(each);
    expect(whole).toHaveLength(ids.length);
    const [some] = await bothOf(`MATCH (n) WHERE n.${property} IS NOT NULL RETURN n.name AS name`);
    expect(some).toHaveLength(known);
  });

  test.each([
    "time_in_window('1005', n.valid_from, n.valid_until)",
    "time_in_window('1005', n.valid_from, n.valid_until) = false",
    "time_in_window('1020', n.birth, n.death)",
    "time_in_window('0900', n.birth, n.death) = false",
    "time_windows_overlap(n.valid_from, n.valid_until, '1002', '1004')",
    'time_windows_overlap(n.valid_from, n.valid_until, n.birth, n.death)',
    'time_windows_overlap(n.valid_from, n.valid_until, n.birth, n.death) = false',
    'n.birth < n.valid_until',
  ])('holds in windows as well: %s', async (condition) => {
    const [whole, each] = await bothOf(`MATCH (n) WHERE ${condition} RETURN n.name AS name`);
    expect(whole).toEqual(each);
  });

  test('goes through WITH, counting and several names', async () => {
    for (const rule of [
      'MATCH (n)-[:EXISTED_DURING]->(e) WITH n, count(e) AS many WHERE n.valid_from IS NULL RETURN n.name AS name, many',
      'MATCH (n), (m) WHERE n.birth < m.birth RETURN n.name AS name, m.name AS other',
      'MATCH (n:Kingdom) WITH n.valid_from AS starts, n MATCH (m) WHERE m.birth < starts RETURN n.name AS name, m.name AS other',
    ]) {
      const [whole, each] = await bothOf(rule);
      expect(whole, rule).toEqual(each);
      expect(whole.length, rule).toBeGreaterThan(0);
    }
  });
});
