import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '../helpers/client.js';
import { createDatabase } from '../helpers/database.js';
import { type ServerProcess, startServer } from '../helpers/server-process.js';
import { facts } from '../helpers/stories.js';

const TOLD = ['The night export is enabled.', 'The night export is disabled.', 'The night export is enabled.'];
/** A kill may hit the short time in which the story is read; then the lease of who was killed has to end first. */
const LEASE_MS = 75_000;
const TWO_STARTS_MS = 120_000;

const running = new Set<ServerProcess>();
const start = async (environment: Record<string, string>) => {
  const server = await startServer({ NLI: 'off', LOREGUARD_API_KEY: 'lg_default_crash_0123456789ab', ...environment });
  running.add(server);
  return server;
};
const kill = async (server: ServerProcess) => {
  await server.kill();
  running.delete(server);
};
const tell = async ({ url, apiKey }: ServerProcess) => {
  const client = createClient(url, apiKey, 1);
  const told = await client.post('/v1/ingest', { facts: facts(...TOLD) });
  client.close();
  expect(told.status).toBe(200);
};
const listFindings = async ({ url, apiKey }: ServerProcess) => {
  const client = createClient(url, apiKey, 1);
  const { body } = await client.get('/v1/findings?status=all');
  client.close();
  return body.items.map(({ kind, status, evidence }: { kind: string; status: string; evidence: unknown[] }) => {
    return [kind, status, evidence.length];
  });
};
/** Reads whatever nobody has read; answers how many findings that raised. */
const investigate = async ({ url, apiKey }: ServerProcess): Promise<number> => {
  const client = createClient(url, apiKey, 1);
  const { body } = await client.post('/v1/investigate', {});
  client.close();
  return body.raised.length;
};
const REVERSAL = [['reversal', 'open', 3]];

describe('kill −9 and the detective', () => {
  afterEach(async () => {
    await Promise.all([...running].map((server) => server.stop()));
    running.clear();
  });

  test(
    'once a reversal was told, before anybody read it: it is found after the next start, once',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'loreguard-crash-'));
      const first = await start({ LOREGUARD_DATA: folder });
      await tell(first);
      await kill(first);
      const second = await start({ LOREGUARD_DATA: folder });
      await expect.poll(() => listFindings(second), { timeout: LEASE_MS, interval: 200 }).toEqual(REVERSAL);
      expect(await investigate(second)).toBe(0);
      expect(await listFindings(second)).toEqual(REVERSAL);
      await second.stop();
      running.delete(second);
      await rm(folder, { recursive: true, force: true });
    },
    TWO_STARTS_MS,
  );

  test(
    'while it is being raised: another process reads the same claims again, and it is there once',
    async () => {
      const database = await createDatabase();
      const first = await start({ DATABASE_URL: database.url });
      const blocker = new pg.Client({ connectionString: database.url });
      await blocker.connect();
      await blocker.query('BEGIN; LOCK TABLE findings IN SHARE MODE');
      await tell(first);
      const isWaiting = () =>
        database.asAdmin(
          `SELECT 1 AS held FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%INSERT INTO findings%'`,
        );
      await expect.poll(isWaiting, { timeout: 10_000 }).toHaveLength(1);
      await kill(first);
      await blocker.query('ROLLBACK');
      await blocker.end();
      expect(await database.asAdmin('SELECT attempts FROM story_walks')).toEqual([{ attempts: 1 }]);
      // The lease of who was killed is over.
      await database.asAdmin('UPDATE story_walks SET not_before = now()');
      const second = await start({ DATABASE_URL: database.url });
      await expect.poll(() => listFindings(second), { timeout: 10_000 }).toEqual(REVERSAL);
      const walks = () => database.asAdmin('SELECT attempts, claims_read::int AS read FROM story_walks');
      await expect.poll(walks, { timeout: 10_000 }).toEqual([{ attempts: 0, read: 3 }]);
      expect(await investigate(second)).toBe(0);
      expect(await listFindings(second)).toEqual(REVERSAL);
      await second.stop();
      running.delete(second);
      await database.drop();
    },
    TWO_STARTS_MS,
  );
});
