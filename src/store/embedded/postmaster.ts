import { spawn } from 'node:child_process';
import { type FileHandle, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedError } from './error.js';
import { serverEnvironment, tail } from './init.js';
import { folderArguments, type Layout } from './layout.js';
import type { RunAs } from './run-as.js';

/** What postmaster.pid says of a server. The file outlives a server that was killed. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Durable (fsync is on by default), modest in memory, quick to recover; no statement, hence no claim, in its log. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  // Room for the indexes of 100 000 claims; taken from the system only as they grow.
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  jit: 'off',
  // A new database grows quickly, and is planned for without statistics until it is looked at.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'error',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
};

const LOG_BYTES_MAX = 1024 ** 2;

export async function readPostmaster({ cluster }: Layout): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new EmbeddedError(
      `${cluster} can not be read: ${error.message}. It belongs to another user; start Loreguard as the user who made it.`,
    );
  });
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : null;
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the server lives. Its process number may have been given to another process, or be that of a zombie that
 * nobody buries; Linux tells, by the working directory, which of a server is its folder.
 */
export async function isServing({ cluster }: Layout, { pid }: Postmaster): Promise<boolean> {
  if (!processExists(pid)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (/\) [ZX] /.test(status)) return false;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder === null || folder === (await realpath(cluster));
}

/**
 * Clears the file of a server that is gone. Postgres does so itself unless the process number was given to another
 * process; should a server run after all, the shared memory that it holds still keeps a second one out.
 */
export async function clearPostmaster({ cluster }: Layout): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** A server that was started just now: it may yet turn out not to come up. */
export interface Started {
  port: number;
  pid: number | null;
  /** The last lines that it said, once it has ended; null while it runs. */
  ended(): Promise<string | null>;
}

/**
 * Starts the server in a session of its own, so that Ctrl-C ends this process first, and the server by `stop`; on the
 * port that it had before, if that is free, so that those who were connected find it again.
 */
export async function spawnPostmaster(
  layout: Layout,
  postgres: string,
  runAs: RunAs | null,
  settings: Readonly<Record<string, string>>,
  formerPort: number | null,
): Promise<Started> {
  const port = await freePort(formerPort ?? 0).catch(() => freePort(0));
  const { cwd, dataArgument } = folderArguments(layout.cluster, runAs);
  const all = Object.entries({ ...SETTINGS, ...settings }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const log = await openLog(layout.logFile);
  const child = spawn(postgres, ['-D', dataArgument, '-p', String(port), ...all], {
    ...runAs,
    ...{ cwd, env: serverEnvironment(), detached: true, stdio: ['ignore', log.fd, log.fd] },
  });
  let end: string | null = null;
  child.once('exit', (code, signal) => {
    end ??= `ended with ${code ?? signal}`;
  });
  child.once('error', (error) => {
    end = error.message;
  });
  child.unref();
  await log.close();
  const { pid = null } = child;
  const ended = async () => (end === null ? null : `${end}: ${await lastWords(layout.logFile, pid)}`);
  return { port, pid, ended };
}

/** The log to go on with; a long one is put aside. */
async function openLog(logFile: string): Promise<FileHandle> {
  const found = await stat(logFile).catch(() => null);
  if (found !== null && found.size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`);
  return open(logFile, 'a', 0o600);
}

/** The last lines of one server: another that starts at the same moment writes to the same file. */
async function lastWords(logFile: string, pid: number | null): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return tail(
    log
      .split('\n')
      .filter((line) => line.includes(`[${pid}]`))
      .join('\n'),
  );
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
