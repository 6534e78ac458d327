import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isUsable, type KeyParts, parseKey } from '../core/api-key.js';
import type { Clock } from '../core/ports.js';
import type { Caller } from '../core/role.js';
import { getKey, type StoredKey, touchKey } from '../store/queries/projects/keys.js';
import type { Store } from '../store/store.js';

/** How long a key may go on here after another replica revoked it. */
export const KEY_TTL_MS = 5000;
/** How long a key that was not found is not looked for again. */
export const REFUSED_TTL_MS = 30_000;
const TOUCH_EVERY_MS = 60_000;
const KEYS_MAX = 10_000;

interface Place {
  orgId: string;
  id: string;
}

/**
 * The API keys that this process knows. What it read a few seconds ago it doesn't read again, so that a request costs
 * no round trip more; what it revoked itself it knows at once. A key that is not there is not looked for again for a
 * while: nobody can send one before it is made, as its id is random.
 */
export class KeyRing {
  readonly #store: Store;
  readonly #clock: Clock;
  /** What is too old to be relied on stays in it, and tells a key that was good a while ago from a stranger's. */
  readonly #known: LRUCache<string, StoredKey, Place>;
  readonly #refused: LRUCache<string, true>;
  readonly #touched: LRUCache<string, true>;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    const perf = { now: () => clock.elapsed() };
    this.#touched = new LRUCache({ max: KEYS_MAX, ttl: TOUCH_EVERY_MS, perf });
    this.#refused = new LRUCache({ max: KEYS_MAX, ttl: REFUSED_TTL_MS, perf });
    this.#known = new LRUCache({
      ...{ max: KEYS_MAX, ttl: KEY_TTL_MS, perf },
      // A read that a revocation overtakes is answered, and not remembered.
      ignoreFetchAbort: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: async (_name, _stale, { context: { orgId, id } }) =>
        (await store.tenant(orgId, (db) => getKey(db, orgId, id))) ?? undefined,
    });
  }

  /**
   * Whom a key belongs to; null when it is none of ours, revoked, expired or wrong in any other way.
   * @param beforeAsking done before the database is asked about a key that this process never saw; what it throws is
   * the answer
   * @throws Problem `unavailable` when the database can't tell
   */
  async callerOf(text: string, beforeAsking?: () => Promise<void>): Promise<Caller | null> {
    const parts = parseKey(text);
    if (parts === null) return null;
    const key = await this.#find(parts, beforeAsking);
    if (key === undefined || !isSecretOf(key, parts.secret) || !isUsable(key, this.#clock.now())) return null;
    this.#touch(key);
    const { role, name, id, orgId, project, projects, expiresAt } = key;
    return { role, name, keyId: id, orgId, project, projects, expiresAt };
  }

  /** Knows from now on what became of a key. */
  learn(key: StoredKey): void {
    this.#known.set(nameOf(key), key);
  }

  /** Looks for a key that was made now, whatever was found before. */
  expect(place: Place): void {
    this.#refused.delete(nameOf(place));
  }

  async #find(parts: KeyParts, beforeAsking?: () => Promise<void>): Promise<StoredKey | undefined> {
    const name = nameOf(parts);
    if (this.#refused.has(name)) return undefined;
    const before = this.#known.peek(name, { allowStale: true });
    // A secret never changes, so a wrong one is wrong however old the rest is.
    if (before !== undefined && !isSecretOf(before, parts.secret)) return undefined;
    if (before === undefined) await beforeAsking?.();
    const key = await this.#known.fetch(name, { context: parts });
    if (key === undefined && !this.#known.has(name)) this.#refused.set(name, true);
    return key;
  }

  /** Beside the request: nobody waits for it, and when it fails the next request tries again after a while. */
  #touch(key: StoredKey): void {
    const name = nameOf(key);
    if (this.#touched.has(name)) return;
    this.#touched.set(name, true);
    this.#store.tenant(key.orgId, (db) => touchKey(db, key.orgId, key.id)).catch(() => undefined);
  }
}

/** What is stored of a secret. A fast hash will do, since nobody can guess 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSecretOf({ secretHash }: StoredKey, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(secretHash, 'hex'));
}

function nameOf({ orgId, id }: Place): string {
  return `${orgId}/${id}`;
}
