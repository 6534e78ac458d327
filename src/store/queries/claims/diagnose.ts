import type { ClaimKind, ClaimStatus } from '../../../core/claim.js';
import type { Tenant } from '../../../core/scope.js';
import type { ReasonCode } from '../../../core/verdict.js';
import type { JobKind } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';

/** Most rows that one count looks at, newest first: what is beyond is not counted, and the answer says so. */
export const CLAIMS_COUNTED_MAX = 20_000;
export const DECISIONS_COUNTED_MAX = 10_000;
export const REASONS_COUNTED_MAX = 2000;
export const OTHERS_COUNTED_MAX = 10_000;

/** What a project holds. `counted` rows were looked at; when that is the most, there are more. */
export interface Holdings {
  claims: {
    counted: number;
    /** Of all that were counted. */
    byStatus: Partial<Record<ClaimStatus, number>>;
    /** Of the active ones, like what follows. */
    byKind: Partial<Record<ClaimKind, number>>;
    disputed: number;
    ingested: number;
    /** By why: nobody could read it, or it was forced. */
    unguarded: Record<string, number>;
  };
  openViolations: number;
  jobs: { waiting: number; byKind: Partial<Record<JobKind, number>>; oldestCreatedAt: string | null };
  contextVersion: number;
  /** Name of the last migration. */
  schema: string;
}

const IN_PROJECT = 'org_id = $1 AND project = $2';

export const COUNT_HOLDINGS = `
WITH claim AS MATERIALIZED (
  SELECT status, kind, is_disputed, guarded, unguarded FROM claims
  WHERE ${IN_PROJECT} AND system_until IS NULL ORDER BY id DESC LIMIT ${CLAIMS_COUNTED_MAX}
), active AS (
  SELECT * FROM claim WHERE status = 'active'
), violation AS (
  SELECT FROM violations WHERE ${IN_PROJECT} AND status = 'open' LIMIT ${OTHERS_COUNTED_MAX}
), job AS MATERIALIZED (
  SELECT kind, created_at FROM jobs WHERE ${IN_PROJECT} LIMIT ${OTHERS_COUNTED_MAX}
)
SELECT
  json_build_object(
    'counted', (SELECT count(*) FROM claim),
    'byStatus', (SELECT coalesce(json_object_agg(status, n), '{}')
      FROM (SELECT status, count(*) AS n FROM claim GROUP BY status) s),
    'byKind', (SELECT coalesce(json_object_agg(kind, n), '{}')
      FROM (SELECT kind, count(*) AS n FROM active GROUP BY kind) k),
    'disputed', (SELECT count(*) FROM active WHERE is_disputed),
    'ingested', (SELECT count(*) FROM active WHERE NOT guarded AND unguarded IS NULL),
    'unguarded', (SELECT coalesce(json_object_agg(unguarded, n), '{}')
      FROM (SELECT unguarded, count(*) AS n FROM active WHERE unguarded IS NOT NULL GROUP BY unguarded) u)
  ) AS claims,
  (SELECT count(*)::int FROM violation) AS "openViolations",
  (SELECT count(*)::int FROM job) AS waiting,
  (SELECT coalesce(json_object_agg(kind, n), '{}') FROM (SELECT kind, count(*) AS n FROM job GROUP BY kind) j) AS jobs,
  (SELECT min(created_at)::text FROM job) AS oldest,
  coalesce((SELECT context_version::int FROM projects WHERE ${IN_PROJECT}), 0) AS "contextVersion",
  (SELECT max(name COLLATE "C") FROM schema_migrations) AS schema`;

interface HoldingsRow extends Pick<Holdings, 'claims' | 'openViolations' | 'contextVersion' | 'schema'> {
  waiting: number;
  jobs: Holdings['jobs']['byKind'];
  oldest: string | null;
}

export async function countHoldings(db: Db, { orgId, project }: Tenant): Promise<Holdings> {
  const query = { name: 'count_holdings', text: COUNT_HOLDINGS, values: [orgId, project] };
  const [row] = await db.run<HoldingsRow>(query);
  if (row === undefined) throw new Error('a count has one row');
  const { waiting, jobs, oldest, ...rest } = row;
  return { ...rest, jobs: { waiting, byKind: jobs, oldestCreatedAt: oldest === null ? null : toInstant(oldest) } };
}

/** What the guard did in a window of system time. */
export interface GuardCounts {
  counted: number;
  /** When the oldest of those counted was made; null when there is none. */
  countedFrom: string | null;
  clean: number;
  warned: number;
  unchanged: number;
  /** Refused writes. */
  blocked: number;
  /** Stored in spite of a conflict. */
  forced: number;
  /** Decisions that did not last: see `COUNT_DECISIONS`. */
  reversed: {
    refusedThenStored: number;
    storedThenCancelled: number;
    storedThenDisputed: number;
    forcedThenKept: number;
  };
}

/**
 * The newest decisions of the window. A refusal is reversed when the same statement was stored later, by force, by a
 * supersede or because what it contradicted was gone; a stored claim when it is cancelled or disputed by now; and a
 * conflict that was overridden when the forced claim is still active.
 */
export const COUNT_DECISIONS = `
WITH counted AS MATERIALIZED (
  SELECT d.made_at, d.result, d.tier, d.claim_id, d.statement FROM decisions d
  WHERE d.org_id = $1 AND d.project = $2 AND d.made_at >= $3::timestamptz AND d.made_at < $4::timestamptz
  ORDER BY d.made_at DESC, d.id DESC LIMIT ${DECISIONS_COUNTED_MAX}
), stored AS MATERIALIZED (
  SELECT s.tier, c.status, c.is_disputed FROM counted s CROSS JOIN LATERAL (
    SELECT c.status, c.is_disputed FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = s.claim_id AND c.system_until IS NULL LIMIT 1
  ) c
  WHERE s.result = 'stored'
), last_stored AS MATERIALIZED (
  SELECT statement, max(made_at) AS made_at FROM counted WHERE result = 'stored' GROUP BY statement
)
SELECT count(*)::int AS counted, min(made_at)::text AS "countedFrom",
  count(*) FILTER (WHERE tier = 'clean')::int AS clean,
  count(*) FILTER (WHERE tier = 'warn')::int AS warned,
  count(*) FILTER (WHERE tier = 'unchanged')::int AS unchanged,
  count(*) FILTER (WHERE result = 'conflict')::int AS blocked,
  count(*) FILTER (WHERE tier = 'forced')::int AS forced,
  json_build_object(
    'refusedThenStored', (SELECT count(*) FROM counted r JOIN last_stored s USING (statement)
      WHERE r.result = 'conflict' AND s.made_at > r.made_at),
    'storedThenCancelled', (SELECT count(*) FROM stored WHERE status = 'cancelled'),
    'storedThenDisputed', (SELECT count(*) FROM stored WHERE status = 'active' AND is_disputed AND tier <> 'forced'),
    'forcedThenKept', (SELECT count(*) FROM stored WHERE status = 'active' AND tier = 'forced')
  ) AS reversed
FROM counted`;

export interface TimeWindow {
  /** System time, ISO 8601: from this moment on, and before that one. */
  from: string;
  until: string;
}

export async function countDecisions(db: Db, { orgId, project }: Tenant, window: TimeWindow): Promise<GuardCounts> {
  const values = [orgId, project, window.from, window.until];
  const [row] = await db.run<GuardCounts>({ name: 'count_decisions', text: COUNT_DECISIONS, values });
  if (row === undefined) throw new Error('a count has one row');
  return { ...row, countedFrom: row.countedFrom === null ? null : toInstant(row.countedFrom) };
}

/** How often one reason blocked or warned. */
export interface ReasonCount {
  code: ReasonCode;
  tier: 'block' | 'warn';
  /** Decisions that give the reason at least once. */
  decisions: number;
}

/** The record of a decision is read whole, so fewer are looked at. */
export const COUNT_REASONS = `
WITH counted AS MATERIALIZED (
  SELECT d.made_at, d.tier, d.id FROM decisions d
  WHERE d.org_id = $1 AND d.project = $2 AND d.made_at >= $3::timestamptz AND d.made_at < $4::timestamptz
  ORDER BY d.made_at DESC, d.id DESC LIMIT ${DECISIONS_COUNTED_MAX}
), telling AS MATERIALIZED (
  SELECT made_at, id FROM counted WHERE tier IN ('block', 'forced', 'warn') ORDER BY made_at DESC, id DESC LIMIT ${REASONS_COUNTED_MAX}
), given AS (
  SELECT DISTINCT t.id, r.code, r.tier FROM telling t CROSS JOIN LATERAL (
    SELECT d.record FROM decisions d
    WHERE d.org_id = $1 AND d.project = $2 AND d.made_at = t.made_at AND d.id = t.id LIMIT 1
  ) d CROSS JOIN LATERAL (
    SELECT c->>'code' AS code, 'block' AS tier FROM json_array_elements(d.record->'conflicts') AS c
    UNION ALL
    SELECT w->>'code', 'warn' FROM json_array_elements(d.record->'warnings') AS w
  ) r
)
SELECT code, tier, count(*)::int AS decisions, (SELECT count(*)::int FROM telling) AS counted FROM given
GROUP BY code, tier ORDER BY count(*) DESC, code, tier`;

/** Why the guard blocked and warned, most often first, and how many decisions were looked at for it. */
export async function countReasons(
  db: Db,
  { orgId, project }: Tenant,
  window: TimeWindow,
): Promise<{ counted: number; reasons: ReasonCount[] }> {
  const values = [orgId, project, window.from, window.until];
  const rows = await db.run<ReasonCount & { counted: number }>({ name: 'count_reasons', text: COUNT_REASONS, values });
  return { counted: rows[0]?.counted ?? 0, reasons: rows.map(({ counted: _, ...reason }) => reason) };
}
