import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/store/embedded/layout.js';
import { type Postmaster, readPostmaster } from '../../src/store/embedded/postmaster.js';
import { type Embedded, startEmbedded } from '../../src/store/embedded/start.js';
import { runAs } from '../helpers/server.js';

/** As the product runs it: durable, nothing made fast. */
describe('the embedded server', { timeout: 60_000 }, () => {
  let dataDir: string;
  const running: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'loreguard-embedded-'));
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function start(folder = dataDir): Promise<Embedded> {
    const server = await startEmbedded({ dataDir: folder });
    running.push(server);
    return server;
  }

  /** A process of its own that has started the server. */
  async function startChild(): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'test/helpers/embedded-child.ts', dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, ...(JSON.parse(line.toString()) as { url: string; adopted: boolean }) };
  }

  const postmaster = async (): Promise<Postmaster> => {
    const found = await readPostmaster(layoutOf(dataDir));
    if (found === null) throw new Error('no server');
    return found;
  };
  const isGone = async () => (await readPostmaster(layoutOf(dataDir))) === null;

  it('starts on a new folder, and again on the same, with what was stored', async () => {
    const first = await start(join(dataDir, 'deeper', 'folder'));
    expect(first.adopted).toBe(false);
    await runAs(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start(join(dataDir, 'deeper', 'folder'));
    expect(second.adopted).toBe(false);
    expect(await runAs(second.url, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('listens on the loopback interface only, asks for the password, and keeps it to itself', async () => {
    const { url } = await start();
    const settings = await runAs(
      url,
      "SELECT name, setting FROM pg_settings WHERE name IN ('listen_addresses', 'unix_socket_directories', 'fsync')",
    );
    expect(settings.map((row) => [row.name, row.setting])).toEqual([
      ['fsync', 'on'],
      ['listen_addresses', '127.0.0.1'],
      ['unix_socket_directories', ''],
    ]);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(runAs(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const { passwordFile } = layoutOf(dataDir);
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
  });

  it('is taken over when the process that started it was killed', async () => {
    const { child, url } = await startChild();
    await runAs(url, 'CREATE TABLE acknowledged AS SELECT 1 AS id');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await start();
    expect(next).toMatchObject({ adopted: true, url });
    expect(await runAs(next.url, 'SELECT * FROM acknowledged')).toEqual([{ id: 1 }]);
    await next.stop();
    expect(await isGone()).toBe(true);
  });

  it('is shared by two processes, and stops with the last one', async () => {
    const first = await start();
    const second = await startChild();
    expect(second).toMatchObject({ adopted: true, url: first.url });
    await first.stop();
    expect(await runAs(second.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
    second.child.stdin?.write('stop\n');
    await once(second.child, 'exit');
    expect(await isGone()).toBe(true);
  });

  it('comes back with every acknowledged row after a kill of the server itself', async () => {
    const { url } = await start();
    await runAs(url, 'CREATE TABLE survivors (id int PRIMARY KEY)');
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await runAs(url, 'INSERT INTO survivors VALUES ($1)', [acknowledged + 1]);
        acknowledged += 1;
      }
    })().catch(() => undefined);
    await sleep(300);
    process.kill((await postmaster()).pid, 'SIGKILL');
    await writing;
    const next = await start();
    const [row] = await runAs<{ count: number }>(next.url, 'SELECT count(*)::int FROM survivors');
    expect(acknowledged).toBeGreaterThan(0);
    expect([acknowledged, acknowledged + 1]).toContain(row?.count);
  });

  it('is started once by starts at the same moment on a new folder', async () => {
    const folder = join(dataDir, 'fresh');
    const servers = await Promise.all([start(folder), start(folder), start(folder)]);
    expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
    expect(servers.filter(({ adopted }) => !adopted)).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  it('starts when its process number was given to another process', async () => {
    const { cluster } = layoutOf(dataDir);
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    await writeFile(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n0\n5432\n\n127.0.0.1\n\nready\n`);
    expect(await start()).toMatchObject({ adopted: false });
    other.kill();
  });

  it('starts after a first start that was killed half-way', async () => {
    const folder = join(dataDir, 'killed');
    for (const delayMs of [150, 400, 700]) {
      const { pid } = spawn(process.execPath, ['--import', 'tsx', 'test/helpers/embedded-child.ts', folder]);
      await sleep(delayMs);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    }
    const { url } = await start(folder);
    expect(await runAs(url, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
  });

  it('does not trust what a killed first start left behind', async () => {
    const folder = join(dataDir, 'half');
    await mkdir(join(folder, 'postgres.new-1-1', 'cluster'), { recursive: true });
    expect(await start(folder)).toMatchObject({ adopted: false });
  });

  it('says what to do when the folder can not be used', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startEmbedded({ dataDir: file })).rejects.toThrow(/data folder .* can not be used.*DATABASE_URL/);
  });

  it('says why when the server does not come up', async () => {
    const folder = join(dataDir, 'damaged');
    await (await start(folder)).stop();
    await chmod(join(layoutOf(folder).cluster, 'PG_VERSION'), 0o600);
    await writeFile(join(layoutOf(folder).cluster, 'PG_VERSION'), '9.6\n');
    await expect(startEmbedded({ dataDir: folder })).rejects.toThrow(/can not start.*(9\.6|incompatible)/);
  });

  it('starts below a folder that only its owner can enter', async () => {
    const home = join(dataDir, 'home');
    await mkdir(home, { mode: 0o700 });
    const server = await start(join(home, 'data'));
    expect(await runAs(server.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
  });

  it('puts a long log aside', async () => {
    const { logFile } = layoutOf(dataDir);
    await appendFile(logFile, 'x'.repeat(2 ** 20));
    await (await start()).stop();
    expect((await stat(`${logFile}.1`)).size).toBeGreaterThan(2 ** 20);
    expect(await readFile(logFile, 'utf8')).toMatch(/database system is ready/);
  });
});
