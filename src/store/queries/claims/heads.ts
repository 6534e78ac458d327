import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { storedKey, toInstant } from '../../text.js';

/** A key that nobody has written yet gets version 0, which counts as none: so it can be held too. */
export const LOCK_HEADS = `
INSERT INTO guard_head AS h (org_id, project, key, version, changed_at)
SELECT $1, $2, key, 0, clock_timestamp() FROM unnest($3::text[]) AS wanted (key) ORDER BY key
ON CONFLICT (org_id, project, key) DO UPDATE SET version = h.version
RETURNING greatest(clock_timestamp(), changed_at + interval '1 microsecond')::text AS free_at`;

const LOCK_ENDS = `
SELECT e.merged_into IS NULL AS stands FROM entities e
WHERE e.org_id = $1 AND e.project = $2 AND e.id = ANY ($3::uuid[]) ORDER BY e.id FOR KEY SHARE`;

/**
 * Holds entities until the transaction ends: until then nobody can merge them. It comes before their keys are held, in
 * the order in which a merge takes both. An id that is no entity is left out.
 * @returns whether none of them was merged before
 */
export async function lockEnds(db: Db, tenant: Tenant, ids: readonly string[]): Promise<boolean> {
  const values = [tenant.orgId, tenant.project, [...new Set(ids)]];
  const rows = await db.run<{ stands: boolean }>({ name: 'lock_ends', text: LOCK_ENDS, values });
  return rows.every(({ stands }) => stands);
}

/**
 * Holds lock keys until the transaction ends: until then nobody else can commit a write that takes one of them.
 * @returns a system time, ISO 8601, that lies after all that was stored under these keys; null without any
 */
export async function lockHeads(db: Db, tenant: Tenant, keys: readonly string[]): Promise<string | null> {
  const values = [tenant.orgId, tenant.project, [...new Set(keys.map(storedKey))]];
  const rows = await db.run<{ free_at: string }>({ name: 'lock_heads', text: LOCK_HEADS, values });
  return rows.map(({ free_at }) => toInstant(free_at)).reduce<string | null>(later, null);
}

function later(one: string | null, other: string): string {
  return one === null || one < other ? other : one;
}
