import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readRule } from '../../src/consistency/cypher/rule.js';
import { isoCalendar } from '../../src/core/calendar.js';
import type { Tenant } from '../../src/core/scope.js';
import { RuleTooSlow, runRule } from '../../src/store/ontology/run.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { fragment, mutated, varied } from '../helpers/rule-texts.js';
import { compiled, planOf, tell } from '../helpers/rule-world.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const isSoak = process.env.LOREGUARD_SOAK === '1';
const LIMIT_MS = 2000;
/** What a busy machine may take to hear of the end of its time. */
const GRACE_MS = 3000;

const valid = parse(readFileSync(new URL('../golden/rules/valid.yaml', import.meta.url), 'utf8')) as { rule: string }[];
const rules = valid.map(({ rule }) => rule);

/** All that a rule could spoil, by what it says. */
const spoilable = () =>
  app.database.asAdmin(`SELECT
    (SELECT md5(string_agg(r::text, ',' ORDER BY r::text)) FROM relations r) AS relations,
    (SELECT md5(string_agg(e::text, ',' ORDER BY e::text)) FROM entities e) AS entities,
    (SELECT md5(string_agg(c::text, ',' ORDER BY c::text)) FROM claims c) AS claims,
    (SELECT count(*) FROM pg_class) AS tables`);

const read = (text: string) =>
  readRule(text, { parameters: { who: 'Ann', least: 1 }, readDate: (date) => isoCalendar.parse(date, 0) });

describe('whatever somebody writes as a rule', { timeout: isSoak ? 900_000 : 120_000 }, () => {
  test('never fails, writes or outlasts its time', async () => {
    const tenant = await tell(
      app,
      [
        ...['Ann', 'Bo'].map((name) => ({ type: 'Person', name })),
        { type: 'Kingdom', name: 'Karth' },
        { type: 'Location', name: 'Ford' },
      ],
      [
        { from: 'Ann', type: 'RULES', to: 'Karth', valid_from: '1200', valid_until: '1250' },
        { from: 'Bo', type: 'KNOWS', to: 'Ann' },
        { from: 'Karth', type: 'CONTROLS', to: 'Ford' },
      ],
    );
    const numRuns = isSoak ? 20_000 : 600;
    const before = await spoilable();
    let [ran, slowest] = [0, 0];
    const texts = fc.oneof(
      { weight: 1, arbitrary: fragment },
      { weight: 2, arbitrary: mutated(rules) },
      { weight: 7, arbitrary: varied(rules) },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const result = read(text);
        if (!result.isRule) return;
        ran += 1;
        const rule = compiled(app, tenant, result.plan);
        const start = performance.now();
        await app.store
          .snapshot(tenant.orgId, (db) => runRule(db, rule, LIMIT_MS))
          .catch((error: unknown) => expect(error, text).toBeInstanceOf(RuleTooSlow));
        slowest = Math.max(slowest, performance.now() - start);
      }),
      { numRuns },
    );
    expect(ran).toBeGreaterThan(numRuns / 20);
    expect(slowest).toBeLessThan(LIMIT_MS + GRACE_MS);
    expect(await spoilable()).toEqual(before);
  });
});

/** What would end a text, a name or a parameter of SQL, or of the rules' language. */
const HOSTILE = [
  "x'); DELETE FROM relations; --",
  'x"; DROP TABLE entities; --',
  "\\'; SELECT pg_sleep(9); --",
  '$1 OR true --',
  "' || current_setting('loreguard.org_id') || '",
  '*/ UNION ALL SELECT * FROM api_keys /*',
  '$$; COMMIT; $$',
  ']) WHERE true MATCH (all) RETURN all //',
];

/** As the rules' language writes a text. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

describe('what would be a statement elsewhere', () => {
  let tenant: Tenant;
  let before: unknown;
  beforeAll(async () => {
    tenant = await tell(app, [], []);
    const { project } = tenant;
    for (const [n, name] of HOSTILE.entries()) {
      const added = { project, type: 'Person', name, properties: { motto: `${name} ${n}` } };
      expect((await app.post('/v1/lore/add-entity', added)).status).toBe(201);
    }
    before = await spoilable();
  });
  afterAll(async () => expect(await spoilable()).toEqual(before));

  const namesBy = async (rule: string, parameters: Record<string, string> = {}) => {
    const asked = compiled(app, tenant, planOf(rule, parameters));
    const rows = await app.store.snapshot(tenant.orgId, (db) => runRule(db, asked, LIMIT_MS));
    return rows.map(({ row }) => row[0]);
  };

  test.each(HOSTILE)('is a text as any other: %s', async (odd) => {
    expect(await namesBy(`MATCH (n {name: ${quoted(odd)}}) RETURN n.name`)).toEqual([odd]);
    expect(await namesBy('MATCH (n) WHERE n.name = $odd RETURN n.name', { odd })).toEqual([odd]);
    expect(await namesBy(`MATCH (n) WHERE n.name IN ['x', ${quoted(odd)}] RETURN n.name`)).toEqual([odd]);
    const motto = `${odd} ${HOSTILE.indexOf(odd)}`;
    expect(await namesBy('MATCH (n) WHERE n.motto = $motto RETURN n.motto', { motto })).toEqual([motto]);
  });

  test.each(HOSTILE)('is a name as any other: %s', async (odd) => {
    const all = HOSTILE.length;
    expect(await namesBy(`MATCH (\`${odd}\`) RETURN \`${odd}\`.name AS \`${odd}\``)).toHaveLength(all);
    expect(await namesBy(`MATCH (n) WHERE n.\`${odd}\` IS NULL RETURN n.name`)).toHaveLength(all);
    expect(await namesBy(`MATCH (n) WITH n.name AS \`${odd}\` RETURN \`${odd}\``)).toHaveLength(all);
    for (const nothing of [
      `MATCH (n:\`${odd}\`) RETURN n.name`,
      `MATCH (n)-[:\`${odd}\`]->() RETURN n.name`,
      `MATCH (n)-[:\`${odd}\`*1..3]-() RETURN n.name`,
      `MATCH (n {\`${odd}\`: 'x'}) RETURN n.name`,
      `MATCH (r:Relation {type: ${quoted(odd)}}) RETURN r.id`,
    ])
      expect(await namesBy(nothing), nothing).toEqual([]);
  });
});
