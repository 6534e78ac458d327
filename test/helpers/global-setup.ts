import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/store/embedded/start.js';
import { migrate } from '../../src/store/migrate.js';
import { runAs, urlOfDatabase } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database of the server that the run tests on. */
    serverUrl: string;
    /** Name of a migrated database that others are copied from. */
    templateDatabase: string;
  }
}

/** Losing the cluster of a test run in a crash costs nothing, so it doesn't wait for the disk. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** A file system in memory, where Linux has one. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/** One server a run: TEST_DATABASE_URL, or else an embedded one in a temporary folder. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startServer();
  const template = `loreguard_template_${process.pid}`;
  await runAs(url, `CREATE DATABASE ${template}`);
  await migrate({ url: urlOfDatabase(url, template) });
  project.provide('serverUrl', url);
  project.provide('templateDatabase', template);
  return async () => {
    // The template, and what tests made of it for all of them: the example world.
    for (const name of [template, `${template}_world`, `${template}_world_building`]) {
      await runAs(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
    await stop();
  };
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  const dataDir = await mkdtemp(join(await quickFolder(), 'loreguard-test-'));
  const server = await startEmbedded({ dataDir, settings: FAST });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Every test file makes and drops databases of some 560 files each, which memory takes sooner than a disk; if it has room. */
async function quickFolder(): Promise<string> {
  const room = await statfs(MEMORY).catch(() => null);
  return room !== null && room.bavail * room.bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}
