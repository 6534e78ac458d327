import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** A PgBouncer that lends sessions for a transaction. */
export interface PgBouncer {
  /** Leads through it to the same database. */
  url: string;
  version: string;
  /** Whether it is new enough to keep prepared statements for its clients: 1.21 is. */
  keepsStatements: boolean;
  stop(): Promise<void>;
}

/** It does not run as root. */
const NOBODY = 65_534;
const TRIES_MAX = 50;
const PAUSE_MS = 100;
const SESSIONS = 10;

/** Starts the PgBouncer of this machine in front of a database; null where none is installed. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer | null> {
  const version = await installed();
  if (version === null) return null;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const keepsStatements = major > 1 || minor >= 21;
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration(new URL(databaseUrl), port, keepsStatements), { mode: 0o644 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await promisify(execFile)('chown', ['-R', String(NOBODY), folder]);
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) });
  const exited = once(child, 'exit');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  await untilItAnswers(url.href);
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  return { url: url.href, version, keepsStatements, stop };
}

async function installed(): Promise<string | null> {
  const told = await promisify(execFile)('pgbouncer', ['--version']).catch(() => ({ stdout: '' }));
  return /PgBouncer (\d+\.\d+\.\d+)/.exec(told.stdout)?.[1] ?? null;
}

/** Lets in whoever asks, on the loopback address, as the user of the database. */
function configuration(database: URL, port: number, keepsStatements: boolean): string {
  const { hostname, username, password, pathname } = database;
  const name = pathname.slice(1);
  const server = { host: hostname, port: database.port || 5432, dbname: name, user: username, password };
  const target = Object.entries(server).map(([key, value]) => `${key}=${decodeURIComponent(String(value))}`);
  return [
    `[databases]\n${name} = ${target.join(' ')}`,
    `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    `pool_mode = transaction\ndefault_pool_size = ${SESSIONS}\nmax_client_conn = 200`,
    ...(keepsStatements ? ['max_prepared_statements = 200'] : []),
  ].join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilItAnswers(url: string): Promise<void> {
  for (let turn = 1; ; turn++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (error) {
      if (turn === TRIES_MAX) throw error;
      await sleep(PAUSE_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
