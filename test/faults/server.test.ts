import { rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Reply } from '../helpers/app.js';
import { stored } from '../helpers/claims.js';
import { createFaultyApp, type FaultyApp, POOL_SIZE } from '../helpers/faulty-app.js';
import { runAs } from '../helpers/server.js';

let faulty: FaultyApp;
let written = 0;
let name = '';
const undo: (() => Promise<unknown>)[] = [];

const start = async (urlOf?: Parameters<typeof createFaultyApp>[0]) => {
  faulty = await createFaultyApp(urlOf);
  name = new URL(faulty.database.url).pathname.slice(1);
};
beforeEach(() => {
  undo.push(() => faulty.close());
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const rememberNew = () => faulty.remember(`The keeper of gate ${written++} must be told`);
const asServer = (text: string) => runAs(inject('serverUrl'), text);
const isUnavailable = (reply: Reply) => expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
const untilStored = () => expect.poll(async () => (await rememberNew()).status, { timeout: 5000 }).toBe(201);
const endSessions = () =>
  asServer(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);

describe('a database that is read-only', () => {
  test('refuses writes with a 503 and goes on answering reads', async () => {
    await start();
    const { body } = await rememberNew();
    await asServer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await endSessions();
    await expect.poll(async () => (await faulty.app.get(`/v1/claims/${body.claim.id}`)).status).toBe(200);
    isUnavailable(await rememberNew());
    const check = { op: 'remember', statement: 'Gates must be kept', who: 'alice', reason: 'Agreed' };
    expect((await faulty.app.post('/v1/check', check)).status).toBe(200);
    expect((await faulty.app.get(`/v1/claims/${body.claim.id}`)).status).toBe(200);
    await asServer(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await endSessions();
    await untilStored();
  });
});

describe('a database that is full', () => {
  /** Linux has a file that is always full; elsewhere only the mapping of the error is tested. */
  test.runIf(process.platform === 'linux' && !process.env.TEST_DATABASE_URL)(
    'refuses writes with a 503, keeps what it has, and writes again when there is room',
    async () => {
      await start();
      const [file] = await faulty.database.asAdmin<{ pid: string; path: string }>(
        "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid, pg_relation_filepath('claims') AS path",
      );
      const path = join('/proc', file?.pid ?? '', 'cwd', file?.path ?? '');
      await rename(path, `${path}.kept`);
      await symlink('/dev/full', path);
      isUnavailable(await rememberNew());
      const write = faulty.store.tenant('acme', (db) => stored(db));
      await expect(write).rejects.toMatchObject({ code: 'unavailable', cause: { code: '53100' } });
      expect((await faulty.app.get('/v1/claims')).status).toBe(200);
      await unlink(path);
      await rename(`${path}.kept`, path);
      await untilStored();
    },
  );
});

describe('a database with too few connections left', () => {
  test('is a 503 for those that get none, and for nobody once there are more', async () => {
    const user = `few_${process.pid}`;
    await asServer(`CREATE ROLE ${user} LOGIN PASSWORD 'secret' IN ROLE loreguard_app CONNECTION LIMIT 1`);
    undo.unshift(() => asServer(`DROP ROLE ${user}`));
    await start(({ url }) => Object.assign(new URL(url), { username: user, password: 'secret' }).href);
    const many = () => Promise.all(Array.from({ length: POOL_SIZE * 2 }, rememberNew));
    const replies = await many();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 503]));
    await asServer(`ALTER ROLE ${user} CONNECTION LIMIT 50`);
    expect((await many()).map(({ status }) => status)).toEqual(replies.map(() => 201));
  });
});

describe('a database that restarts', () => {
  test('costs the requests that it interrupts a 503 each, and nothing else', async () => {
    await start();
    const replies: Reply[] = [];
    for (let round = 0; round < 5; round++) {
      const storm = Promise.all(Array.from({ length: POOL_SIZE * 3 }, rememberNew));
      await endSessions();
      replies.push(...(await storm));
    }
    expect(replies.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    await untilStored();
    for (const { status, body } of replies) {
      if (status === 201) expect((await faulty.app.get(`/v1/claims/${body.claim.id}`)).status).toBe(200);
    }
  });
});

describe('a failover to a server that is of no use', () => {
  test.each([
    ['lets nobody in', `ALLOW_CONNECTIONS false`],
    ['does not have the database', 'RENAME TO'],
  ])('is a 503 while it %s', async (_, change) => {
    await start();
    const isRenamed = change === 'RENAME TO';
    await endSessions();
    await asServer(`ALTER DATABASE ${name} ${isRenamed ? `RENAME TO ${name}_away` : change}`);
    isUnavailable(await rememberNew());
    expect((await faulty.app.get('/ready')).status).toBe(503);
    await asServer(
      isRenamed ? `ALTER DATABASE ${name}_away RENAME TO ${name}` : `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
    );
    await untilStored();
  });

  test('is a 503 while its database is empty', async () => {
    await start();
    await endSessions();
    await asServer(`ALTER DATABASE ${name} RENAME TO ${name}_away`);
    await asServer(`CREATE DATABASE ${name}`);
    isUnavailable(await rememberNew());
    expect(await faulty.app.get('/ready')).toMatchObject({ status: 503, body: { checks: { migrations: false } } });
    await asServer(`DROP DATABASE ${name} WITH (FORCE)`);
    await asServer(`ALTER DATABASE ${name}_away RENAME TO ${name}`);
    await untilStored();
  });
});
