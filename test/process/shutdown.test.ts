import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../helpers/client.js';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { type ServerProcess, startServer } from '../helpers/server-process.js';

describe('a server that is asked to stop', () => {
  let database: TestDatabase;
  let blocker: pg.Client;
  let server: ServerProcess;
  let client: Client;

  beforeEach(async () => {
    database = await createDatabase();
    blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
  });
  afterEach(async () => {
    await blocker.end();
    client.close();
    await server.kill();
    await database.drop();
  });

  const start = async (settings: Record<string, string> = {}) => {
    server = await startServer({ DATABASE_URL: database.url, ...settings });
    client = createClient(server.url, server.apiKey);
  };
  /** A write that can't finish before the blocker lets it. */
  const blockedWrite = async (): Promise<{ ended: Promise<unknown> }> => {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE claims IN ACCESS EXCLUSIVE MODE');
    const write = client.post('/v1/remember', { statement: 'Nets must be dry', who: 'alice', reason: 'Agreed' });
    await untilTrue(async () => {
      const [waiting] = await database.asAdmin<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return (waiting?.count ?? 0) > 0;
    });
    return { ended: write.catch((error: NodeJS.ErrnoException) => error.code) };
  };
  const canConnect = async (): Promise<boolean> => {
    const fresh = createClient(server.url, server.apiKey, 1);
    const reply = await fresh.get('/health').catch(() => null);
    fresh.close();
    return reply !== null;
  };

  test('says that it is not ready, takes no new connections, answers what it took, and ends', async () => {
    await start({ SHUTDOWN_DELAY_MS: '1000' });
    expect((await client.get('/ready')).status).toBe(200);
    const { ended } = await blockedWrite();
    server.child.kill('SIGTERM');
    await untilTrue(async () => (await client.get('/ready')).status === 503);
    expect((await client.get('/ready')).body).toEqual({
      ...{ status: 'not_ready', checks: { database: true, migrations: true, accepting: false }, nli: 'ready' },
    });
    expect(await canConnect()).toBe(true);
    await untilTrue(async () => !(await canConnect()));
    expect(server.child.exitCode).toBeNull();
    await blocker.query('COMMIT');
    expect(await ended).toMatchObject({ status: 201, body: { result: 'stored' } });
    expect(await server.exitCode).toBe(0);
    const open =
      'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()';
    await untilTrue(async () => (await database.asAdmin<{ count: number }>(open, ['loreguard']))[0]?.count === 0);
  });

  test('cuts what takes longer than the time of grace', async () => {
    await start({ SHUTDOWN_GRACE_MS: '200' });
    const { ended } = await blockedWrite();
    server.child.kill('SIGTERM');
    expect(await ended).toBe('ECONNRESET');
    await blocker.query('COMMIT');
    expect(await server.exitCode).toBe(0);
  });

  test('ends at once when it is asked a second time, but not when one signal arrives twice', async () => {
    await start();
    const { ended } = await blockedWrite();
    server.child.kill('SIGTERM');
    server.child.kill('SIGINT');
    await sleep(700);
    expect(server.child.exitCode).toBeNull();
    server.child.kill('SIGTERM');
    expect(await ended).toBe('ECONNRESET');
    expect(await server.exitCode).toBe(1);
  });
});

/** Asks again and again until it is so; the test times out when it never is. */
async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}
