import { and, arrayContained, desc, eq, lt } from 'drizzle-orm';
import type { ApiKey } from '../../../core/api-key.js';
import { retried } from '../../errors.js';
import { apiKeys } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { cursorId, type Page, pageOf } from '../cursor.js';

/** A key with what its secret is checked against. */
export interface StoredKey extends ApiKey {
  orgId: string;
  /** SHA-256 of the secret, hexadecimal. */
  secretHash: string;
}

/** Puts an action on the record: what was done to a key, by whom. */
export interface KeyAction {
  id: string;
  who: string;
  /** The API key that was used; null for the bootstrap key. */
  keyId: string | null;
}

export type NewKey = Pick<
  StoredKey,
  'orgId' | 'id' | 'name' | 'role' | 'project' | 'projects' | 'expiresAt' | 'secretHash'
>;

const INSERT = `
WITH org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
), key AS (
  INSERT INTO api_keys (org_id, id, name, role, project, expires_at, secret_hash, created_by, projects, created_at)
  VALUES ($1, $2::uuid, $3, $4, $5, $6::timestamptz, $7, $8::uuid, $11::text[], clock_timestamp())
  RETURNING created_at
)
INSERT INTO actions (org_id, project, id, at, who, action, detail, key_id)
SELECT $1, $5, $9::uuid, key.created_at, $10, 'create_key', json_build_object('key_id', $2::uuid, 'role', $4::text), $8::uuid
FROM key`;

/** Stores a key. Answers it as it is stored. */
export async function insertKey(db: Db, key: NewKey, action: KeyAction): Promise<StoredKey> {
  const { orgId, id, name, role, project, projects, expiresAt, secretHash } = key;
  const values = [orgId, id, name, role, project, expiresAt, secretHash, action.keyId, action.id, action.who, projects];
  await retried(db, () => db.run({ text: INSERT, values }));
  const stored = await getKey(db, orgId, id);
  if (stored === null) throw new Error(`the key ${id} is not there after it was stored`);
  return stored;
}

/** One key of an organisation, whatever has become of it; null when there is none. */
export async function getKey(db: Db, orgId: string, id: string): Promise<StoredKey | null> {
  const [row] = await db.orm
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)));
  return row ?? null;
}

/**
 * The keys of an organisation, newest first, those that open nothing any more too.
 * @param within only keys that are bound to some of these projects and no other; null: all
 */
export async function listKeys(
  db: Db,
  orgId: string,
  { limit, cursor, within }: { limit: number; cursor?: string | undefined; within: readonly string[] | null },
): Promise<Page<StoredKey>> {
  const bound = within === null ? undefined : arrayContained(apiKeys.projects, [...within]);
  const older = cursor === undefined ? undefined : lt(apiKeys.id, cursorId(cursor));
  const rows = await db.orm
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), older, bound))
    .orderBy(desc(apiKeys.id))
    .limit(limit + 1);
  return pageOf(rows, limit);
}

/** Of two revocations at once one finds the row changed, and leaves it and the record alone. */
const REVOKE = `
WITH key AS (
  UPDATE api_keys SET revoked_at = clock_timestamp() WHERE org_id = $1 AND id = $2::uuid AND revoked_at IS NULL
  RETURNING revoked_at, project
)
INSERT INTO actions (org_id, project, id, at, who, action, detail, key_id)
SELECT $1, key.project, $3::uuid, key.revoked_at, $4, 'revoke_key', json_build_object('key_id', $2::uuid), $5::uuid
FROM key`;

/** Takes a key out of use for good; nothing happens when it is out already. Answers the key; null when there is none. */
export async function revokeKey(db: Db, orgId: string, id: string, action: KeyAction): Promise<StoredKey | null> {
  const values = [orgId, id, action.id, action.who, action.keyId];
  await retried(db, () => db.run({ text: REVOKE, values }));
  return getKey(db, orgId, id);
}

/** Notes that a key was used now, unless that was noted within the last minute. */
export async function touchKey(db: Db, orgId: string, id: string): Promise<void> {
  await db.run({
    name: 'touch_key',
    text: `UPDATE api_keys SET last_used_at = clock_timestamp() WHERE org_id = $1 AND id = $2
      AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`,
    values: [orgId, id],
  });
}
