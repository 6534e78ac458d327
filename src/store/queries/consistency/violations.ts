import type { Tenant } from '../../../core/scope.js';
import {
  type Severity,
  VIOLATION_KINDS,
  type ViolationAbout,
  type ViolationKind,
  type ViolationResolution,
  type ViolationStatus,
} from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';

/** A violation as it stands. */
export interface Violation {
  id: string;
  kind: ViolationKind;
  about: ViolationAbout;
  pairKey: string;
  /** Claims, relations or entities. */
  sides: string[];
  severity: Severity;
  status: ViolationStatus;
  resolution: ViolationResolution | null;
  flagged: boolean;
  runId: string | null;
  detail: Record<string, unknown>;
  /** ISO 8601 with microseconds. */
  detectedAt: string;
  resolvedAt: string | null;
  /** The rule that it breaks; null of an old one. */
  ruleId: string | null;
  acknowledgedAt: string | null;
  /** Rules that somebody wrote and that find the same. */
  alsoRuleIds: string[];
}

export const VIOLATION_COLUMNS = `v.id, v.kind, v.about, v.pair_key AS "pairKey", v.sides, v.severity, v.status, v.resolution, v.flagged, v.run_id AS "runId",
  v.detail, v.detected_at::text AS "detectedAt", v.resolved_at::text AS "resolvedAt",
  v.rule_id AS "ruleId", v.acknowledged_at::text AS "acknowledgedAt",
  v.also_rule_ids AS "alsoRuleIds"`;

/** The same as a list, in the order of `Listed`. */
export const VIOLATION_LIST = `json_build_array(v.id, v.kind, v.about, v.pair_key, v.sides, v.severity, v.status, v.resolution, v.flagged,
  v.run_id, v.detail, v.detected_at, v.resolved_at, v.rule_id, v.acknowledged_at, v.also_rule_ids)`;

export type ListedViolation = readonly [
  ...[id: string, kind: ViolationKind, about: ViolationAbout, pairKey: string, sides: string[], severity: Severity],
  ...[status: ViolationStatus, resolution: ViolationResolution | null, flagged: boolean, runId: string | null],
  ...[detail: Record<string, unknown>, detectedAt: string, resolvedAt: string | null, ruleId: string | null],
  ...[acknowledgedAt: string | null, alsoRuleIds: string[]],
];

export function violationOf(row: ListedViolation): Violation {
  const [id, kind, about, pairKey, sides, severity, status, resolution, flagged, runId, detail, detectedAt] = row;
  const [resolvedAt, ruleId, acknowledgedAt, alsoRuleIds] = [row[12], row[13], row[14], row[15]];
  const of = { id, kind, about, pairKey, sides, severity, status, resolution, flagged, runId, detail };
  return toViolation(Object.assign(of, { detectedAt, resolvedAt, ruleId, acknowledgedAt, alsoRuleIds }));
}

export function toViolation(row: Violation): Violation {
  const { detectedAt, resolvedAt, acknowledgedAt } = row;
  const instant = (text: string | null) => (text === null ? null : toInstant(text));
  return {
    id: row.id,
    kind: row.kind,
    about: row.about,
    pairKey: row.pairKey,
    sides: row.sides,
    severity: row.severity,
    status: row.status,
    resolution: row.resolution,
    flagged: row.flagged,
    runId: row.runId,
    detail: row.detail,
    detectedAt: toInstant(detectedAt),
    resolvedAt: instant(resolvedAt),
    ruleId: row.ruleId,
    acknowledgedAt: instant(acknowledgedAt),
    alsoRuleIds: row.alsoRuleIds,
  };
}

/** A violation; as it was at a system time (ISO 8601), if it had been opened by then. */
export async function getViolation(
  db: Db,
  tenant: Tenant,
  id: string,
  knownAt?: string | undefined,
): Promise<Violation | null> {
  const rows = await db.run<Violation>({
    name: 'get_violation',
    text: `SELECT ${VIOLATION_COLUMNS} FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.id = $3
      AND ($4::timestamptz IS NULL OR v.detected_at <= $4)`,
    values: [tenant.orgId, tenant.project, id, knownAt ?? null],
  });
  return rows.map((row) => asOf(toViolation(row), knownAt))[0] ?? null;
}

/** The violations between relations or claims that have one of these as a side, oldest first. */
export async function violationsOf(
  db: Db,
  tenant: Tenant,
  sideIds: readonly string[],
  statuses: readonly ViolationStatus[],
): Promise<Violation[]> {
  if (sideIds.length === 0) return [];
  const rows = await db.run<Violation>({
    name: 'violations_of',
    text: `SELECT DISTINCT ON (v.id) ${VIOLATION_COLUMNS} FROM unnest($3::uuid[]) AS side (id) CROSS JOIN LATERAL (
        SELECT s.violation_id FROM violation_sides s
        WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = side.id
      ) s CROSS JOIN LATERAL (
        SELECT * FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.id = s.violation_id LIMIT 1
      ) v
      WHERE v.status = ANY ($4::text[]) ORDER BY v.id`,
    values: [tenant.orgId, tenant.project, sideIds, statuses],
  });
  return rows.map(toViolation);
}

/** A violation as it was at a system time; one that was settled later was open then. */
export function asOf(violation: Violation, knownAt: string | undefined): Violation {
  const isLater = knownAt !== undefined && violation.resolvedAt !== null && isAfter(violation.resolvedAt, knownAt);
  return isLater ? { ...violation, status: 'open', resolution: null, resolvedAt: null } : violation;
}

/** Of two times in ISO 8601, whatever their precision and offset. */
function isAfter(a: string, b: string): boolean {
  const [first, second] = [Date.parse(a), Date.parse(b)];
  return first === second ? a > b : first > second;
}

/** Most open violations of a kind that are counted. */
export const OPEN_COUNTED_MAX = 10_000;

export type OpenCounts = Record<ViolationKind, number>;

/** What is open in a project, each kind up to a bound. */
export interface OpenOfProject {
  counts: OpenCounts;
  /** Those that no curator acknowledged, orphans not counted. */
  unacknowledged: number;
  /** Seconds since the whole project was looked through; null: it never was. */
  lastRunAgeS: number | null;
}

/** Counted in an index of just these rows, so that none of them is read. */
const countOf = (kind: ViolationKind, which: 'IS NULL' | 'IS NOT NULL') => `(SELECT count(*)::int FROM (
      SELECT FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.status = 'open' AND v.kind = '${kind}'
        AND v.acknowledged_at ${which} LIMIT ${OPEN_COUNTED_MAX}) o)`;

/** Each is counted once: most that are open are those that nobody acknowledged. */
const COUNTED = VIOLATION_KINDS.map(
  (kind) => `SELECT '${kind}' AS kind, ${countOf(kind, 'IS NULL')} AS fresh, ${countOf(kind, 'IS NOT NULL')} AS known`,
).join(' UNION ALL ');

/** A query for one row, an OpenOfProject. */
export const OPEN_OF_PROJECT = `SELECT json_object_agg(kind, least(fresh + known, ${OPEN_COUNTED_MAX})) AS counts,
    coalesce(sum(fresh) FILTER (WHERE kind <> 'orphan'), 0)::int AS unacknowledged, (
      SELECT extract(epoch FROM clock_timestamp() - r.finished_at)::float8 FROM consistency_runs r
      WHERE r.org_id = $1 AND r.project = $2 AND r.status = 'finished' AND r.scope = 'full'
      ORDER BY r.finished_at DESC LIMIT 1
    ) AS "lastRunAgeS" FROM (${COUNTED}) k`;

/** How many violations of each kind are open, up to a bound, and how long ago they were looked for. */
export async function openOfProject(db: Db, { orgId, project }: Tenant): Promise<OpenOfProject> {
  const [row] = await db.run<OpenOfProject>({
    name: 'open_of_project',
    text: OPEN_OF_PROJECT,
    values: [orgId, project],
  });
  if (row === undefined) throw new Error('a count is always answered');
  return row;
}

/** Who settled a violation, and why. */
export interface Settlement {
  violationId: string;
  who: string;
  reason: string | null;
}

/** The settlements of violations that somebody settled. */
export async function settlementsOf(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Map<string, Settlement>> {
  if (ids.length === 0) return new Map();
  const rows = await db.run<Settlement>({
    name: 'settlements_of',
    text: `SELECT a.* FROM unnest($3::uuid[]) AS v (id) CROSS JOIN LATERAL (
        SELECT a.node_id AS "violationId", a.who, a.reason FROM actions a
        WHERE a.org_id = $1 AND a.project = $2 AND a.node_id = v.id AND a.action IN ('resolve_contradiction', 'resolve_violation')
        ORDER BY a.at DESC LIMIT 1
      ) a`,
    values: [tenant.orgId, tenant.project, ids],
  });
  return new Map(rows.map((row) => [row.violationId, row]));
}

/** Says that violations were delivered in an answer. */
export async function flagViolations(db: Db, tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const text = `UPDATE violations v SET flagged = true FROM unnest($3::uuid[]) AS f (id)
    WHERE v.org_id = $1 AND v.project = $2 AND v.id = f.id AND NOT v.flagged`;
  await retried(db, () => db.run({ text, values: [tenant.orgId, tenant.project, ids] }));
}
