import { beforeAll, describe, expect, it } from 'vitest';
import { lifeTypesOf } from '../../src/lore/recorded.js';
import { listQuery, type ViolationFilter } from '../../src/store/queries/consistency/violation-list.js';
import { readPage } from '../../src/store/queries/records/page-record.js';
import { readViolations } from '../../src/store/queries/records/violations-record.js';
import { useStore } from '../helpers/database.js';
import { lexicon } from '../helpers/lexicon.js';
import { blocksOf, explain, nodesOf, statementOf } from '../helpers/plan.js';

const context = useStore();
const WORLD = { orgId: 'acme', project: 'karth' };
const VIOLATIONS = 100_000;
const HUB_RELATIONS = 5000;
const lifeTypes = lifeTypesOf(lexicon.relationTypes);
const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const SQL_ID = (n: string) => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const [RELATION, VIOLATION, PERSON, HUB, SOURCE] = [1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000];

/** Each violation has a disputed relation of its own as a side, of which a person has ten; one in five hundred is of the one source. */
const FILL = `
WITH told AS (
  INSERT INTO relations (org_id, project, id, system_from, type, from_id, to_id, valid_certain, valid_possible, valid_tail,
    extraction, prophetic, source_id, supersedes, properties, guarded, who, status, is_disputed, disputed_with)
  SELECT 'acme', 'karth', ${SQL_ID(`${RELATION} + n`)}, now(), 'LOCATED_IN', ${SQL_ID(`${PERSON} + n % 10000`)}, ${SQL_ID(`${HUB} + n % 1000 + 1`)},
    '(,)', '(,)', 0, 1, false, CASE WHEN n % 500 = 0 THEN ${SQL_ID(`${SOURCE}`)} END, '{}', '{}', false, 'mara', 'active', true, '{}'
  FROM generate_series(1, ${VIOLATIONS}) AS n
), found AS (
  INSERT INTO violations (org_id, project, id, kind, pair_key, severity, status, detected_at, sides, about, rule_id)
  SELECT 'acme', 'karth', ${SQL_ID(`${VIOLATION} + n`)}, CASE n % 3 WHEN 0 THEN 'contradiction' WHEN 1 THEN 'anachronism' ELSE 'orphan' END,
    n::text, CASE WHEN n % 5000 < 3 THEN 'error' ELSE 'warn' END,
    CASE WHEN n % 10000 < 3 THEN 'suspected' ELSE 'open' END, now(),
    ARRAY[CASE n % 3 WHEN 2 THEN ${SQL_ID(`${PERSON} + n`)} ELSE ${SQL_ID(`${RELATION} + n`)} END],
    CASE n % 3 WHEN 2 THEN 'entity' ELSE 'relation' END, CASE WHEN n % 2500 < 3 THEN 'rare' ELSE 'common' END
  FROM generate_series(1, ${VIOLATIONS}) AS n RETURNING sides, id
)
INSERT INTO violation_sides (org_id, project, side_id, violation_id) SELECT 'acme', 'karth', sides[1], id FROM found`;

const FILL_HUB = `
INSERT INTO relations (org_id, project, id, system_from, type, from_id, to_id, valid_certain, valid_possible, valid_tail,
  extraction, prophetic, supersedes, properties, guarded, who, status, is_disputed, disputed_with)
SELECT 'acme', 'karth', gen_random_uuid(), now(), 'MEMBER_OF', CASE WHEN n % 2 = 0 THEN ${SQL_ID(`${HUB}`)} ELSE ${SQL_ID(`${PERSON} + n % 2000`)} END,
  CASE WHEN n % 2 = 0 THEN ${SQL_ID(`${PERSON} + n % 2000`)} ELSE ${SQL_ID(`${HUB}`)} END, '(,)', '(,)', 0, 1, false, '{}', '{}', false, 'mara',
  'active', false, '{}'
FROM generate_series(1, ${HUB_RELATIONS * 2}) AS n`;

beforeAll(async () => {
  for (const table of ['relations', 'violations', 'violation_sides']) {
    await context.database.asAdmin(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await context.database.asAdmin(FILL);
  await context.database.asAdmin(FILL_HUB);
  await context.database.asAdmin(`INSERT INTO entities (org_id, project, id, identity, type, name, created_at, who)
    VALUES ('acme', 'karth', '${idOf(HUB)}', 'hub', 'Faction', 'Hub', now(), 'mara')`);
}, 180_000);

describe.each(['without', 'with'])('among a hundred thousand violations, %s statistics', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with') await context.database.asAdmin('ANALYZE');
  });

  const of = (n: number) => ({ ids: [idOf(PERSON + n)], text: 'Ada' });
  const source = { id: idOf(SOURCE), text: 'ballads.md' };
  const filters: [string, Omit<ViolationFilter, 'limit'>][] = [
    ['anachronisms of an entity', { kind: 'anachronism', status: 'open', subject: of(4) }],
    ['settled anachronisms of an entity', { kind: 'anachronism', status: 'resolved', subject: of(4) }],
    ['contradictions of an entity', { kind: 'contradiction', status: 'open', subject: of(3) }],
    ['orphans of an entity', { kind: 'orphan', status: 'open', subject: of(5) }],
    ['orphans of an entity, of any status', { kind: 'orphan', subject: of(5) }],
    ['contradictions of a source', { kind: 'contradiction', status: 'open', source }],
    ['severe anachronisms', { kind: 'anachronism', status: 'open', severity: 'error' }],
    ['severe anachronisms of any status', { kind: 'anachronism', severity: 'error' }],
    ['settled contradictions of an entity', { kind: 'contradiction', status: 'dismissed', subject: of(3) }],
    ['settled contradictions of a source', { kind: 'contradiction', status: 'dismissed', source }],
    ['what is suspected', { kind: 'contradiction', status: 'suspected' }],
    ['what breaks a rare rule', { kind: 'anachronism', status: 'open', ruleId: 'rare' }],
    ['a page of all that is open', { kind: 'anachronism', status: 'open' }],
  ];

  it.each(filters)('a page of %s looks at what it shows, never at all of them', async (_, filter) => {
    const { text, values } = listQuery(WORLD, { ...filter, limit: 50 });
    const plan = await explain(context.store, text, values);
    const looked = nodesOf(plan).filter((node) => node['Relation Name'] === 'violations');
    const rows = looked.map(
      (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    );
    expect(Math.max(...rows, 0)).toBeLessThanOrEqual(400);
    expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });

  // As answers list them: with their record, what is open, and who is named.
  it.each(filters)(
    'a page of %s, with all that is said beside it, walks no table',
    async (_, { subject, ...filter }) => {
      const named = subject === undefined ? [] : [...subject.ids];
      const input = { tenant: WORLD, knownAt: null, lifeTypes, named };
      const probe = { ...filter, limit: 50, tellsSince: true };
      const { text, values } = await statementOf(context.store, (db) => readViolations(db, input, probe));
      const plan = await explain(context.store, text, values, { isWarm: true });
      expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      // Beside it what is open is counted, up to its own bound.
      const page = nodesOf(plan).find((node) => node['Subplan Name'] === 'CTE found');
      const looked = page === undefined ? [] : nodesOf(page).filter((node) => node['Relation Name'] === 'violations');
      expect(looked).not.toEqual([]);
      const rows = looked.map(
        (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      );
      expect(Math.max(...rows, 0)).toBeLessThanOrEqual(400);
    },
  );

  const ofHub = { tenant: WORLD, knownAt: null, lifeTypes, named: [idOf(HUB)] };

  // Of a table that nobody analysed the planner takes it that an entity has one relation.
  it.runIf(statistics === 'with')('a page of what is told of a hub is read in its order', async () => {
    const { text, values } = await statementOf(context.store, (db) => readPage(db, ofHub, { limit: 50 }));
    const plan = await explain(context.store, text, values, { isWarm: true });
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] === 'relations');
    expect(scans.map((node) => node['Index Name']).sort()).toEqual(['relations_from_page', 'relations_to_page']);
    expect(Math.max(...scans.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(51);
    // With what stands beside it, of which the hub, the others and what is open are looked up one by one.
    expect(blocksOf(plan)).toBeLessThan(1000);
    const page = await context.store.tenant('acme', (db) => readPage(db, ofHub, { limit: 50 }));
    expect(page.items).toHaveLength(50);
    expect(page.hasMore).toBe(true);
  });

  it.runIf(statistics === 'with')('pages of a hub lead to each of its relations once', async () => {
    const found: string[] = [];
    for (let after: string | undefined; found.length < HUB_RELATIONS * 2 + 1; ) {
      const filter = { limit: 200, ...(after === undefined ? {} : { after }) };
      const { items, hasMore } = await context.store.tenant('acme', (db) => readPage(db, ofHub, filter));
      found.push(...items.map(({ id }) => id));
      after = items.at(-1)?.id;
      if (!hasMore) break;
    }
    expect(found).toHaveLength(HUB_RELATIONS * 2);
    expect(new Set(found).size).toBe(HUB_RELATIONS * 2);
    expect(found).toEqual([...found].sort());
  });
});
