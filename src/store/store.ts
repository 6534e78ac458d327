import type { Random } from '../core/ports.js';
import { pendingMigrations } from './migrate.js';
import { createPool } from './pool.js';
import { listOrgs } from './queries/orgs.js';
import { type TenantRunner, tenantRunner, withClient } from './tenant.js';

export type { Db } from './tenant.js';

export interface StoreOptions {
  /** postgres:// URL of the primary. */
  url: string;
  /** Most connections at once; default 10. */
  poolSize?: number;
  /** Default 15 s. */
  statementTimeoutMs?: number;
  /** Default 5 s. */
  connectTimeoutMs?: number;
  /** Only for the jitter of retries. */
  random: Random;
  /** Told of a connection that broke while nothing used it. Nothing needs to be done. */
  onIdleError?: (error: Error) => void;
}

export interface Store extends TenantRunner {
  /** Rejects with Problem `unavailable` when the database does not answer. */
  ping(): Promise<void>;
  /** File names of migrations that this code has and the database has not. */
  migrationsPending(): Promise<string[]>;
  /** Ids of all organisations, for work that is done for each of them. */
  listOrgs(): Promise<string[]>;
  /** Connections of the pool: all, those not in use, and requests that wait for one. */
  connections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Opens a pool on a migrated database. Rejects with Problem `unavailable` when it can't be reached. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const pool = createPool({
    url: options.url,
    size: options.poolSize ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 15_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    onIdleError: options.onIdleError ?? (() => undefined),
  });
  const store: Store = {
    ...tenantRunner(pool, options.random),
    ping: () =>
      withClient(pool, async (client) => {
        await client.query('SELECT 1');
      }),
    migrationsPending: () => withClient(pool, pendingMigrations),
    listOrgs: () => withClient(pool, listOrgs),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
  await store.ping().catch(async (error) => {
    await store.close();
    throw error;
  });
  return store;
}
