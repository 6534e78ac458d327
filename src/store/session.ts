import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { codeOf, UnusableDatabase } from './errors.js';

/** Role that requests run as when the login user would not be held by row-level security. */
export const APP_ROLE = 'loreguard_app';

/**
 * What stands between the pool and Postgres. Unset: nothing, each connection is a session of Postgres. `session`: a
 * pooler that gives each connection a session of its own. `transaction`: one that gives a session for one transaction,
 * so that nothing may be left behind in it and nothing found there.
 */
export type Pooling = 'session' | 'transaction';

const SERVER = 'SELECT pg_backend_pid() AS pid';

/** There is no such role, or the login user is no member of it. */
const ROLE_REFUSED = new Set(['22023', '42501']);

/**
 * Superusers and BYPASSRLS users skip row-level security, so they step down; others are held by FORCE.
 * A statement with a name is planned once, perhaps while the tables are small: for every parameter alike, and never by
 * a scan of a whole table, for which every table here has an index that is as good while it is small. jit costs more
 * than any statement here takes.
 */
function settings(statementTimeoutMs: number): [name: string, value: string | number][] {
  return Object.entries({
    ...{ timezone: 'UTC', datestyle: 'ISO', plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' },
    ...{ statement_timeout: statementTimeoutMs, lock_timeout: statementTimeoutMs },
  });
}

/** For all that follows on a connection. */
function forSession(statementTimeoutMs: number): string {
  const set = (name: string, value: string | number) => `set_config('${name}', '${value}', false)`;
  const all = settings(statementTimeoutMs).map(([name, value]) => set(name, value));
  return `${all.join(', ')}, CASE WHEN ${STEPS_DOWN} THEN ${set('role', APP_ROLE)} END
FROM pg_roles WHERE rolname = current_user`;
}

const STEPS_DOWN = 'rolsuper OR rolbypassrls';

/**
 * Begins a transaction that sees one organisation, and has all that a session has otherwise: one simple query. Each setting
 * is a command of its own, as a query that sets them all would be planned each time, which takes three times as long.
 * @param begin what begins it
 */
export function beginAs(
  { orgId, stepsDown }: { orgId: string } & Pick<Lent, 'stepsDown'>,
  statementTimeoutMs: number,
  begin = 'BEGIN',
): string {
  const all = [['loreguard.org_id', pg.escapeLiteral(orgId)], ...settings(statementTimeoutMs)];
  const set = all.map(([name, value]) => `SET LOCAL ${name} TO ${value}`);
  return [begin, ...set, ...(stepsDown ? [`SET LOCAL role TO ${APP_ROLE}`] : [])].join('; ');
}

/** What is known of a connection to a pooler that lends sessions for a transaction. */
interface Lent {
  /** Whether its user would not be held by row-level security. */
  stepsDown: boolean;
  /** Whether a statement may have a name, and be prepared once: the pooler then prepares it in whatever session it lends. */
  keepsNames: boolean;
}

const lent = new WeakMap<pg.ClientBase, Lent>();

/** Answers, beside what it asks, the names that a statement has in the session: this one is found by its last words. */
const PROBE = `${SERVER}, ${STEPS_DOWN} AS steps_down,
  ARRAY(SELECT name FROM pg_prepared_statements WHERE statement LIKE '%' || $1) AS names
FROM pg_roles WHERE rolname = current_user -- `;

interface Probed {
  pid: number;
  steps_down: boolean;
  names: string[];
}

/**
 * Learns of a new connection what the pooler before it allows. One that keeps prepared statements for its clients gives
 * them names of its own in the sessions that it lends; another one hands the name on, and does not know where it is known.
 */
export async function setUpLent(
  client: pg.ClientBase,
  { connectTimeoutMs }: Pick<SessionOptions, 'connectTimeoutMs'>,
): Promise<void> {
  const name = `loreguard_${randomUUID()}`;
  const probe = { name, text: `${PROBE}${name}`, values: [name], query_timeout: connectTimeoutMs };
  await client.query('BEGIN');
  const { rows } = await client.query<Probed>(probe);
  const [{ pid, steps_down: stepsDown, names } = { pid: 0, steps_down: false, names: [name] }] = rows;
  const told = (client as { processID?: number }).processID;
  const keepsNames = pid === told || !names.includes(name);
  if (!keepsNames) await client.query(`DEALLOCATE ${pg.escapeIdentifier(name)}`);
  await client.query('COMMIT');
  lent.set(client, { stepsDown, keepsNames });
}

/** What was learned of a connection. */
export function lentBy(client: pg.ClientBase): Lent {
  const known = lent.get(client);
  if (known === undefined) throw new Error('the connection was not set up');
  return known;
}

export interface SessionOptions {
  pooling: Pooling | undefined;
  statementTimeoutMs: number;
  /** Longest that setting up may take. */
  connectTimeoutMs: number;
}

/** Process id that the server behind a connection had when it was set up. */
const servers = new WeakMap<pg.ClientBase, number>();

/** Sets a new connection up: UTC, a statement timeout, how to plan, and a role that row-level security holds. */
export async function setUpSession(client: pg.ClientBase, options: SessionOptions): Promise<void> {
  const ask = (text: string) => serverOf(client, { text, query_timeout: options.connectTimeoutMs });
  // A pooler makes up the process id that it tells the client. In its sessions nothing must be left behind.
  const told = (client as { processID?: number }).processID;
  if (options.pooling === undefined && (await ask(SERVER)) !== told) throw behindPooler();
  servers.set(client, await ask(`${SERVER}, ${forSession(options.statementTimeoutMs)}`).catch(describe));
}

/**
 * Two connections that are open at once have a session each, unless a pooler lends one for a transaction only.
 * @throws UnusableDatabase when both have the same
 */
export async function requireOwnSessions(one: pg.ClientBase, other: pg.ClientBase): Promise<void> {
  if (servers.get(one) !== servers.get(other)) return;
  await one.query('DISCARD ALL');
  throw sharedSession();
}

/**
 * Tells a connection its tenant, for everything that follows.
 * @throws UnusableDatabase when it isn't the session that was set up: nothing that was set would be found
 */
export async function enterSession(client: pg.ClientBase, orgId: string): Promise<void> {
  const text = `${SERVER}, set_config('loreguard.org_id', $1, false)`;
  const pid = await serverOf(client, { name: 'enter_tenant', text, values: [orgId] });
  if (pid !== servers.get(client)) throw sharedSession();
}

async function serverOf(client: pg.ClientBase, query: pg.QueryConfig & { query_timeout?: number }): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(query);
  return rows[0]?.pid ?? 0;
}

function describe(error: unknown): never {
  if (!ROLE_REFUSED.has(codeOf(error) ?? '')) throw error;
  const message = `The database user can not become the role ${APP_ROLE}; run the migrations first.`;
  throw new UnusableDatabase(message, { cause: error });
}

function behindPooler(): Error {
  return new UnusableDatabase(
    'There is a pooler or a proxy between Loreguard and Postgres. Set DATABASE_POOLING: to "transaction" when it lends ' +
      'a session for one transaction, to "session" when a connection keeps its session.',
  );
}

function sharedSession(): Error {
  return new UnusableDatabase(
    'The pooler in front of Postgres does not keep a session for each connection. Set DATABASE_POOLING to "transaction".',
  );
}
