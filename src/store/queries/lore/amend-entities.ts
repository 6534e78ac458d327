import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';
import { NO_LONGER_PROVISIONAL } from './provisional.js';

/** Adds to what is told of an entity through the API; a property that is there is told anew. */
export async function addProperties(
  db: Db,
  tenant: Tenant,
  id: string,
  properties: Readonly<Record<string, unknown>>,
): Promise<void> {
  const text = `UPDATE entities SET properties = (properties::jsonb || $4::jsonb)::json
    WHERE org_id = $1 AND project = $2 AND id = $3`;
  await db.run({ text, values: [tenant.orgId, tenant.project, id, toJson(properties)] });
}

/** Says that a curator vouches for an entity. False when one did before. */
export async function verifyEntity(db: Db, tenant: Tenant, id: string, who: string): Promise<boolean> {
  const rows = await db.run({
    text: `UPDATE entities e SET ${NO_LONGER_PROVISIONAL}, lore_verified = true, verified_by = $4, verified_at = clock_timestamp()
      WHERE org_id = $1 AND project = $2 AND id = $3 AND verified_by IS NULL RETURNING id`,
    values: [tenant.orgId, tenant.project, id, who],
  });
  return rows.length > 0;
}

const HOLD = `SELECT id FROM entities WHERE org_id = $1 AND project = $2 AND id IN ($3, $4) AND merged_into IS NULL
  ORDER BY id FOR UPDATE`;

const MERGE = `
WITH merged AS (
  UPDATE entities e SET ${NO_LONGER_PROVISIONAL}, merged_into = $3
  WHERE e.org_id = $1 AND e.project = $2 AND (e.id = $4 OR e.merged_into = $4)
  RETURNING e.lore_verified
), vouched AS (
  UPDATE entities e SET ${NO_LONGER_PROVISIONAL}, lore_verified = true
  FROM (SELECT bool_or(lore_verified) AS any_verified FROM merged) m
  WHERE e.org_id = $1 AND e.project = $2 AND e.id = $3 AND m.any_verified AND NOT e.lore_verified
), called AS (
  DELETE FROM entity_names n WHERE n.org_id = $1 AND n.project = $2 AND n.entity_id = $4
  RETURNING n.key, n.document_id, n.name, n.kind
), name AS (
  INSERT INTO entity_names (org_id, project, key, entity_id, document_id, name, kind)
  SELECT $1, $2, key, $3, document_id, name, CASE kind WHEN 'name' THEN 'alias' ELSE kind END FROM called
  ON CONFLICT DO NOTHING
), declared AS (
  DELETE FROM entity_declarations d WHERE d.org_id = $1 AND d.project = $2 AND d.entity_id = $4
  RETURNING d.document_id, d.properties
), declaration AS (
  INSERT INTO entity_declarations (org_id, project, document_id, entity_id, properties)
  SELECT $1, $2, document_id, $3, properties FROM declared ON CONFLICT DO NOTHING
)
SELECT 1`;

/**
 * Makes one entity another name of `into`: its names and what documents say of it go over, its id goes on to be found. Its
 * relations are for the caller to move, in the same transaction. False when either is merged already, or is not there.
 */
export async function mergeEntity(db: Db, tenant: Tenant, into: string, id: string): Promise<boolean> {
  const values = [tenant.orgId, tenant.project, into, id];
  // By itself: what was merged into either while this waited for it is seen by the next statement only.
  if ((await db.run({ text: HOLD, values })).length < 2) return false;
  await db.run({ text: MERGE, values });
  return true;
}
