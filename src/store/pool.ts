import pg from 'pg';
import { type Pooling, setUpLent, setUpSession } from './session.js';

export interface PoolOptions {
  url: string;
  pooling: Pooling | undefined;
  /** Most connections at once. */
  size: number;
  /** Longest that one statement may run. */
  statementTimeoutMs: number;
  /** Longest wait for a connection. */
  connectTimeoutMs: number;
  /** Told of a connection that broke while idle; the pool has replaced it already. */
  onIdleError: (error: Error) => void;
}

/** Beyond the server's own limit: only a connection that is dead without saying so is cut by the client. */
const DEAD_CONNECTION_FACTOR = 4 / 3;

/** Longest that a question about the database itself may take, which is asked to learn whether it answers. */
const ASK_TIMEOUT_MS = 2000;

/**
 * A pool whose connections are all set up alike; behind a pooler that lends sessions for a transaction they are not,
 * and each transaction is. A connection that breaks is dropped and replaced by the next request; it never ends the
 * process.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const hasSessions = options.pooling !== 'transaction';
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: options.connectTimeoutMs,
    query_timeout: Math.ceil(options.statementTimeoutMs * DEAD_CONNECTION_FACTOR),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'loreguard',
    // Statements that don't wait for each other's answers share a round trip, as begin, statement and commit do behind a pooler.
    pipeline: true,
    onConnect: (client) => (hasSessions ? setUpSession(client, options) : setUpLent(client, options)),
  });
  pool.on('error', options.onIdleError);
  // A connection that breaks in use fails its query; the event beside it must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Asks for a few rows, and gives up soon. */
export async function ask<Row extends pg.QueryResultRow>(client: pg.ClientBase, text: string): Promise<Row[]> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: ASK_TIMEOUT_MS };
  return (await client.query<Row>(query)).rows;
}
