import { beforeAll, describe, expect, it } from 'vitest';
import { CHANGED } from '../../src/core/change.js';
import { CHANGES } from '../../src/store/queries/asking/changes.js';
import {
  type ClaimFilter,
  claimBound,
  claimPage,
  EXAMINED_MAX,
  listClaims,
} from '../../src/store/queries/claims/claim-list.js';
import { TAKE_JOBS, takeJobs } from '../../src/store/queries/projects/jobs.js';
import { ACME } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';
import { blocksOf, explain, nodesOf, scansOf } from '../helpers/plan.js';

const CLAIMS = 100_000;
const context = useStore();
const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** The oldest is the only one of bob's, and of its tag; every claim has a job, of which one is due. */
const FILL = `
WITH made AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, valid_certain, valid_possible,
    reading, norm_version, normalizer_state, lock_keys, recall_keys, said_at, tags)
  SELECT 'acme', 'canary', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now() - interval '1 day',
    'claim ' || n, 'decision', 'active', CASE n WHEN 1 THEN 'bob' ELSE 'alice' END, '(,)', '(,)', '{"norms": []}', 1,
    'read', '{}', '{}', now(), CASE n WHEN 1 THEN '{first}'::text[] ELSE '{}' END
  FROM generate_series(1, ${CLAIMS}) AS n
  RETURNING *
)
INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
SELECT org_id, project, 'recheck', id, now(), now() + interval '1 hour' * CASE WHEN statement LIKE '%99999' THEN -1 ELSE 1 END
FROM made`;

beforeAll(async () => {
  await context.database.asAdmin('ALTER TABLE claims SET (autovacuum_enabled = off)');
  await context.database.asAdmin('ALTER TABLE jobs SET (autovacuum_enabled = off)');
  await context.database.asAdmin(FILL);
}, 60_000);

describe.each(['without', 'with'])('among a hundred thousand, %s statistics', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with') await context.database.asAdmin('ANALYZE');
  });

  const knownAt = new Date().toISOString();
  const filters: [string, Partial<ClaimFilter>][] = [
    ['an author', { who: 'bob' }],
    ['a tag', { tag: 'rare' }],
    ['a part of the statement', { q: 'no such words' }],
    ['an environment', { env: 'prod' }],
    ['another status', { status: 'cancelled' }],
    ['an earlier time', { who: 'bob', knownAt }],
    ['a dispute', { isDisputed: true }],
    ['an entity', { entity: 'Gateway' }],
    ['a source', { source: 'notes.md' }],
    ['a registered source', { sourceId: '01900000-0000-7000-8000-000000000001' }],
    ['what is unguarded', { guarded: false }],
  ];

  it.each(filters)('a page of claims by %s looks at no more than the bound', async (_, fields) => {
    const filter: ClaimFilter = { status: 'active', limit: 50, ...fields };
    const bounds = filter.knownAt === undefined ? [] : [claimBound(ACME, filter)];
    const last = bounds.length === 0 ? undefined : idOf(CLAIMS - EXAMINED_MAX + 1);
    for (const { text, values } of [...bounds, claimPage(ACME, filter, last)]) {
      const plan = await explain(context.store, text, values);
      const scans = scansOf(plan);
      // There are no sources here: which of its indexes says so is all the same.
      expect(scans.filter((scan) => !/ by (?:claims|lore_sources)_/.test(scan))).toEqual([]);
      expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      const looked = nodesOf(plan).map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
      expect(Math.max(...looked)).toBeLessThanOrEqual(EXAMINED_MAX);
    }
  });

  it('a page of claims by an author looks at theirs only', async () => {
    const filter: ClaimFilter = { status: 'active', limit: 50, who: 'bob' };
    const { text, values } = claimPage(ACME, filter);
    const plan = await explain(context.store, text, values);
    expect(scansOf(plan)).toContain('claims by claims_by_who');
    const looked = nodesOf(plan).map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...looked)).toBe(1);
  });

  it('a page of claims without a filter is full', async () => {
    const page = await context.store.tenant('acme', (db) => listClaims(db, ACME, { status: 'active', limit: 50 }));
    expect(page.items.map(({ statement }) => statement)).toEqual(
      Array.from({ length: 50 }, (_, n) => `claim ${CLAIMS - n}`),
    );
  });

  it('pages of claims by a rare filter lead to all of them, while claims are written', async () => {
    const found: string[] = [];
    let pages = 0;
    let cursor: string | null | undefined;
    for (; cursor !== null; pages += 1) {
      const filter = { status: 'active' as const, tag: 'first', limit: 2, cursor };
      const page = await context.store.tenant('acme', (db) => listClaims(db, ACME, filter));
      found.push(...page.items.map(({ statement }) => statement));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(['claim 1']);
    expect(pages).toBe(CLAIMS / EXAMINED_MAX + 1);
  });

  it('a page of changes looks at no more versions than it shows, and for the one before each', async () => {
    const [from, to, limit] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 51];
    const none = '00000000-0000-0000-0000-000000000000';
    for (const of of [CHANGED, ['claim']]) {
      const plan = await explain(context.store, CHANGES, ['acme', 'canary', from, to, from, none, limit, of]);
      const looked = nodesOf(plan).map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
      expect(Math.max(...looked)).toBe(limit);
    }
  });

  it('jobs that are due are taken without a look at the others', async () => {
    const plan = await explain(context.store, TAKE_JOBS, ['recheck', 20, null]);
    expect(scansOf(plan).sort()).toEqual(['jobs by jobs_due', 'jobs by jobs_pkey']);
    const scan = nodesOf(plan).find((node) => node['Index Name'] === 'jobs_due');
    expect(scan?.['Actual Rows']).toBe(1);
    expect(blocksOf(plan)).toBeLessThan(100);
  });
});

describe('takeJobs among a hundred thousand', () => {
  it('finds the one that is due', async () => {
    const taken = await context.store.tenant('acme', (db) => takeJobs(db, 'recheck', 20));
    expect(taken).toHaveLength(1);
  });
});
