import type { Tenant } from '../../core/scope.js';
import type { Db } from '../tenant.js';
import { storedKey } from '../text.js';

/** A key that nobody has written yet gets version 0, which counts as none: so it can be held too. */
export const LOCK_HEADS = `
INSERT INTO guard_head AS h (org_id, project, key, version, changed_at)
SELECT $1, $2, key, 0, clock_timestamp() FROM unnest($3::text[]) AS wanted (key) ORDER BY key
ON CONFLICT (org_id, project, key) DO UPDATE SET version = h.version`;

/** Holds lock keys until the transaction ends: until then nobody else can commit a write that takes one of them. */
export async function lockHeads(db: Db, tenant: Tenant, keys: readonly string[]): Promise<void> {
  const values = [tenant.orgId, tenant.project, [...new Set(keys.map(storedKey))]];
  await db.run({ name: 'lock_heads', text: LOCK_HEADS, values });
}
