import type { Changed } from '../../../core/change.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { cursorMoment, type Page, pageByTime } from '../cursor.js';

/** A version of a claim or a relation, or an entity, and when it was stored. */
export interface StoredVersion {
  about: Changed;
  id: string;
  /** ISO 8601 with microseconds. */
  at: string;
  /** When the version before was stored; null: there was none. */
  before: string | null;
}

export interface ChangesFilter {
  /** System times, ISO 8601: after the first, up to the second. */
  from: string;
  to: string;
  of: readonly Changed[];
  limit: number;
  cursor?: string | undefined;
}

const stored = (about: Changed, table: string, time: string) => `
  (SELECT '${about}' AS about, v.id, v.${time} AS at FROM ${table} v
  WHERE '${about}' = ANY ($8::text[]) AND v.org_id = $1 AND v.project = $2 AND v.${time} > $3 AND v.${time} <= $4
    AND (v.${time}, v.id) > ($5::timestamptz, $6::uuid)
  ORDER BY v.${time}, v.id LIMIT $7)`;

const before = (about: Changed, table: string) => `
LEFT JOIN LATERAL (
  SELECT b.system_from FROM ${table} b
  WHERE v.about = '${about}' AND b.org_id = $1 AND b.project = $2 AND b.id = v.id AND b.system_from < v.at
  ORDER BY b.system_from DESC LIMIT 1
) ${table} ON true`;

/** What was stored after $3, and after $6 of the time $5, up to $4, of the kinds $8, each with the version before. */
export const CHANGES = `
SELECT v.about, v.id, v.at::text AS at, coalesce(claims.system_from, relations.system_from)::text AS before
FROM (
  SELECT * FROM (${[
    stored('claim', 'claims', 'system_from'),
    stored('relation', 'relations', 'system_from'),
    stored('entity', 'entities', 'created_at'),
  ].join('\n  UNION ALL')}
  ) every ORDER BY at, id LIMIT $7
) v${before('claim', 'claims')}${before('relation', 'relations')}
ORDER BY v.at, v.id`;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A page of what was stored between two system times, in its order. */
export async function listVersions(
  db: Db,
  tenant: Tenant,
  { from, to, of, limit, cursor }: ChangesFilter,
): Promise<Page<StoredVersion>> {
  const after = cursor === undefined ? { at: from, id: NO_ID } : cursorMoment(cursor);
  const values = [tenant.orgId, tenant.project, from, to, after.at, after.id, limit + 1, of];
  const rows = await db.run<StoredVersion>({ name: 'list_versions', text: CHANGES, values });
  const instants = rows.map((row) => ({
    ...row,
    at: toInstant(row.at),
    before: row.before === null ? null : toInstant(row.before),
  }));
  return pageByTime(instants, limit);
}
