import { execFile } from 'node:child_process';
import { cp, lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBinaries, findPackage, SHARED_FOLDERS } from '../../src/store/embedded/binaries.js';
import { findRunAs } from '../../src/store/embedded/run-as.js';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

describe('findBinaries', () => {
  let home: string;
  let folder: string;
  const version = `test-${process.pid}`;

  /** The package as npm leaves it without install scripts: no links; below a folder that only its owner can enter. */
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'loreguard-binaries-'));
    folder = join(home, 'package');
    await cp(findPackage(), folder, {
      recursive: true,
      filter: async (source) => !(await lstat(source)).isSymbolicLink(),
    });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
  });
  afterAll(async () => {
    await rm(home, { recursive: true, force: true });
    for (const parent of SHARED_FOLDERS) {
      await rm(join(parent, `loreguard-postgres-${version}`), { recursive: true, force: true });
    }
  });

  it('makes the links of libraries that are missing', async () => {
    await expect(run(join(folder, 'native', 'bin', 'postgres'), ['--version'])).rejects.toThrow(/shared libraries/);
    const { postgres } = await findBinaries(null, folder);
    expect(postgres).toBe(join(folder, 'native', 'bin', 'postgres'));
    expect((await run(postgres, ['--version'])).stdout).toContain('PostgreSQL');
    const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    for (const { target } of links) expect((await lstat(join(folder, target))).isSymbolicLink(), target).toBe(true);
  });

  it.runIf(isRoot)('copies them to where another user can reach them, once', async () => {
    const runAs = await findRunAs();
    const [first, second] = await Promise.all([findBinaries(runAs, folder), findBinaries(runAs, folder)]);
    expect(SHARED_FOLDERS.map((parent) => join(parent, `loreguard-postgres-${version}`, 'bin', 'postgres'))).toContain(
      first.postgres,
    );
    expect(second).toEqual(first);
    expect((await run(first.postgres, ['--version'], { ...runAs, cwd: '/' })).stdout).toContain('PostgreSQL');
  });

  it('says what to do when they do not run', async () => {
    const broken = join(home, 'broken');
    await cp(folder, broken, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(broken, 'native', 'bin', 'postgres'), 'not a program');
    await expect(findBinaries(null, broken)).rejects.toThrow(/does not run on this machine.*DATABASE_URL/);
  });
});
