import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';
import type { RecordedAction } from '../lore/change-relations.js';

/** Puts on the record what somebody did. */
export async function recordAction(db: Db, tenant: Tenant, action: RecordedAction): Promise<void> {
  const { id, action: what, who, nodeId, reason, detail, keyId } = action;
  const text = `INSERT INTO actions (org_id, project, id, at, who, action, node_id, reason, detail, key_id)
    VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8::json, $9)`;
  await db.run({ text, values: [tenant.orgId, tenant.project, id, who, what, nodeId, reason, toJson(detail), keyId] });
}
