import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';
import { type EntityToPut, identityOf } from './put-entities.js';

/** Two of the same request may turn out to be one thing: the first of an identity takes it. */
const RETYPE = `
WITH item AS MATERIALIZED (
  SELECT DISTINCT ON (identity) * FROM json_to_recordset($3::json) AS i (id uuid, identity text, type text, name text)
  ORDER BY identity, id
)
UPDATE entities e SET type = i.type, identity = i.identity, name = i.name FROM item i
WHERE e.org_id = $1 AND e.project = $2 AND e.id = i.id AND NOT e.lore_verified AND e.merged_into IS NULL
  AND NOT EXISTS (SELECT FROM entities o WHERE o.org_id = $1 AND o.project = $2 AND o.identity = i.identity COLLATE "C")`;

/**
 * Says what provisional entities are, which until now was a guess. One that is vouched for stays as it is, and so does
 * one whose new identity another entity has.
 */
export async function retypeProvisional(
  db: Db,
  tenant: Tenant,
  entities: readonly Pick<EntityToPut, 'id' | 'type' | 'name' | 'distinction'>[],
): Promise<void> {
  if (entities.length === 0) return;
  const items = entities.map((entity) => ({ ...entity, identity: identityOf(entity) }));
  await retried(db, () => db.run({ text: RETYPE, values: [tenant.orgId, tenant.project, toJson(items)] }));
}
