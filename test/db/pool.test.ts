import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/start/system.js';
import { layoutOf } from '../../src/store/embedded/layout.js';
import { readPostmaster } from '../../src/store/embedded/postmaster.js';
import { startEmbedded } from '../../src/store/embedded/start.js';
import { migrate } from '../../src/store/migrate.js';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { openStore } from '../../src/store/store.js';
import { ACME, stored } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const context = useStore({ poolSize: 2, connectTimeoutMs: 1000, statementTimeoutMs: 1000 });
const UNAVAILABLE = { name: 'Problem', code: 'unavailable' };
const sql = (text: string) => ({ name: text, text, values: [] });

describe('the pool', () => {
  it('survives connections that the server ends, idle and in use', async () => {
    const { store, database } = context;
    const end =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'loreguard' AND datname = current_database()";
    await store.ping();
    await database.asAdmin(end);
    await Promise.allSettled([store.ping(), store.ping()]);
    await store.ping();
    const used = store.tenant('acme', (db) => db.run(sql('SELECT pg_sleep(0.8)'))).catch((error) => error);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await database.asAdmin(end);
    expect(await used).toMatchObject(UNAVAILABLE);
    await Promise.allSettled([store.ping(), store.ping()]);
    const { id } = await store.tenant('acme', (db) => stored(db));
    expect(await store.tenant('acme', (db) => getClaim(db, ACME, id))).not.toBeNull();
  });

  it('ends a statement that runs too long, and a wait for a lock or a connection', async () => {
    const { store, database } = context;
    await expect(store.tenant('acme', (db) => db.run(sql('SELECT pg_sleep(5)')))).rejects.toMatchObject(UNAVAILABLE);
    const busy = [1, 2].map(() => store.tenant('acme', () => new Promise((resolve) => setTimeout(resolve, 1500))));
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE);
    await Promise.all(busy);
    await store.ping();
    expect(await database.asAdmin("SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(5)'")).not.toHaveLength(2);
  });

  it('goes on after the embedded server was killed, which starts again by itself', { timeout: 60_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'loreguard-restart-'));
    const log: string[] = [];
    const server = await startEmbedded({ dataDir, log: (line) => log.push(line) });
    await migrate({ url: server.url });
    const store = await openStore({ random: systemRandom, url: server.url });
    const { id } = await store.tenant('acme', (db) => stored(db));
    process.kill((await readPostmaster(layoutOf(dataDir)))?.pid ?? 0, 'SIGKILL');
    await expect.poll(() => log, { timeout: 20_000 }).toContain('Postgres went down; starting it again');
    const isUp = () => store.ping().then(() => 'up');
    await expect.poll(() => isUp().catch(() => 'down'), { timeout: 20_000 }).toBe('up');
    expect(await store.tenant('acme', (db) => getClaim(db, ACME, id))).toMatchObject({ id });
    await store.close();
    await server.stop();
    expect(await readPostmaster(layoutOf(dataDir))).toBeNull();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('openStore', () => {
  it('rejects when nothing answers, or never', async () => {
    const url = new URL(context.database.url);
    url.port = '1';
    await expect(openStore({ random: systemRandom, url: url.href })).rejects.toMatchObject(UNAVAILABLE);
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    url.port = String(typeof address === 'object' ? address?.port : '');
    await expect(openStore({ random: systemRandom, url: url.href, connectTimeoutMs: 300 })).rejects.toMatchObject(
      UNAVAILABLE,
    );
    silent.close();
  });

  it('rejects a user or a database that the server does not know', async () => {
    const wrong = new URL(context.database.url);
    wrong.username = 'nobody_here';
    await expect(openStore({ random: systemRandom, url: wrong.href })).rejects.toMatchObject(UNAVAILABLE);
    const missing = new URL(context.database.url);
    missing.pathname = '/missing';
    await expect(openStore({ random: systemRandom, url: missing.href })).rejects.toMatchObject(UNAVAILABLE);
  });
});
