import type pg from 'pg';
import { retried } from './errors.js';
import { beginAs } from './session.js';
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
 * saying everything that a session is told otherwise, and statements have no names.
 */
export function transactionRunner(pool: pg.Pool, parts: DbParts, statementTimeoutMs: number): TenantRunner {
  return {
    tenant: (orgId, work) =>
      withClient(pool, (client) => work(makeDb(eachAlone(client, beginAs(orgId, statementTimeoutMs)), parts))),
    transaction: (orgId, work) =>
      withClient(pool, (client) => {
        const db = makeDb(unnamed(client), parts);
        return retried(db, () => inTransaction(client, beginAs(orgId, statementTimeoutMs), db, work));
      }),
    snapshot: (orgId, work) =>
      withClient(pool, (client) => {
        const begin = beginAs(orgId, statementTimeoutMs, BEGIN_SNAPSHOT);
        return inTransaction(client, begin, makeDb(unnamed(client), parts), work);
      }),
  };
}

/** A prepared statement stays with the session that it was made in. */
function unnamed(client: pg.PoolClient): Queryable {
  return { query: ({ name: _, ...config }, values) => client.query(config, values) };
}

/**
 * Runs each statement in a transaction of its own, in one round trip: the three parts are sent at once. When the first
 * fails the transaction is void, and so is what follows; a statement is done only when its commit is answered.
 */
function eachAlone(client: pg.PoolClient, begin: string): Queryable {
  const { query } = unnamed(client);
  return {
    query: async (config, values) => {
      const parts = [client.query(begin), query(config, values), client.query('COMMIT')] as const;
      const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return parts[1];
    },
  };
}
