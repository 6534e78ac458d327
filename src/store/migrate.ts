import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, messageOf } from './errors.js';
import { type Migration, readMigrations } from './migration-files.js';
import { ask } from './pool.js';
import { grantAppRole } from './role.js';
import { APP_ROLE } from './session.js';

export interface MigrateOptions {
  url: string;
  /** Told each migration that is applied. */
  log?: (message: string) => void;
  /** The migrations; default: the files of migrations/. */
  migrations?: Migration[];
  /** Longest wait for a server that is starting up; default 30 s. */
  startingUpMs?: number;
}

/** A database that can't be reached, or whose history is not the one of this code. Nothing was changed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Insufficient privilege. */
const NO_RIGHT = '42501';

/** Two processes that create the same table at once: one of them gets one of these. */
const CREATED_MEANWHILE = new Set(['23505', '42P07', '42710']);

/** The server is starting up, or going down. */
const CANNOT_CONNECT_NOW = '57P03';
const STARTING_UP_MS = 30_000;
const STARTING_UP_POLL_MS = 250;
const CONNECT_TIMEOUT_MS = 10_000;

const CREATE_HISTORY = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  name text COLLATE "C" PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/**
 * Brings a database up to the code: all pending migrations in one transaction under one lock, so that processes which
 * start at once wait for each other, and a failure leaves nothing half done. Safe to run again.
 * Returns the names applied. Throws MigrationError when the database can't be reached or its history differs from the
 * files.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = options.migrations ?? (await readMigrations());
  const client = await connect(options);
  try {
    return await apply(client, migrations, options.log ?? (() => undefined));
  } catch (error) {
    if (codeOf(error) !== NO_RIGHT) throw error;
    await client.query('ROLLBACK');
    requireNone(compare(await readHistory(client).catch(mayNotRead), migrations));
    return [];
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, migrations: Migration[], log: (message: string) => void): Promise<string[]> {
  await client.query(CREATE_HISTORY).catch((error) => {
    if (!CREATED_MEANWHILE.has(codeOf(error) ?? '')) throw error;
  });
  await client.query('BEGIN');
  await client.query('LOCK TABLE schema_migrations IN SHARE ROW EXCLUSIVE MODE');
  const applied = await applyPending(client, migrations, log);
  await grantAppRole(client);
  await client.query('COMMIT');
  return applied;
}

function mayNotRead(error: unknown): never {
  if (codeOf(error) !== NO_RIGHT) throw error;
  const message = `The database user may not read the tables. Migrate as their owner, and make the user a member of ${APP_ROLE}.`;
  throw new MigrationError(message, { cause: error });
}

/** A user who may not change the schema is enough while there is nothing to change. */
function requireNone(pending: readonly Migration[]): void {
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(', ');
  throw new MigrationError(
    `The database user may not change the schema, and there is to be applied: ${names}. Migrate as its owner first.`,
  );
}

async function connect({ url, startingUpMs = STARTING_UP_MS }: MigrateOptions): Promise<pg.Client> {
  for (let waited = 0; ; waited += STARTING_UP_POLL_MS) {
    const client = new pg.Client({
      ...{ connectionString: url, application_name: 'loreguard-migrate', connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end();
      if (codeOf(error) !== CANNOT_CONNECT_NOW || waited >= startingUpMs) {
        throw new MigrationError(`The database can not be reached: ${messageOf(error)}`, { cause: error });
      }
      await sleep(STARTING_UP_POLL_MS);
    }
  }
}

async function applyPending(client: pg.Client, migrations: Migration[], log: (message: string) => void) {
  const pending = compare(await readHistory(client), migrations);
  for (const { name, sql, checksum } of pending) {
    await client.query(sql).catch((error: unknown) => {
      throw new MigrationError(`Migration ${name} failed; nothing was changed: ${String(error)}`, { cause: error });
    });
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    log(`applied migration ${name}`);
  }
  return pending.map(({ name }) => name);
}

/**
 * Names of the migrations that a database still lacks; all of them when it has no history. One that has more than this
 * code lacks nothing: while replicas are replaced one by one, the older ones go on.
 */
export async function pendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const history = await readHistory(client).catch((error) => {
    if (codeOf(error) === '42P01') return new Map<string, string>();
    throw error;
  });
  return (await readMigrations()).map(({ name }) => name).filter((name) => !history.has(name));
}

async function readHistory(client: pg.ClientBase): Promise<Map<string, string>> {
  const rows = await ask<{ name: string; checksum: string }>(
    client,
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** The migrations that are not in the history yet, which must be the last ones. */
function compare(history: ReadonlyMap<string, string>, migrations: readonly Migration[]): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...history.keys()].filter((name) => !known.has(name));
  if (newer.length > 0) {
    throw new MigrationError(
      `The database is newer than this code: it has ${newer.join(', ')}. Run a version of Loreguard that has them.`,
    );
  }
  const changed = migrations.find(({ name, checksum }) => history.has(name) && history.get(name) !== checksum);
  if (changed !== undefined) {
    throw new MigrationError(
      `Migration ${changed.name} was changed after it was applied. Restore the file; a change needs a new number.`,
    );
  }
  const pending = migrations.filter(({ name }) => !history.has(name));
  const last = [...history.keys()].at(-1);
  const late = pending.find(({ name }) => last !== undefined && name < last);
  if (late !== undefined) {
    throw new MigrationError(`Migration ${late.name} comes before ${last}, which was applied already. Renumber it.`);
  }
  return pending;
}
