import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { type GraphOracle, openGraphOracle } from '../helpers/graph-oracle.js';
import { matchRule } from '../helpers/rule-matcher.js';
import { storedWorld, tellWorld, world } from '../helpers/rule-samples.js';
import { planOf, rowsOf } from '../helpers/rule-world.js';

let app: TestApp;
let oracle: GraphOracle;
beforeAll(async () => {
  // One after the other: while the engine starts nothing else has its turn.
  oracle = await openGraphOracle();
  app = await createTestApp();
}, 120_000);
afterAll(async () => {
  await app?.close();
  await oracle?.close();
});

/** With the columns that each returns, and how the other engine has it written; what a window or a life is, that does not know. */
const RULES: readonly (readonly [rule: string, columns: number, otherwise?: string])[] = [
  ['MATCH (a)-[r:KNOWS]->(b) RETURN a.name AS a, b.name AS b', 2],
  ['MATCH (a)-[:KNOWS]->(b)-[:SERVES]->(c) RETURN a.name AS a, b.name AS b, c.name AS c', 3],
  ['MATCH (a)-[r]->(x)<-[q]-(b) RETURN a.name AS a, x.name AS x, b.name AS b', 3],
  ['MATCH (a)-[:ALLIED_WITH]-(b)-[:ALLIED_WITH]-(c) RETURN a.name AS a, b.name AS b, c.name AS c', 3],
  ['MATCH (a:Kingdom)-[:KNOWS]->(x)<-[:KNOWS]-(b:Person) WHERE a.name <> b.name RETURN a.name AS a, b.name AS b', 2],
  ['MATCH (a)-[:KNOWS*1..3]->(b) RETURN a.name AS a, b.name AS b', 2],
  ['MATCH (a)-[:KNOWS*2]-(b) RETURN a.name AS a, b.name AS b', 2],
  ["MATCH (a)-[:SERVES]->(b) MATCH (b)-[:KNOWS]->(c) WHERE c.type = 'Person' RETURN a.name AS a, c.name AS c", 2],
  ['MATCH (a)-[:KNOWS]->(b) WITH a, count(b) AS n WHERE n > 1 RETURN a.name AS a, n AS n', 2],
  ['MATCH (a)-[:KNOWS]->(b) RETURN a.name AS a, count(DISTINCT b) AS n', 2],
  ['MATCH (a:Person) OPTIONAL MATCH (a)-[:SERVES]->(b) RETURN a.name AS a, b.name AS b', 2],
  ['MATCH (a) OPTIONAL MATCH (a)-[:SERVES]->(b) WITH a, count(b) AS n WHERE n = 0 RETURN a.name AS a', 1],
  [
    'MATCH (a)-[:KNOWS]->(b) WHERE NOT (b)-[:KNOWS]->(a) RETURN a.name AS a, b.name AS b',
    2,
    'MATCH (a)-[:KNOWS]->(b) WHERE NOT EXISTS((b)-[:KNOWS]->(a)) RETURN a.name AS a, b.name AS b',
  ],
  [
    'MATCH (a) WHERE (a)-[:SERVES]->() AND NOT (a)-[:ALLIED_WITH]-() RETURN a.name AS a',
    1,
    'MATCH (a) WHERE EXISTS((a)-[:SERVES]->()) AND NOT EXISTS((a)-[:ALLIED_WITH]-()) RETURN a.name AS a',
  ],
  ['MATCH (a)-[:KNOWS]->(b) WITH DISTINCT b RETURN b.name AS b', 1],
  ["MATCH (a)-[:KNOWS]->(b) WHERE a.name IN ['Ann', 'Bo'] OR b.name < 'Cy' RETURN a.name AS a, b.name AS b", 2],
  ["MATCH (a {name: 'Ann'})-[:KNOWS]->(b)-[:KNOWS]->(a) RETURN b.name AS b", 1],
  ['MATCH (a)-[:KNOWS]->(b), (b)-[:KNOWS]->(c) WHERE a <> c RETURN a.name AS a, c.name AS c', 2],
];

const sorted = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();

describe('a compiled rule and the matcher of the tests', { timeout: 300_000 }, () => {
  test('answer what another engine does', async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(world, async (told) => {
        const tenant = await tellWorld(app, told);
        const known = await storedWorld(app, tenant);
        const graph = await oracle.tell(known);
        for (const [rule, columns, otherwise = rule] of RULES) {
          const plan = planOf(rule);
          const expected = sorted(await oracle.ask(graph, otherwise, columns));
          expect(sorted((await rowsOf(app, tenant, plan)).map(({ row }) => row)), rule).toEqual(expected);
          expect(sorted(matchRule(plan, known).map(({ row }) => row)), rule).toEqual(expected);
          matched += expected.length;
        }
      }),
      { numRuns: process.env.LOREGUARD_SOAK === '1' ? 100 : 6, endOnFailure: true },
    );
    expect(matched).toBeGreaterThan(50);
  });
});
