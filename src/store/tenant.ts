import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Random } from '../core/ports.js';
import type { CandidateCache } from './candidate-cache.js';
import { isUnavailable, retried, toProblem } from './errors.js';
import { enterSession } from './session.js';
import { toParameter } from './text.js';

/**
 * A statement. With a name it is prepared and planned once a connection, for whatever parameters and sizes of tables
 * come later; without, each time. `values` are its parameters, in order.
 */
export interface Query {
  name?: string;
  text: string;
  values: readonly unknown[];
}

/** One connection, set to one tenant. Every query function takes it first. */
export interface Db {
  readonly orm: NodePgDatabase;
  readonly random: Random;
  /** Claims that were compared a moment ago. */
  readonly candidates: CandidateCache;
  /** Inside a transaction a statement can't be tried again by itself. */
  readonly inTransaction: boolean;
  run<Row>(query: Query): Promise<Row[]>;
}

/** What all connections of a store share. */
export type DbParts = Pick<Db, 'random' | 'candidates'>;

/** Where statements are sent. */
export interface Queryable {
  query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

/** What is remembered of a connection, so that it is told its tenant only when that changes. */
interface Session {
  orgId: string | null;
  db: Db;
}

export interface TenantRunner {
  /** Lends `work` a connection that sees the rows of one organisation, and no other. */
  tenant<T>(orgId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** The same in one transaction: rolled back when `work` throws, run again when another write was in its way. */
  transaction<T>(orgId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Reads in one transaction that sees everything as it was when it began, however long it takes. */
  snapshot<T>(orgId: string, work: (db: Db) => Promise<T>): Promise<T>;
}

/** Begins a transaction that reads one state of the database. */
export const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/**
 * Binds connections of the pool to tenants; each has a session of its own. Faults of the database are thrown as Problem
 * `unavailable`.
 */
export function tenantRunner(pool: pg.Pool, parts: DbParts): TenantRunner {
  const sessions = new WeakMap<pg.PoolClient, Session>();
  const sessionOf = (client: pg.PoolClient): Session => {
    const known = sessions.get(client) ?? { orgId: null, db: makeDb(client, parts) };
    sessions.set(client, known);
    return known;
  };
  return {
    tenant: (orgId, work) =>
      withClient(pool, async (client) => {
        const session = sessionOf(client);
        await enter(client, session, orgId);
        return work(session.db);
      }),
    transaction: (orgId, work) =>
      withClient(pool, async (client) => {
        const session = sessionOf(client);
        await enter(client, session, orgId);
        return retried(session.db, () => inTransaction(client, 'BEGIN', session.db, work));
      }),
    snapshot: (orgId, work) =>
      withClient(pool, async (client) => {
        const session = sessionOf(client);
        await enter(client, session, orgId);
        return inTransaction(client, BEGIN_SNAPSHOT, session.db, work);
      }),
  };
}

/** Runs `work` between the statement that begins a transaction and COMMIT, or ROLLBACK when it throws. */
export async function inTransaction<T>(
  client: pg.PoolClient,
  begin: string,
  db: Db,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    await client.query(begin);
    const result = await work({ ...db, inTransaction: true });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that may be broken is closed, which rolls back too; asking it would only be a second wait.
    if (!isUnavailable(error)) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function enter(client: pg.PoolClient, session: Session, orgId: string): Promise<void> {
  if (session.orgId === orgId) return;
  session.orgId = null;
  await enterSession(client, orgId);
  session.orgId = orgId;
}

/** Lends a connection; one that broke is not used again. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrow);
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = isUnavailable(error);
    return rethrow(error);
  } finally {
    client.release(broken);
  }
}

function rethrow(error: unknown): never {
  throw toProblem(error);
}

/** Texts that are put together of parts, by the names that they are prepared under, and how many there may be. */
const built = new Map<string, string>();
const BUILT_MAX = 1000;

/** The name of a statement that is put together of parts; undefined where there are too many of such. */
export function builtName(text: string): string | undefined {
  const known = built.get(text);
  if (known !== undefined || built.size >= BUILT_MAX) return known;
  const name = `built_${built.size}`;
  built.set(text, name);
  return name;
}

/** What the query builder asks, with a name: it would be parsed and planned each time otherwise. */
function prepared(connection: Queryable): Queryable {
  return {
    query: (config, values) => {
      const name = builtName(config.text);
      return connection.query(name === undefined ? config : { ...config, name }, values);
    },
  };
}

export function makeDb(connection: Queryable, parts: DbParts): Db {
  return {
    orm: drizzle({ client: prepared(connection) as pg.PoolClient }),
    ...parts,
    inTransaction: false,
    async run<Row>(query: Query): Promise<Row[]> {
      const result = await connection.query({ ...query, values: query.values.map(toParameter) });
      return result.rows as Row[];
    },
  };
}
