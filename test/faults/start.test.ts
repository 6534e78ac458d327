import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../helpers/database.js';
import { startPooler } from '../helpers/pooler.js';
import { MAIN, startServer } from '../helpers/server-process.js';

/** Runs the built server until it gives up. */
function start(
  environment: Record<string, string>,
  words: readonly string[] = [],
): { status: number | null; said: string; printed: string } {
  const env = { PATH: process.env.PATH, PORT: '0', LOREGUARD_API_KEY: `lg_default_${'x'.repeat(24)}`, ...environment };
  const options = { env, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], options);
  return { status, said: stderr, printed: stdout };
}

describe('a server whose database can not be used ends with 1 and says why', () => {
  test('when nothing listens', () => {
    const { status, said } = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect([status, said]).toEqual([1, 'The database can not be reached: connect ECONNREFUSED 127.0.0.1:1\n']);
  });

  test('when it does not exist', () => {
    const url = new URL(inject('serverUrl'));
    url.pathname = '/missing';
    const { status, said } = start({ DATABASE_URL: url.href });
    expect([status, said]).toEqual([1, 'The database can not be reached: database "missing" does not exist\n']);
  });

  test('when a pooler is in front of it that the configuration does not name', async () => {
    const database = await createDatabase();
    const pooler = await startPooler(database.url);
    await expect(startServer({ DATABASE_URL: pooler.url })).rejects.toThrow(/Set DATABASE_POOLING/);
    const named = await startServer({ DATABASE_URL: pooler.url, DATABASE_POOLING: 'transaction' });
    expect(await named.stop()).toBe(0);
    await pooler.close();
    await database.drop();
  });
});

describe('a server whose data folder can not be used ends with 1 and says what to do', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'loreguard-start-'));
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'key-is-a-folder', 'api-key'), { recursive: true });
    mkdirSync(join(folder, 'empty-key'));
    writeFileSync(join(folder, 'empty-key', 'api-key'), '\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const words = (dataDir: string, reason: string) =>
    `LOREGUARD_DATA: the data folder ${dataDir} can not be used: ${reason}. Choose one that this user can write to. ` +
    'Or set DATABASE_URL to a Postgres of your own (version 15 or later).\n';

  test.each([['' /* one is made */], ['lg_default_configured_0123456789']])(
    'when it is a file, with the key "%s"',
    (key) => {
      const LOREGUARD_DATA = join(folder, 'file');
      const { status, said } = start({ LOREGUARD_DATA, LOREGUARD_API_KEY: key });
      expect([status, said]).toEqual([1, words(LOREGUARD_DATA, 'a part of its path is a file (EEXIST)')]);
    },
  );

  test('when it is below a file', () => {
    const LOREGUARD_DATA = join(folder, 'file', 'data');
    const { status, said } = start({ LOREGUARD_DATA, LOREGUARD_API_KEY: '' });
    expect([status, said]).toEqual([1, words(LOREGUARD_DATA, 'a part of its path is a file (ENOTDIR)')]);
  });

  test.runIf(process.platform === 'linux')('when its file system calls every new folder missing', () => {
    const LOREGUARD_DATA = '/proc/loreguard/data';
    const { status, said } = start({ LOREGUARD_DATA, LOREGUARD_API_KEY: '' });
    expect([status, said]).toEqual([1, words(LOREGUARD_DATA, 'it can not be made (ENOENT)')]);
  });

  test.each([
    ['key-is-a-folder', 'can not be read (EISDIR)'],
    ['empty-key', 'is shorter than 24 characters'],
  ])('when of the key in it %s', (name, what) => {
    const { status, said } = start({ LOREGUARD_DATA: join(folder, name), LOREGUARD_API_KEY: '' });
    const wayOut =
      'Give this user a file that it can read, delete it so that a new key is made, or set LOREGUARD_API_KEY.';
    expect([status, said]).toEqual([1, `The API key in ${join(folder, name, 'api-key')} ${what}. ${wayOut}\n`]);
  });
});

describe('a server that can not listen ends with 1 and says what to do', () => {
  test('when another program has the port', async () => {
    const database = await createDatabase();
    const other = await startServer({ DATABASE_URL: database.url });
    const { port } = new URL(other.url);
    const { status, said } = start({ DATABASE_URL: database.url, PORT: port });
    expect([status, said]).toEqual([
      1,
      `PORT: another program listens on port ${port} of 127.0.0.1. End it, or set PORT to another one; 0 takes a free one.\n`,
    ]);
    await other.stop();
    await database.drop();
  });

  test.each([
    ['192.0.2.7', 'HOST: this machine has no address 192.0.2.7.'],
    ['no-such-host.invalid', 'HOST: there is no host of the name no-such-host.invalid.'],
  ])('when %s is not its address', async (HOST, what) => {
    const database = await createDatabase();
    const { status, said } = start({ DATABASE_URL: database.url, HOST });
    expect(status).toBe(1);
    expect(said).toContain(`${what} Set HOST to one that it has: `);
    await database.drop();
  });
});

describe('the program', () => {
  test('prints its version', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(start({ PORT: 'not even valid' }, ['--version'])).toEqual({ status: 0, said: '', printed: `${version}\n` });
  });

  test('ends with 2 at an option that it does not know', () => {
    const { status, said, printed } = start({}, ['--exmaple']);
    expect([status, printed]).toEqual([2, '']);
    expect(said).toMatch(/^There is no option --exmaple\. Known are --example, --help, --version;/);
  });

  test('ends with 1 at a misspelt setting', () => {
    const { status, said } = start({ LOREGUARD_DATE: '/nowhere' });
    expect(status).toBe(1);
    expect(said).toContain('LOREGUARD_DATE: there is no such setting. Was LOREGUARD_DATA meant?');
  });

  test('ends with 1 on a Node that is too old, before anything else is loaded', () => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.9.1' } });";
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(older)}`;
    const { status, said } = start({ NODE_OPTIONS, PORT: 'not even valid' });
    expect(status).toBe(1);
    expect(said).toBe(
      'Loreguard needs Node 20.19 or newer, and this is Node 18.9.1: install a newer one, from https://nodejs.org.\n',
    );
  });
});
