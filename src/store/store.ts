import type pg from 'pg';
import type { Random } from '../core/ports.js';
import { CandidateCache } from './candidate-cache.js';
import { UnusableDatabase } from './errors.js';
import { joinedWrites, type WriteSteps } from './joined-writes.js';
import { pendingMigrations } from './migrate.js';
import { ask, createPool } from './pool.js';
import { listOrgs } from './queries/projects/orgs.js';
import { type Pooling, requireOwnSessions } from './session.js';
import { type Db, type TenantRunner, tenantRunner, withClient } from './tenant.js';
import { transactionRunner } from './transaction-runner.js';

export type { WriteSteps } from './joined-writes.js';
export type { Pooling } from './session.js';
export type { Db } from './tenant.js';

export interface StoreOptions {
  /** postgres:// URL of the primary. */
  url: string;
  /** What is between the store and Postgres; default nothing. */
  pooling?: Pooling | undefined;
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

export interface Store extends TenantRunner, WriteSteps {
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

/**
 * Opens a pool on a migrated database. Rejects with Problem `unavailable` when it can't be reached, and with
 * UnusableDatabase when it, or the pooler in front of it, is not what the options say.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, pooling, random, poolSize: size = 10, statementTimeoutMs = 15_000, connectTimeoutMs = 5000 } = options;
  const onIdleError = options.onIdleError ?? (() => undefined);
  const pool = createPool({ url, pooling, size, statementTimeoutMs, connectTimeoutMs, onIdleError });
  const parts = { random, candidates: new CandidateCache() };
  const runner =
    pooling === 'transaction' ? transactionRunner(pool, parts, statementTimeoutMs) : tenantRunner(pool, parts);
  const store: Store = {
    ...runner,
    ...joinedWrites(runner),
    ping: () =>
      withClient(pool, async (client) => {
        await ask(client, 'SELECT 1');
      }),
    migrationsPending: () => withClient(pool, pendingMigrations),
    listOrgs: () => withClient(pool, listOrgs),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
  await probe(store, pool, pooling).catch(async (error) => {
    await store.close();
    throw error.cause instanceof UnusableDatabase ? error.cause : error;
  });
  return store;
}

/** The store as work within one of its transactions sees it: whatever it asks for is done on that connection. */
export function within(store: Store, db: Db): Store {
  const here = <T>(_orgId: string, work: (db: Db) => Promise<T>) => work(db);
  return { ...store, ...joinedWrites({ tenant: here }), tenant: here, transaction: here, snapshot: here };
}

/** Uses the database as requests will. */
async function probe(store: Store, pool: pg.Pool, pooling: Pooling | undefined): Promise<void> {
  await store.tenant('', (db) => db.run({ text: 'SELECT', values: [] }));
  if (pooling !== 'session' || pool.options.max < 2) return;
  await withClient(pool, (one) => withClient(pool, (other) => requireOwnSessions(one, other)));
}
