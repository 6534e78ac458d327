import type { RelationEnd } from '../../../core/relation.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** Relations at one end of an entity that are looked at. */
const AT_BOUND = 1000;

const typesAt = (end: RelationEnd) => `
  SELECT DISTINCT '${end}' AS side, r.id, r.type FROM unnest($3::uuid[]) AS e (id) CROSS JOIN LATERAL (
    SELECT e.id, r.type FROM relations r
    WHERE r.org_id = $1 AND r.project = $2 AND r.${end}_id = e.id AND r.system_until IS NULL AND r.status = 'active'
    LIMIT ${AT_BOUND}
  ) r`;

/** Which types of relations entities have, and on which end they stand there. */
export async function relationEnds(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
): Promise<{ id: string; end: RelationEnd; type: string }[]> {
  if (ids.length === 0) return [];
  const text = `${typesAt('from')} UNION ALL ${typesAt('to')}`;
  const values = [tenant.orgId, tenant.project, ids];
  const rows = await db.run<{ id: string; side: RelationEnd; type: string }>({ name: 'relation_ends', text, values });
  return rows.map(({ id, side, type }) => ({ id, end: side, type }));
}
