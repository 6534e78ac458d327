import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient, inParallel } from '../helpers/client.js';
import { type ServerProcess, startServer } from '../helpers/server-process.js';

const WRITERS = 8;
const STORM_MS = Number(process.env.LOREGUARD_SOAK ? 15_000 : 1500);
const STORM_MS_MAX = 20_000;
const STEP_MS = 20;
/** Writes that are acknowledged before the end. */
const STORED_MIN = 20;

describe('kill −9 during a write storm', () => {
  let folder = '';
  const running = new Set<ServerProcess>();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loreguard-crash-'));
  });
  afterEach(async () => {
    await Promise.all([...running].map((server) => server.stop()));
    running.clear();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (): Promise<ServerProcess> => {
    const server = await startServer({ LOREGUARD_DATA: folder, LOREGUARD_API_KEY: 'lg_default_crash_0123456789ab' });
    running.add(server);
    return server;
  };

  test('of the API: every acknowledged write is there after the next start, on the Postgres that it left behind', async () => {
    const first = await start();
    const acknowledged = await stormUntil(first, async () => {
      await first.kill();
      running.delete(first);
    });
    const second = await start();
    expect(acknowledged.length).toBeGreaterThan(STORED_MIN);
    expect(await missing(second, acknowledged)).toEqual([]);
    expect(await remember(second, 'Writes go on after the crash')).toBe(201);
  });

  test('of the embedded Postgres: it comes back by itself, and every acknowledged write is there, now and after a restart', async () => {
    const first = await start();
    const acknowledged = await stormUntil(first, async () => process.kill(await postmasterPid(folder), 'SIGKILL'));
    expect(acknowledged.length).toBeGreaterThan(STORED_MIN);
    const statuses = await untilStored(first, 'Writes go on after the crash');
    expect(statuses.filter((status) => status !== 503 && status !== 201)).toEqual([]);
    expect(await missing(first, acknowledged)).toEqual([]);
    await first.stop();
    running.delete(first);
    expect(await missing(await start(), acknowledged)).toEqual([]);
  });

  test('a second instance on the same folder joins the same Postgres, and outlives the first', async () => {
    const first = await start();
    const second = await start();
    const stored = await write(first, 'Deploys must use a blue canary');
    expect(await remember(second, 'Deploys must use a red canary')).toBe(409);
    await first.stop();
    running.delete(first);
    expect(await missing(second, [stored.body.claim.id])).toEqual([]);
  });
});

/** Writes from several connections, ends things in the middle of it, and answers the ids that were acknowledged. */
async function stormUntil(server: ServerProcess, end: () => Promise<unknown>): Promise<string[]> {
  const client = createClient(server.url, server.apiKey, WRITERS);
  const acknowledged: string[] = [];
  let isOver = false;
  const writer = async (name: number) => {
    for (let n = 0; !isOver; n++) {
      const body = { statement: `Writer ${name} must keep note ${n}`, who: `w${name}`, reason: 'To count them' };
      const reply = await client.post('/v1/remember', body).catch(() => null);
      if (reply?.status === 201) acknowledged.push(reply.body.claim.id);
      if (reply === null || reply.status >= 500) return;
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, name) => writer(name));
  // A slow machine takes longer until there is something to lose.
  for (let ms = 0; ms < STORM_MS || (acknowledged.length <= STORED_MIN && ms < STORM_MS_MAX); ms += STEP_MS) {
    await sleep(STEP_MS);
  }
  await end();
  isOver = true;
  await Promise.all(writers);
  client.close();
  return acknowledged;
}

async function missing(server: ServerProcess, ids: readonly string[]): Promise<string[]> {
  const client = createClient(server.url, server.apiKey, WRITERS);
  const found = await inParallel(ids, WRITERS, async (id) => (await client.get(`/v1/claims/${id}`)).status === 200);
  client.close();
  return ids.filter((_, index) => !found[index]);
}

async function write(server: ServerProcess, statement: string) {
  const client = createClient(server.url, server.apiKey, 1);
  const reply = await client.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' });
  client.close();
  return reply;
}

async function remember(server: ServerProcess, statement: string): Promise<number> {
  return (await write(server, statement)).status;
}

/** Writes until it is acknowledged, and answers the statuses on the way. */
async function untilStored(server: ServerProcess, statement: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 201 && statuses.length < 100) {
    statuses.push(await remember(server, statement));
    await sleep(200);
  }
  return statuses;
}

/** The first line of postmaster.pid, wherever the launcher keeps its cluster. */
async function postmasterPid(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const file = files.find((name) => name.endsWith('postmaster.pid'));
  if (file === undefined) throw new Error(`No postmaster.pid below ${folder}.`);
  return Number((await readFile(join(folder, file), 'utf8')).split('\n')[0]);
}
