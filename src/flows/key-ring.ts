import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isUsable, parseKey } from '../core/api-key.js';
import type { Clock } from '../core/ports.js';
import type { Caller } from '../core/role.js';
import { getKey, type StoredKey, touchKey } from '../store/queries/keys.js';
import type { Store } from '../store/store.js';

/** How long a key may go on here after another replica revoked it. */
export const KEY_TTL_MS = 5000;
const TOUCH_EVERY_MS = 60_000;
const KEYS_MAX = 10_000;

interface Place {
  orgId: string;
  id: string;
}

/**
 * The API keys that this process knows. What it read a few seconds ago it doesn't read again, so that a request costs
 * no round trip more; what it revoked itself it knows at once. Unknown keys are not remembered.
 */
export class KeyRing {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #known: LRUCache<string, StoredKey, Place>;
  readonly #touched: LRUCache<string, true>;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    const perf = { now: () => clock.elapsed() };
    this.#touched = new LRUCache({ max: KEYS_MAX, ttl: TOUCH_EVERY_MS, perf });
    this.#known = new LRUCache({
      ...{ max: KEYS_MAX, ttl: KEY_TTL_MS, perf },
      // A read that a revocation overtakes is answered, and not remembered.
      ignoreFetchAbort: true,
      fetchMethod: async (_name, _stale, { context: { orgId, id } }) =>
        (await store.tenant(orgId, (db) => getKey(db, orgId, id))) ?? undefined,
    });
  }

  /**
   * Whom a key belongs to; null when it is none of ours, revoked, expired or wrong in any other way.
   * @throws Problem `unavailable` when the database can't tell
   */
  async callerOf(text: string): Promise<Caller | null> {
    const parts = parseKey(text);
    if (parts === null) return null;
    const key = await this.#known.fetch(nameOf(parts), { context: parts });
    if (key === undefined || !isSecretOf(key, parts.secret) || !isUsable(key, this.#clock.now())) return null;
    this.#touch(key);
    return { role: key.role, name: key.name, keyId: key.id, orgId: key.orgId, project: key.project };
  }

  /** Knows from now on what became of a key. */
  learn(key: StoredKey): void {
    this.#known.set(nameOf(key), key);
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
