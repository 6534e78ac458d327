import type pg from 'pg';
import { retried } from './errors.js';
import { beginAs, lentBy } from './session.js';
import {
  BEGIN_SNAPSHOT,
  type DbParts,
  inTransaction,
  makeDb,
  type Queryable,
  type TenantRunner,
  withClient,
} from './tenant.js';

/**
 * Binds transactions to tenants, for a pooler that lends a session of Postgres for one transaction: each begins by
 * saying everything that a session is told otherwise, and statements have names only where the pooler keeps them.
 */
export function transactionRunner(pool: pg.Pool, parts: DbParts, statementTimeoutMs: number): TenantRunner {
  const beginning = (client: pg.PoolClient, orgId: string, begin?: string) =>
    beginAs({ orgId, ...lentBy(client) }, statementTimeoutMs, begin);
  return {
    tenant: (orgId, work) =>
      withClient(pool, (client) => work(makeDb(eachAlone(client, beginning(client, orgId)), parts))),
    transaction: (orgId, work) =>
      withClient(pool, (client) => {
        const db = makeDb(named(client), parts);
        return retried(db, () => inTransaction(client, beginning(client, orgId), db, work));
      }),
    snapshot: (orgId, work) =>
      withClient(pool, (client) => {
        const begin = beginning(client, orgId, BEGIN_SNAPSHOT);
        return inTransaction(client, begin, makeDb(named(client), parts), work);
      }),
  };
}

/** A prepared statement stays with the session that it was made in, unless the pooler sees to it. */
function named(client: pg.PoolClient): Queryable {
  if (lentBy(client).keepsNames) return client;
  return { query: ({ name: _, ...config }, values) => client.query(config, values) };
}

/**
 * Runs each statement in a transaction of its own, in one round trip: the three parts are sent at once. When the first
 * fails the transaction is void, and so is what follows; a statement is done only when its commit is answered.
 */
function eachAlone(client: pg.PoolClient, begin: string): Queryable {
  const own = named(client);
  return {
    query: async (config, values) => {
      const parts = [client.query(begin), own.query(config, values), client.query('COMMIT')] as const;
      const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return parts[1];
    },
  };
}
