import { beforeAll, describe, expect, it } from 'vitest';
import {
  COUNT_DECISIONS,
  COUNT_REASONS,
  countDecisions,
  DECISIONS_COUNTED_MAX,
} from '../../src/store/queries/claims/diagnose.js';
import {
  AUDIT_EXAMINED_MAX,
  type AuditFilter,
  auditBound,
  auditQuery,
  listAudit,
} from '../../src/store/queries/projects/audit.js';
import { ACME } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';
import { blocksOf, explain, nodesOf, scansOf } from '../helpers/plan.js';

const ROWS = 60_000;
const context = useStore();

/** One second between two rows; nearly all are by one person and of one kind. */
const FILL = `
WITH n AS (
  SELECT n, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id,
    '2026-01-01Z'::timestamptz + n * interval '1 second' AS at
  FROM generate_series(1, ${ROWS}) AS n
), decided AS (
  INSERT INTO decisions (org_id, project, id, made_at, op, who, statement, result, tier, claim_id, record, request, timings)
  SELECT 'acme', 'canary', id, at, CASE n WHEN 77 THEN 'supersede' ELSE 'remember' END,
    CASE n % 20000 WHEN 5 THEN 'bob' ELSE 'alice' END, 'claim', 'stored', 'clean', id, '{}', '{}', '{}'
  FROM n WHERE n % 2 = 1
)
INSERT INTO actions (org_id, project, id, at, who, action, claim_id)
SELECT 'acme', 'canary', id, at, 'alice', CASE n WHEN 88 THEN 'cancel' ELSE 'ingest' END, id FROM n WHERE n % 2 = 0`;

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

beforeAll(async () => {
  for (const table of ['decisions', 'actions']) {
    await context.database.asAdmin(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await context.database.asAdmin(FILL);
}, 60_000);

describe.each(['without', 'with'])('a long record, %s statistics', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with') await context.database.asAdmin('ANALYZE');
  });

  const FILTERS: Record<string, Partial<AuditFilter>> = {
    'no filter': {},
    'a common person': { who: 'alice' },
    'a rare person': { who: 'bob' },
    'a common action': { action: 'remember' },
    'a rare action': { action: 'cancel' },
    'a rare operation': { action: 'supersede' },
    'one claim': { claimId: idOf(4711) },
    'a window of time': { from: at(30_000), until: at(30_010) },
  };

  it.each(Object.keys(FILTERS))('is read by an index for %s, a page at a time', async (name) => {
    const { text, values } = auditQuery(ACME, { limit: 10, ...FILTERS[name] });
    const plan = await explain(context.store, text, values);
    expect(plan['Actual Rows']).toBeGreaterThan(0);
    expect(scansOf(plan).length).toBeGreaterThan(1);
    expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(blocksOf(plan)).toBeLessThan(120);
  });

  it('is looked at up to a bound for what few pass, and goes on from there', async () => {
    const filter = { limit: 10, reason: 'that nobody gave' };
    const { text, values } = auditBound(ACME, filter);
    const plan = await explain(context.store, text, values);
    expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    const scans = nodesOf(plan).filter((node) => node['Index Name'] !== undefined);
    const read = scans.reduce((rows, scan) => rows + scan['Actual Rows'], 0);
    expect(read).toBeLessThanOrEqual(AUDIT_EXAMINED_MAX + 2);
    let [pages, cursor] = [0, null as string | null];
    do {
      const next = { ...filter, cursor: cursor ?? undefined };
      const page = await context.store.tenant('acme', (db) => listAudit(db, ACME, next));
      expect(page.items).toEqual([]);
      [pages, cursor] = [pages + 1, page.nextCursor];
    } while (cursor !== null);
    expect(pages).toBe(ROWS / AUDIT_EXAMINED_MAX + 1);
  });

  it('is counted up to a bound, the newest first', async () => {
    const window = { from: at(0), until: 'infinity' };
    const counts = await context.store.tenant('acme', (db) => countDecisions(db, ACME, window));
    expect(counts).toMatchObject({ counted: DECISIONS_COUNTED_MAX, clean: DECISIONS_COUNTED_MAX });
    expect(counts.countedFrom).toBe(at(ROWS - 2 * DECISIONS_COUNTED_MAX + 1).replace('Z', '000Z'));
    for (const query of [COUNT_DECISIONS, COUNT_REASONS]) {
      const plan = await explain(context.store, query, [ACME.orgId, ACME.project, window.from, window.until]);
      const read = nodesOf(plan).filter((node) => node['Index Name'] === 'decisions_by_time');
      expect(read[0]?.['Actual Rows']).toBe(DECISIONS_COUNTED_MAX);
      expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    }
  });

  it('goes on from a cursor in the middle at the same cost', async () => {
    const filter = { limit: 10, until: at(30_000) };
    const page = await context.store.tenant('acme', (db) => listAudit(db, ACME, filter));
    const { text, values } = auditQuery(ACME, { limit: 10, cursor: page.nextCursor ?? '' });
    const plan = await explain(context.store, text, values);
    expect(blocksOf(plan)).toBeLessThan(120);
    const next = await context.store.tenant('acme', (db) =>
      listAudit(db, ACME, { limit: 10, cursor: page.nextCursor ?? '' }),
    );
    expect(next.items.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => idOf(29_989 - n)));
  });
});
