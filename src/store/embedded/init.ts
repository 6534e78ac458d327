import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { Binaries } from './binaries.js';
import { EmbeddedError, spaceHint, WAY_OUT } from './error.js';
import { folderArguments, homeLayout, initHome, type Layout, makePrivate } from './layout.js';
import type { RunAs } from './run-as.js';

export const SUPERUSER = 'loreguard';

/**
 * Makes the cluster and its password unless they exist. They are made aside and renamed in one piece, so a start that
 * is killed half-way leaves nothing that the next one would trust; of two that start at once, one rename wins.
 */
export async function ensureCluster(layout: Layout, binaries: Binaries, runAs: RunAs | null): Promise<void> {
  if (await exists(layout.home)) return;
  const made = initHome(layout);
  try {
    await initialise(made, binaries, runAs);
    await rename(made, layout.home);
  } catch (error) {
    if (await exists(layout.home)) return;
    const hint = await spaceHint(layout.dataDir);
    throw new EmbeddedError(`No database can be made in ${layout.dataDir}: ${String(error)}.${hint} ${WAY_OUT}`, {
      cause: error,
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function initialise(home: string, binaries: Binaries, runAs: RunAs | null): Promise<void> {
  const { cluster, passwordFile } = homeLayout(home);
  await mkdir(home, { mode: 0o711 });
  await makePrivate(cluster);
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (runAs !== null) {
    await chown(cluster, runAs.uid, runAs.gid);
    await chown(passwordFile, runAs.uid, runAs.gid);
  }
  await runInitdb(binaries.initdb, cluster, passwordFile, runAs);
  if (runAs !== null) await chown(passwordFile, 0, 0);
}

async function runInitdb(initdb: string, cluster: string, passwordFile: string, runAs: RunAs | null): Promise<void> {
  const { cwd, dataArgument } = folderArguments(cluster, runAs);
  const password = await open(passwordFile);
  try {
    const child = spawn(
      initdb,
      [
        ...['-D', dataArgument, '-U', SUPERUSER, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
        // The user may not be able to walk to the file, but it can read the one that is open already.
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
        runAs === null ? `--pwfile=${passwordFile}` : '--pwfile=/dev/fd/3',
      ],
      { ...runAs, cwd, env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe', password.fd] },
    );
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`initdb ended with ${code}: ${tail(output.join(''))}`);
  } finally {
    await password.close();
  }
}

/** The environment of the server: nothing of ours, so that no PG* variable or locale changes what it does. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const common = { LC_ALL: 'C', TZ: 'UTC' };
  return process.platform === 'win32' ? { ...common, SystemRoot: 'C:\\Windows' } : { ...common, PATH: '/usr/bin:/bin' };
}

/** The last lines of what a server said, in one. */
export function tail(output: string): string {
  return output.trim().split('\n').slice(-4).join(' | ');
}
