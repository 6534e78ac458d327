import type { RelationEnd } from '../../../core/relation.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** Most relations at one end of an entity that are compared again because of what was told of it. */
const AT_BOUND = 100;

const STANDING = "r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.status = 'active'";

const disputedAt = (end: 'from' | 'to') => `
  SELECT r.id FROM unnest($3::uuid[]) AS t (id) CROSS JOIN LATERAL (
    SELECT r.id FROM relations r WHERE ${STANDING} AND r.is_disputed AND r.${end}_id = t.id
      ${end === 'to' ? 'AND r.to_id IS NOT NULL' : ''} LIMIT ${AT_BOUND}
  ) r`;

const ofTypeAt = (end: 'from' | 'to') => `
  SELECT r.id FROM unnest($4::uuid[], $5::text[], $6::text[]) AS p (thing, side, type) CROSS JOIN LATERAL (
    SELECT r.id FROM relations r WHERE ${STANDING} AND r.${end}_id = p.thing AND r.type = p.type COLLATE "C" LIMIT ${AT_BOUND}
  ) r WHERE p.side = '${end}'`;

const DEPENDENTS = `${[disputedAt('from'), disputedAt('to'), ofTypeAt('from'), ofTypeAt('to')].join(' UNION ')}`;

/** Ids of the relations that are disputed at these entities, $3, and of those of a type at an end of one, $4 to $6. */
export async function relationsAt(
  db: Db,
  tenant: Tenant,
  disputedAt: readonly string[],
  at: readonly { thing: string; end: RelationEnd; type: string }[],
): Promise<string[]> {
  if (disputedAt.length + at.length === 0) return [];
  const places = [at.map(({ thing }) => thing), at.map(({ end }) => end), at.map(({ type }) => type)];
  const values = [tenant.orgId, tenant.project, disputedAt, ...places];
  const rows = await db.run<{ id: string }>({ name: 'relations_at', text: DEPENDENTS, values });
  return rows.map(({ id }) => id);
}
