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

const COLUMNS = `v.id, v.kind, v.about, v.sides, v.severity, v.status, v.resolution, v.flagged, v.run_id AS "runId",
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

/** Those of these pairs, by \`pairKey\`, between which a contradiction was ever opened. */
export async function knownContradictions(db: Db, tenant: Tenant, pairKeys: readonly string[]): Promise<Set<string>> {
  if (pairKeys.length === 0) return new Set();
  const rows = await db.run<{ key: string }>({
    name: 'known_contradictions',
    text: `SELECT p.key FROM unnest($3::text[]) AS p (key) WHERE EXISTS (
        SELECT FROM violations v
        WHERE v.org_id = $1 AND v.project = $2 AND v.kind = 'contradiction' AND v.pair_key = p.key COLLATE "C"
      )`,
    values: [tenant.orgId, tenant.project, pairKeys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Ids of the open contradictions of these pairs, by \`pairKey\`. */
export async function openContradictionsOf(db: Db, tenant: Tenant, pairKeys: readonly string[]): Promise<string[]> {
  if (pairKeys.length === 0) return [];
  const rows = await db.run<{ id: string }>({
    name: 'open_contradictions_of',
    text: `SELECT v.id FROM unnest($3::text[]) AS p (key) CROSS JOIN LATERAL (
        SELECT id FROM violations v
        WHERE v.org_id = $1 AND v.project = $2 AND v.kind = 'contradiction' AND v.pair_key = p.key COLLATE "C"
          AND v.status = 'open' LIMIT 1
      ) v`,
    values: [tenant.orgId, tenant.project, pairKeys],
  });
  return rows.map(({ id }) => id);
}

/** Which of these violations are on record, whatever became of them; each is named by its kind and `pairKey`: `kind|key`. */
export async function knownViolations(db: Db, tenant: Tenant, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const kinds = names.map((name) => name.slice(0, name.indexOf('|')));
  const keys = names.map((name) => name.slice(name.indexOf('|') + 1));
  const rows = await db.run<{ name: string }>({
    name: 'known_violations',
    text: `SELECT p.kind || '|' || p.key AS name FROM unnest($3::text[], $4::text[]) AS p (kind, key)
      WHERE EXISTS (
        SELECT FROM violations v
        WHERE v.org_id = $1 AND v.project = $2 AND v.kind = p.kind COLLATE "C" AND v.pair_key = p.key COLLATE "C"
      )`,
    values: [tenant.orgId, tenant.project, kinds, keys],
  });
  return new Set(rows.map(({ name }) => name));
}

export interface ContradictionFilter {
  /** Ids of an entity that stands on either end of a side. */
  subjectIds?: readonly string[] | undefined;
  severity?: string | undefined;
  /** A source that says a side. */
  sourceId?: string | undefined;
  status?: ViolationStatus | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A page of the contradictions, oldest first. */
export async function listContradictions(
  db: Db,
  tenant: Tenant,
  { subjectIds, severity, sourceId, status, limit, cursor }: ContradictionFilter,
): Promise<Page<Violation>> {
  const values: unknown[] = [tenant.orgId, tenant.project, limit + 1];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const ofSide = (condition: string) => `EXISTS (
    SELECT FROM relations r WHERE r.org_id = v.org_id AND r.project = v.project AND r.id = ANY (v.sides)
      AND r.system_until IS NULL AND ${condition})`;
  const conditions = [`v.org_id = $1 AND v.project = $2 AND v.kind = 'contradiction'`];
  if (cursor !== undefined) conditions.push(`v.id > ${parameter(cursorId(cursor), 'uuid')}`);
  if (severity !== undefined) conditions.push(`v.severity = ${parameter(severity, 'text')}`);
  if (status !== undefined)
    conditions.push(status === 'open' ? `v.status = 'open'` : `v.status = ${parameter(status, 'text')}`);
  if (sourceId !== undefined) conditions.push(ofSide(`r.source_id = ${parameter(sourceId, 'uuid')}`));
  if (subjectIds !== undefined) {
    const ids = parameter(subjectIds, 'uuid[]');
    conditions.push(ofSide(`(r.from_id = ANY (${ids}) OR r.to_id = ANY (${ids}))`));
  }
  const text = `SELECT ${COLUMNS} FROM violations v WHERE ${conditions.join(' AND ')} ORDER BY v.id LIMIT $3`;
  return pageOf((await db.run<Violation>({ text, values })).map(toViolation), limit);
}

/** Says that contradictions were delivered in an answer. */
export async function flagViolations(db: Db, tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const text = `UPDATE violations v SET flagged = true FROM unnest($3::uuid[]) AS f (id)
    WHERE v.org_id = $1 AND v.project = $2 AND v.id = f.id AND NOT v.flagged`;
  await retried(db, () => db.run({ text, values: [tenant.orgId, tenant.project, ids] }));
}
