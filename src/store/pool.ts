import pg from 'pg';
import { codeOf } from './errors.js';

/** Role that requests run as when the login user would not be held by row-level security. */
export const APP_ROLE = 'loreguard_app';

export interface PoolOptions {
  url: string;
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
const DEAD_CONNECTION_MARGIN_MS = 5000;

/**
 * A pool whose connections are all set up alike: UTC, a statement timeout, and a role that row-level security holds.
 * A connection that breaks is dropped and replaced by the next request; it never ends the process.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: options.connectTimeoutMs,
    query_timeout: options.statementTimeoutMs + DEAD_CONNECTION_MARGIN_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'loreguard',
    onConnect: (client) => setUp(client, options.statementTimeoutMs),
  });
  pool.on('error', options.onIdleError);
  // A connection that breaks in use fails its query; the event beside it must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** There is no such role, or the login user is no member of it. */
const ROLE_REFUSED = new Set(['22023', '42501']);

/**
 * Superusers and BYPASSRLS users skip row-level security, so they step down; others are held by FORCE.
 * A statement with a name is planned once, perhaps while the tables are small: for every parameter alike, and never by
 * a scan of a whole table, for which every table here has an index that is as good while it is small. jit costs more
 * than any statement here takes.
 */
const SET_UP = `
SELECT set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
  set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
  set_config('jit', 'off', false),
  set_config('statement_timeout', $1, false), set_config('lock_timeout', $1, false),
  CASE WHEN rolsuper OR rolbypassrls THEN set_config('role', '${APP_ROLE}', false) END
FROM pg_roles WHERE rolname = current_user`;

async function setUp(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(SET_UP, [String(statementTimeoutMs)]).catch((error) => {
    if (!ROLE_REFUSED.has(codeOf(error) ?? '')) throw error;
    throw new Error(`The database user can not become the role ${APP_ROLE}; run the migrations first.`, {
      cause: error,
    });
  });
}
