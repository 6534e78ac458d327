import { type ApiKey, formatKey } from '../core/api-key.js';
import { Problem } from '../core/errors.js';
import type { Ids } from '../core/ports.js';
import { type Caller, maySee, type Role } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import {
  getKey,
  insertKey,
  type KeyAction,
  revokeKey as revokeStored,
  type StoredKey,
} from '../store/queries/projects/keys.js';
import type { Deps } from './deps.js';
import { hashSecret } from './key-ring.js';

export interface KeyRequest {
  /** The organisation of the key, and the project of its requests that name none. */
  tenant: Tenant;
  name: string;
  role: Role;
  /** The projects that it is bound to; null: all that who makes it may see. */
  projects: readonly string[] | null;
  /** ISO 8601 with offset; null never expires. */
  expiresAt: string | null;
}

/** Who does something to a key: what the record says of them, and the projects that they are held to. */
type Actor = Pick<Caller, 'name' | 'keyId' | 'projects'>;

/**
 * Makes a key, which opens at once what it is for. `secret` is the whole key as it is sent; nobody can read it again.
 * @throws Problem `invalid_request` when it would be expired from the start, or be for a project that it does not open or
 * that is not the actor's
 */
export async function createKey(
  deps: Pick<Deps, 'store' | 'ids' | 'secrets' | 'clock'> & Partial<Pick<Deps, 'keys'>>,
  { tenant: { orgId, project }, name, role, projects, expiresAt }: KeyRequest,
  by: Actor,
): Promise<{ key: ApiKey; secret: string }> {
  if (expiresAt !== null && Date.parse(expiresAt) <= deps.clock.now()) {
    throw new Problem('invalid_request', 'expires_at lies in the past.', [
      { path: 'expires_at', message: 'must lie in the future' },
    ]);
  }
  const bound = boundTo(projects, project, by);
  const [id, secret] = [deps.ids.next(), deps.secrets.next()];
  const row = { orgId, id, name, role, project, projects: bound, expiresAt, secretHash: hashSecret(secret) };
  const key = await deps.store.tenant(orgId, (db) => insertKey(db, row, actionOf(deps.ids, by)));
  deps.keys?.expect(key);
  return { key: withoutSecret(key), secret: formatKey({ orgId, id, secret }) };
}

/** The projects of a new key: never more than who makes it may see. */
function boundTo(asked: readonly string[] | null, project: string, by: Actor): string[] | null {
  const projects = asked ?? by.projects;
  if (projects === null) return null;
  const foreign = projects.findIndex((one) => !maySee(by, one));
  if (foreign >= 0) throw badProjects(`projects.${foreign}`, 'must be a project that this API key is bound to');
  if (!projects.includes(project)) throw badProjects('project', 'must be one of projects');
  return [...new Set(projects)];
}

function badProjects(path: string, message: string): Problem {
  return new Problem('invalid_request', 'The key would not open what it is for.', [{ path, message }]);
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
  const key = await deps.store.tenant(orgId, async (db) => {
    const found = await getKey(db, orgId, id);
    // A key that opens more than its own projects is not there for one that is bound.
    const isTheirs = by.projects === null || found?.projects?.every((project) => maySee(by, project)) === true;
    return isTheirs ? revokeStored(db, orgId, id, actionOf(deps.ids, by)) : null;
  });
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
