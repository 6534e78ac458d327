import type { Edge, TypeEnd } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import type { Db } from '../tenant.js';
import { BELIEVED } from './believed.js';

/** Relations of types $3 that are more than $5 different ones at end $4 of an entity. */
const SWEEP_COUNTS = `
WITH types AS (
  SELECT * FROM unnest($3::text[], $4::text[], $5::int[]) AS t (type, side, most)
), held AS MATERIALIZED (
  SELECT r.id, r.type, t.side, t.most, CASE t.side WHEN 'from' THEN r.from_id ELSE r.to_id END AS thing,
    CASE t.side WHEN 'from' THEN r.to_id ELSE r.from_id END AS holder
  FROM relations r JOIN types t ON t.type = r.type WHERE ${BELIEVED}
)
SELECT h.id FROM held h JOIN (
  SELECT type, side, thing FROM held GROUP BY type, side, thing, most HAVING count(DISTINCT holder) > most
) o USING (type, side, thing)`;

/** Ids of the relations of which an entity has more than it may. */
export async function sweepCounts(
  db: Db,
  tenant: Tenant,
  types: readonly (TypeEnd & { most: number })[],
): Promise<string[]> {
  const lists = [types.map(({ type }) => type), types.map(({ end }) => end), types.map(({ most }) => most)];
  const rows = await db.run<{ id: string }>({ text: SWEEP_COUNTS, values: [tenant.orgId, tenant.project, ...lists] });
  return rows.map(({ id }) => id);
}

/** Relations that make parents of one child of those to whom a source gives one gender. */
const SWEEP_GENDERS = `
WITH gendered AS MATERIALIZED (
  SELECT DISTINCT r.from_id AS parent, lower(btrim(r.value)) AS gender FROM relations r
  WHERE ${BELIEVED} AND r.type = 'GENDER'
), parents AS MATERIALIZED (
  SELECT r.id, r.from_id AS parent, r.to_id AS child FROM relations r WHERE ${BELIEVED} AND r.type = 'PARENT_OF'
)
SELECT p.id FROM parents p JOIN (
  SELECT p.child FROM (SELECT DISTINCT parent, child FROM parents) p JOIN gendered g USING (parent)
  GROUP BY p.child HAVING count(*) > count(DISTINCT g.gender)
) o USING (child)`;

/** Ids of the relations of parents who may be of one gender. */
export async function sweepGenders(db: Db, tenant: Tenant): Promise<string[]> {
  const rows = await db.run<{ id: string }>({ text: SWEEP_GENDERS, values: [tenant.orgId, tenant.project] });
  return rows.map(({ id }) => id);
}

/**
 * What goes on at both ends: what begins at an entity to which none leads, or leads to one from which none goes on, is in
 * no circle. Done three times, which leaves little of what has none, as families and places.
 */
const SWEEP_EDGES = `
WITH e0 AS MATERIALIZED (
  SELECT r.id, r.from_id, r.to_id FROM relations r WHERE ${BELIEVED} AND r.type = $3 COLLATE "C" AND r.to_id IS NOT NULL
), e1 AS MATERIALIZED (
  SELECT * FROM e0 e WHERE EXISTS (SELECT FROM e0 n WHERE n.from_id = e.to_id)
    AND EXISTS (SELECT FROM e0 p WHERE p.to_id = e.from_id)
), e2 AS MATERIALIZED (
  SELECT * FROM e1 e WHERE EXISTS (SELECT FROM e1 n WHERE n.from_id = e.to_id)
    AND EXISTS (SELECT FROM e1 p WHERE p.to_id = e.from_id)
)
SELECT id, from_id AS "from", to_id AS "to" FROM e2 e WHERE EXISTS (SELECT FROM e2 n WHERE n.from_id = e.to_id)
  AND EXISTS (SELECT FROM e2 p WHERE p.to_id = e.from_id)`;

/** The relations of an acyclic type that may be a part of a circle. */
export function sweepEdges(db: Db, tenant: Tenant, type: string): Promise<Edge[]> {
  return db.run<Edge>({ text: SWEEP_EDGES, values: [tenant.orgId, tenant.project, type] });
}
