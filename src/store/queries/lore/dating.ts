import type { Period } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import type { SourceKind } from '../../../core/source.js';
import { parseRange } from '../../columns.js';
import type { Db } from '../../tenant.js';
import { periodOf } from '../period-row.js';

/** A relation that tells when an entity was. */
export interface Dating {
  entityId: string;
  type: string;
  when: Period;
  extraction: number;
  prophetic: boolean;
  isDisputed: boolean;
  /** How reliable its source is; null of what no source is named for. */
  sourceKind: SourceKind | null;
}

interface Row extends Omit<Dating, 'when'> {
  certain: string;
  possible: string;
  tail: string;
}

/** $3 entities, $4 types, $5 what was believed then. */
const DATING = `
SELECT r.from_id AS "entityId", r.type, r.valid_certain AS certain, r.valid_possible AS possible, r.valid_tail AS tail,
  r.extraction, r.prophetic, r.is_disputed AS "isDisputed", s.kind AS "sourceKind"
FROM unnest($3::uuid[]) AS e (id) CROSS JOIN LATERAL (
  SELECT * FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.from_id = e.id AND r.type = ANY ($4::text[])
    AND coalesce(r.system_from <= $5::timestamptz, false) AND (r.system_until IS NULL OR r.system_until > $5::timestamptz)
    AND r.status = 'active' LIMIT 100000
) r LEFT JOIN LATERAL (
  SELECT s.kind FROM lore_sources s WHERE s.org_id = $1 AND s.project = $2 AND s.id = r.source_id LIMIT 1
) s ON true
ORDER BY r.id`;

/** What is told, by relations of these types, of when entities were, in the order in which it was said. */
export async function readDating(
  db: Db,
  tenant: Tenant,
  entityIds: readonly string[],
  types: readonly string[],
  knownAt: string | undefined,
): Promise<Dating[]> {
  if (entityIds.length === 0) return [];
  const values = [tenant.orgId, tenant.project, [...new Set(entityIds)], types, knownAt ?? 'infinity'];
  const rows = await db.run<Row>({ name: 'read_dating', text: DATING, values });
  return rows.map(({ certain, possible, tail, ...row }) => ({
    ...row,
    when: periodOf({
      validCertain: parseRange(certain),
      validPossible: parseRange(possible),
      validTail: Number(tail),
    }),
  }));
}
