import type { Tenant } from '../../core/scope.js';
import type { ViolationAbout, ViolationKind, ViolationResolution, ViolationStatus } from '../../core/violation.js';
import { retried } from '../errors.js';
import type { Db } from '../tenant.js';
import { toInstant } from '../text.js';
import { cursorId, type Page, pageOf } from './cursor.js';

/** A violation as it stands. */
export interface Violation {
  id: string;
  kind: ViolationKind;
  about: ViolationAbout;
  pairKey: string;
  /** Claims, relations or entities. */
  sides: string[];
  severity: string;
  status: ViolationStatus;
  resolution: ViolationResolution | null;
  flagged: boolean;
  runId: string | null;
  detail: Record<string, unknown>;
  /** ISO 8601 with microseconds. */
  detectedAt: string;
  resolvedAt: string | null;
}

const COLUMNS = `v.id, v.kind, v.about, v.pair_key AS "pairKey", v.sides, v.severity, v.status, v.resolution, v.flagged, v.run_id AS "runId",
  v.detail, v.detected_at::text AS "detectedAt", v.resolved_at::text AS "resolvedAt"`;

function toViolation(row: Violation): Violation {
  const { detectedAt, resolvedAt } = row;
  return { ...row, detectedAt: toInstant(detectedAt), resolvedAt: resolvedAt === null ? null : toInstant(resolvedAt) };
}

export async function getViolation(db: Db, tenant: Tenant, id: string): Promise<Violation | null> {
  const rows = await db.run<Violation>({
    name: 'get_violation',
    text: `SELECT ${COLUMNS} FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.id = $3`,
    values: [tenant.orgId, tenant.project, id],
  });
  return rows.map(toViolation)[0] ?? null;
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
    text: `SELECT DISTINCT ON (v.id) ${COLUMNS} FROM unnest($3::uuid[]) AS side (id) CROSS JOIN LATERAL (
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

export interface ContradictionFilter {
  /** Ids of an entity that stands on either end of a side; and what claims are about, in words. */
  subject?: { ids: readonly string[]; text: string } | undefined;
  severity?: string | undefined;
  /** A source that says a side, by its id; and as claims name it. */
  source?: { id: string | null; text: string } | undefined;
  status?: ViolationStatus | undefined;
  /** ISO 8601: those that were opened by then, with the status that they had. */
  knownAt?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A page of the contradictions, oldest first. */
export async function listContradictions(
  db: Db,
  tenant: Tenant,
  { subject, severity, source, status, knownAt, limit, cursor }: ContradictionFilter,
): Promise<Page<Violation>> {
  const values: unknown[] = [tenant.orgId, tenant.project, limit + 1];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const ofSide = (condition: string) => `EXISTS (
    SELECT FROM relations r WHERE r.org_id = v.org_id AND r.project = v.project AND r.id = ANY (v.sides)
      AND r.system_until IS NULL AND ${condition})`;
  const ofClaim = (condition: string) => `EXISTS (
    SELECT FROM claims c WHERE c.org_id = v.org_id AND c.project = v.project AND c.id = ANY (v.sides)
      AND c.system_until IS NULL AND v.about = 'claim' AND (${condition}))`;
  const conditions = [`v.org_id = $1 AND v.project = $2 AND v.kind = 'contradiction'`];
  if (cursor !== undefined) conditions.push(`v.id > ${parameter(cursorId(cursor), 'uuid')}`);
  if (severity !== undefined) conditions.push(`v.severity = ${parameter(severity, 'text')}`);
  if (knownAt !== undefined) conditions.push(hadStatus(status, parameter(knownAt, 'timestamptz'), parameter));
  else if (status !== undefined)
    conditions.push(status === 'open' ? `v.status = 'open'` : `v.status = ${parameter(status, 'text')}`);
  if (source !== undefined) {
    const said = ofSide(`r.source_id = ${parameter(source.id, 'uuid')}`);
    conditions.push(`(${said} OR ${ofClaim(`c.source = ${parameter(source.text, 'text')}`)})`);
  }
  if (subject !== undefined) {
    const ids = parameter(subject.ids, 'uuid[]');
    const text = parameter(subject.text, 'text');
    const about = `lower(c.entity) = lower(${text}) OR EXISTS (
      SELECT FROM json_array_elements(c.reading->'norms') n WHERE n->>'subject' = lower(${text}))`;
    conditions.push(`(${ofSide(`(r.from_id = ANY (${ids}) OR r.to_id = ANY (${ids}))`)} OR ${ofClaim(about)})`);
  }
  const text = `SELECT ${COLUMNS} FROM violations v WHERE ${conditions.join(' AND ')} ORDER BY v.id LIMIT $3`;
  const rows = (await db.run<Violation>({ text, values })).map(toViolation);
  return pageOf(
    rows.map((violation) => asOf(violation, knownAt)),
    limit,
  );
}

/** Of those that were opened by a time: the ones that had this status then. */
function hadStatus(
  status: ViolationStatus | undefined,
  then: string,
  parameter: (value: unknown, type: string) => string,
): string {
  const isOpened = `v.detected_at <= ${then}`;
  if (status === undefined) return isOpened;
  if (status === 'open') return `${isOpened} AND (v.resolved_at IS NULL OR v.resolved_at > ${then})`;
  return `${isOpened} AND v.resolved_at <= ${then} AND v.status = ${parameter(status, 'text')}`;
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

/** Most open contradictions that are counted. */
export const OPEN_COUNTED_MAX = 10_000;

/** How many contradictions are open, up to a bound. */
export async function countOpenContradictions(db: Db, tenant: Tenant): Promise<number> {
  const [row] = await db.run<{ open: number }>({
    name: 'count_open_contradictions',
    text: `SELECT count(*)::int AS open FROM (
      SELECT FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.status = 'open' AND v.kind = 'contradiction'
      LIMIT ${OPEN_COUNTED_MAX}) o`,
    values: [tenant.orgId, tenant.project],
  });
  return row?.open ?? 0;
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
        WHERE a.org_id = $1 AND a.project = $2 AND a.node_id = v.id AND a.action = 'resolve_contradiction'
        ORDER BY a.at DESC LIMIT 1
      ) a`,
    values: [tenant.orgId, tenant.project, ids],
  });
  return new Map(rows.map((row) => [row.violationId, row]));
}

/** Says that contradictions were delivered in an answer. */
export async function flagViolations(db: Db, tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const text = `UPDATE violations v SET flagged = true FROM unnest($3::uuid[]) AS f (id)
    WHERE v.org_id = $1 AND v.project = $2 AND v.id = f.id AND NOT v.flagged`;
  await retried(db, () => db.run({ text, values: [tenant.orgId, tenant.project, ids] }));
}
