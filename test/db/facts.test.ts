import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { GET_ACTIVE } from '../../src/store/queries/claims/candidate-versions.js';
import { COMPARED_BOUND, FIND_CANDIDATES_OF_MANY } from '../../src/store/queries/claims/candidates.js';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { CLAIMS_COUNTED_MAX, COUNT_HOLDINGS, countHoldings } from '../../src/store/queries/claims/diagnose.js';
import type { FactToStore } from '../../src/store/queries/claims/fact-rows.js';
import { FIND_FACTS, findFacts } from '../../src/store/queries/claims/facts.js';
import { storeFacts } from '../../src/store/queries/claims/store-facts.js';
import { ACME, factToStore } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';
import { blocksOf, explain, nodesOf, scansOf, statementOf } from '../helpers/plan.js';

const CLAIMS = CLAIMS_COUNTED_MAX + 1000;
const NOW = new Date().toISOString();
const context = useStore();

/** As ingest leaves them: each has a key of its own and one that all share. */
const FILL = `
WITH made AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, valid_certain, valid_possible,
    reading, norm_version, normalizer_state, lock_keys, recall_keys, said_at)
  SELECT 'acme', 'canary', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'claim ' || n,
    'fact', 'active', 'alice', '(,)', '(,)', '{"norms": []}', 1, 'read', ARRAY['own ' || n], ARRAY['all'], now()
  FROM generate_series(1, ${CLAIMS}) AS n
  RETURNING *
), named AS (
  INSERT INTO natural_keys SELECT org_id, project, statement, id FROM made
)
INSERT INTO recall_keys SELECT org_id, project, unnest(lock_keys || recall_keys), id, octet_length(statement) FROM made`;

const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

beforeAll(async () => {
  for (const table of ['claims', 'recall_keys', 'natural_keys']) {
    await context.database.asAdmin(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await context.database.asAdmin(FILL);
}, 60_000);

describe.each(['without', 'with'])('with twenty thousand facts, %s statistics', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with') await context.database.asAdmin('ANALYZE');
  });

  it('looks each key up', async () => {
    const plan = await explain(context.store, FIND_FACTS, [ACME.orgId, ACME.project, ['claim 5', 'claim 6', 'none']]);
    expect(scansOf(plan).sort()).toEqual([expect.stringMatching(/^claims by/), 'natural_keys by natural_keys_pkey']);
    expect(blocksOf(plan)).toBeLessThan(60);
  });

  it('stores new and changed facts without reading more than they name', async () => {
    const found = await context.store.tenant('acme', (db) => findFacts(db, ACME, ['claim 7', 'claim 8']));
    const changed = [...found.values()].map(({ id, systemFrom }) => factToStore({ id, seen: systemFrom }));
    const { text, values } = await statementOf(context.store, (db) =>
      storeFacts(db, ACME, { runId: v7(), beganAt: NOW, keyId: null }, [...changed, factToStore({}), factToStore({})]),
    );
    const plan = await explain(context.store, text, values);
    expect(plan['Actual Rows']).toBe(4);
    expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(blocksOf(plan)).toBeLessThan(500);
  });

  it('are counted up to a bound', async () => {
    const { claims } = await context.store.tenant('acme', (db) => countHoldings(db, ACME));
    expect(claims).toMatchObject({ counted: CLAIMS_COUNTED_MAX, byStatus: { active: CLAIMS_COUNTED_MAX } });
    const plan = await explain(context.store, COUNT_HOLDINGS, [ACME.orgId, ACME.project]);
    const read = nodesOf(plan).filter((node) => node['Relation Name'] === 'claims');
    expect(read.map((node) => node['Actual Rows'])).toEqual([CLAIMS_COUNTED_MAX]);
  });

  it('finds what many claims are to be compared with within the bounds of their keys', async () => {
    const ids = [idOf(9), idOf(10)];
    const many = await explain(context.store, FIND_CANDIDATES_OF_MANY, [ACME.orgId, ACME.project, ids]);
    // Two pages of an index and one of the table for each claim that is looked up, and few for the keys.
    expect(blocksOf(many)).toBeLessThan(ids.length * (3 * COMPARED_BOUND + 36));
    expect(many['Actual Rows']).toBeGreaterThan(0);
    const projects = ids.map(() => ACME.project);
    const rows = await explain(context.store, GET_ACTIVE, [ACME.orgId, projects, ids, ids.map(() => null)]);
    expect([rows['Actual Rows'], blocksOf(rows) < 30]).toEqual([2, true]);
  });
});

describe('storeFacts', () => {
  const store = (facts: FactToStore[]) =>
    context.store.tenant('acme', (db) => storeFacts(db, ACME, { runId: v7(), beganAt: NOW, keyId: null }, facts));

  it('leaves out a key or a version that another write took, and stores the rest', async () => {
    const first = factToStore({ naturalKey: 'taken' });
    expect((await store([first])).get(first.id)).toMatchObject({ isNew: true });
    const [late, other] = [factToStore({ naturalKey: 'taken' }), factToStore({})];
    const stale = { ...first, seen: '2020-01-01T00:00:00.000000Z' };
    expect([...(await store([late, stale, other])).keys()]).toEqual([other.id]);
    const stored = await context.store.tenant('acme', (db) => getClaim(db, ACME, late.id));
    expect(stored).toBeNull();
  });

  it('stores all of a chunk, or nothing of it', async () => {
    const [good, bad] = [factToStore({ naturalKey: 'good' }), factToStore({ naturalKey: 'bad', actionId: 'no id' })];
    await expect(store([good, bad])).rejects.toThrow(/form/);
    expect(await context.store.tenant('acme', (db) => findFacts(db, ACME, ['good', 'bad']))).toEqual(new Map());
    const left = await context.database.asAdmin(
      `SELECT 1 FROM natural_keys WHERE key = 'good' UNION ALL SELECT 1 FROM jobs WHERE claim_id = '${good.id}'`,
    );
    expect(left).toEqual([]);
  });

  it('takes the lock keys of both versions of a changed fact', async () => {
    const first = factToStore({ lockKeys: ['before'] });
    const done = await store([first]);
    const seen = done.get(first.id)?.systemFrom ?? '';
    const next = (await store([{ ...first, seen, lockKeys: ['after'], actionId: v7() }])).get(first.id);
    expect(next).toMatchObject({ isNew: false });
    expect((next?.systemFrom ?? '') > seen).toBe(true);
    const heads = await context.database.asAdmin(
      "SELECT key, version::int FROM guard_head WHERE key IN ('before', 'after') ORDER BY key",
    );
    expect(heads).toEqual([
      { key: 'after', version: 1 },
      { key: 'before', version: 2 },
    ]);
    const listed = await context.database.asAdmin(
      `SELECT key FROM recall_keys WHERE claim_id = '${first.id}' ORDER BY key`,
    );
    expect(listed).toEqual([{ key: 'after' }, { key: 'all' }]);
  });
});
