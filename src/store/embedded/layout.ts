import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDataFolder, unusableFolder } from './data-folder.js';
import type { RunAs } from './run-as.js';

/** Where things lie in the data folder. */
export interface Layout {
  dataDir: string;
  /** Everything of the server; made in one piece, by a rename. */
  home: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
}

const INIT_PREFIX = 'postgres.new-';
const ABANDONED_AFTER_MS = 10 * 60_000;

export function layoutOf(dataDir: string): Layout {
  const root = resolve(dataDir);
  return { dataDir: root, ...homeLayout(join(root, 'postgres')) };
}

export function homeLayout(home: string): Omit<Layout, 'dataDir'> {
  return {
    home,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'password'),
    logFile: join(home, 'server.log'),
  };
}

/** A fresh name for a cluster in the making, in the same file system as the final one. */
export function initHome(layout: Layout): string {
  return join(layout.dataDir, `${INIT_PREFIX}${randomBytes(6).toString('hex')}`);
}

/** Makes the data folder, and clears away what a killed first start left behind. */
export async function prepareDataDir({ dataDir }: Layout): Promise<void> {
  await makeDataFolder(dataDir);
  try {
    for (const name of await readdir(dataDir)) {
      if (name.startsWith(INIT_PREFIX)) await removeAbandoned(join(dataDir, name));
    }
  } catch (error) {
    throw unusableFolder(dataDir, error);
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
}

/**
 * How the server is told its folder. A server with a user of its own may not be able to walk there (the data folder
 * may lie in the 0700 home of root), so it is put into the folder before it drops its rights, and finds it again as
 * its working directory. Elsewhere than on Linux the plain path must do.
 */
export function folderArguments(cluster: string, runAs: RunAs | null): { cwd: string; dataArgument: string } {
  const byWorkingDirectory = runAs !== null && process.platform === 'linux';
  return { cwd: cluster, dataArgument: byWorkingDirectory ? '/proc/self/cwd' : cluster };
}

/** 0700 is what Postgres asks of its folder. */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o700);
}
