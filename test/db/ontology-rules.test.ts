import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { RuleTooSlow, runRule } from '../../src/store/ontology/run.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { compiled, planOf, rowsOf, tell } from '../helpers/rule-world.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const KINGDOMS =
  'MATCH (k1:Kingdom)-[:CONTROLS]->(loc:Location)<-[:CONTROLS]-(k2:Kingdom) WHERE k1 <> k2 AND time_windows_overlap(k1.valid_from, k1.valid_until, k2.valid_from, k2.valid_until) RETURN k1, k2, loc';

const kingdom = (name: string) => ({ type: 'Kingdom', name });
const person = (name: string) => ({ type: 'Person', name });
const place = (name: string) => ({ type: 'Location', name });
const told = (from: string, type: string, to: string, valid_from?: string, valid_until?: string) => ({
  ...{ from, type, to },
  ...(valid_from === undefined ? {} : { valid_from }),
  ...(valid_until === undefined ? {} : { valid_until }),
});

const valid = parse(readFileSync(new URL('../golden/rules/valid.yaml', import.meta.url), 'utf8')) as { rule: string }[];

describe('a compiled rule', () => {
  test.each(valid)('runs as one statement: $rule', async ({ rule }) => {
    const tenant = { orgId: 'default', project: 'nothing' };
    expect(await rowsOf(app, tenant, planOf(rule, { least: 3, who: 'Aldric' }))).toBeInstanceOf(Array);
  });

  test('finds kingdoms that exist at one time and control one place, as the source document has the rule', async () => {
    const tenant = await tell(
      app,
      [kingdom('Karth'), kingdom('Vell'), kingdom('Old'), place('Ford')],
      [
        ...[told('Karth', 'CONTROLS', 'Ford', '1200', '1250'), told('Vell', 'CONTROLS', 'Ford', '1240', '1260')],
        told('Old', 'CONTROLS', 'Ford', '0900', '0950'),
        ...[told('Ann', 'FOUNDED', 'Karth', '1200', '1200'), told('Ann', 'FOUNDED', 'Vell', '1201', '1201')],
      ],
    );
    const rows = await rowsOf(app, tenant, planOf(KINGDOMS));
    expect(rows).toHaveLength(2);
    expect(rows[0]?.relations).toHaveLength(2);
    expect(rows[0]?.relations).toEqual(rows[1]?.relations);
  });

  test('counts, and keeps what was counted as what it rests on', async () => {
    const tenant = await tell(app, ['A', 'B', 'C', 'Child', 'Other'].map(person), [
      ...['A', 'B', 'C'].map((one) => told(one, 'PARENT_OF', 'Child')),
      told('A', 'PARENT_OF', 'Other'),
    ]);
    const many = 'MATCH (p)-[:PARENT_OF]->(c) WITH c, count(DISTINCT p) AS n WHERE n > 2 RETURN c, n';
    const rows = await rowsOf(app, tenant, planOf(many));
    expect(rows.map(({ row, relations }) => [row[1], relations.length])).toEqual([[3, 3]]);
  });

  test('can not write, though it were told to', async () => {
    const write = {
      text: "DELETE FROM relations RETURNING '[]'::json AS row, NULL AS relations, NULL AS entities",
      values: [],
      joinsAll: false,
    };
    const run = app.store.snapshot('default', (db) => runRule(db, write, 1000));
    await expect(run).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  test('is ended when it takes longer than it may', async () => {
    const slow = { text: 'SELECT pg_sleep(5)', values: [], joinsAll: false };
    const run = app.store.snapshot('default', (db) => runRule(db, slow, 100));
    await expect(run).rejects.toBeInstanceOf(RuleTooSlow);
  });

  test('sees nothing of another project or another organisation', async () => {
    const tenant = await tell(app, [person('Only here')], []);
    const all = planOf('MATCH (n:Person) RETURN n');
    expect(await rowsOf(app, tenant, all)).toHaveLength(1);
    expect(await rowsOf(app, { ...tenant, project: 'elsewhere' }, all)).toEqual([]);
    const rule = compiled(app, tenant, all);
    expect(await app.store.snapshot('other', (db) => runRule(db, rule, 1000))).toEqual([]);
  });

  test('has nothing in its text that the rule says', () => {
    const odd = "x'); DROP TABLE claims; --";
    const rule = `MATCH (\`${odd}\`:\`${odd}\`)-[:\`${odd}\` {\`${odd}\`: "${odd}"}]->(n) WHERE n.\`${odd}\` = "${odd}" RETURN n AS \`${odd}\``;
    const { text } = compiled(app, { orgId: odd, project: odd }, planOf(rule));
    expect(text).not.toContain('DROP');
    expect(text).not.toContain("'); ");
  });
});
