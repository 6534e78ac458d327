import { type ApiKey, formatKey } from '../core/api-key.js';
import { Problem } from '../core/errors.js';
import type { Ids } from '../core/ports.js';
import type { Caller, Role } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import { insertKey, type KeyAction, revokeKey as revokeStored, type StoredKey } from '../store/queries/keys.js';
import type { Deps } from './deps.js';
import { hashSecret } from './key-ring.js';

export interface KeyRequest {
  /** The organisation of the key, and the project of its requests that name none. */
  tenant: Tenant;
  name: string;
  role: Role;
  /** ISO 8601 with offset; null never expires. */
  expiresAt: string | null;
}

/** Who does something to a key: what the record says of them. */
type Actor = Pick<Caller, 'name' | 'keyId'>;

/**
 * Makes a key, which opens at once what it is for. `secret` is the whole key as it is sent; nobody can read it again.
 * @throws Problem `invalid_request` when it would be expired from the start
 */
export async function createKey(
  deps: Pick<Deps, 'store' | 'ids' | 'secrets' | 'clock'> & Partial<Pick<Deps, 'keys'>>,
  { tenant: { orgId, project }, name, role, expiresAt }: KeyRequest,
  by: Actor,
): Promise<{ key: ApiKey; secret: string }> {
  if (expiresAt !== null && Date.parse(expiresAt) <= deps.clock.now()) {
    throw new Problem('invalid_request', 'expires_at lies in the past.', [
      { path: 'expires_at', message: 'must lie in the future' },
    ]);
  }
  const [id, secret] = [deps.ids.next(), deps.secrets.next()];
  const row = { orgId, id, name, role, project, expiresAt, secretHash: hashSecret(secret) };
  const key = await deps.store.tenant(orgId, (db) => insertKey(db, row, actionOf(deps.ids, by)));
  deps.keys?.expect(key);
  return { key: withoutSecret(key), secret: formatKey({ orgId, id, secret }) };
}

/**
 * Takes a key out of use: here at once, on other replicas within seconds. Again for a revoked key changes nothing.
 * @throws Problem `not_found`
 */
export async function revokeKey(
  deps: Pick<Deps, 'store' | 'ids' | 'keys'>,
  orgId: string,
  id: string,
  by: Actor,
): Promise<ApiKey> {
  const key = await recordRevocation(deps, orgId, id, by);
  deps.keys.learn(key);
  return withoutSecret(key);
}

/**
 * The same where no requests are served: every server learns of it within seconds.
 * @throws Problem `not_found`
 */
export async function recordRevocation(
  deps: Pick<Deps, 'store' | 'ids'>,
  orgId: string,
  id: string,
  by: Actor,
): Promise<StoredKey> {
  const key = await deps.store.tenant(orgId, (db) => revokeStored(db, orgId, id, actionOf(deps.ids, by)));
  if (key === null) throw new Problem('not_found', `There is no API key ${id} in this organisation.`);
  return key;
}

/** A key as it may be shown. */
export function withoutSecret({ secretHash: _hash, orgId: _org, ...key }: StoredKey): ApiKey {
  return key;
}

function actionOf(ids: Ids, { name, keyId }: Actor): KeyAction {
  return { id: ids.next(), who: name, keyId };
}
