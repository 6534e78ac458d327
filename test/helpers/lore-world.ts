import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { ingestFolder, readFolder } from '../../src/start/folder.js';
import { createTestApp, type Reply, type TestApp } from './app.js';
import { createDatabase, type TestDatabase } from './database.js';
import { runAs, urlOfDatabase } from './server.js';
import { WORLD } from './world.js';

/** The real application, and in its project `world` the example world. */
export interface LoreWorld extends TestApp {
  /** Asks a lore tool: GET /v1/lore/<name>. */
  ask(tool: string, query?: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Reply>;
}

const tenant = { orgId: 'default', project: 'world' };

export async function createLoreWorld(): Promise<LoreWorld> {
  const database = await createDatabase({ name: await worldTemplate() });
  const app = await createTestApp({}, { sharedDatabase: database });
  const ask: LoreWorld['ask'] = (tool, query = {}, headers = {}) =>
    app.get(`/v1/lore/${tool.replaceAll('_', '-')}?${new URLSearchParams({ project: 'world', ...query })}`, headers);
  const close = async () => {
    await app.close();
    await database.drop();
  };
  return { ...app, ask, close };
}

/** A database with the example world, which the first that asks for it makes for all tests of the run. */
async function worldTemplate(): Promise<string> {
  const serverUrl = inject('serverUrl');
  const name = `${inject('templateDatabase')}_world`;
  const building = `${name}_building`;
  const isThere = async () => (await runAs(serverUrl, 'SELECT FROM pg_database WHERE datname = $1', [name])).length > 0;
  if (await isThere()) return name;
  const isMine = await runAs(serverUrl, `CREATE DATABASE ${building} TEMPLATE ${inject('templateDatabase')}`).then(
    () => true,
    () => false,
  );
  if (!isMine) {
    while (!(await isThere())) await sleep(100);
    return name;
  }
  await tellWorld(urlOfDatabase(serverUrl, building));
  await runAs(serverUrl, `ALTER DATABASE ${building} RENAME TO ${name}`);
  return name;
}

async function tellWorld(url: string): Promise<void> {
  const database = { url, asAdmin: (text, values) => runAs(url, text, values) } as TestDatabase;
  const app = await createTestApp({}, { sharedDatabase: database });
  const { documents, ...settings } = await readFolder(WORLD);
  const run = { tenant, author: { who: 'mara', keyId: null }, runId: app.deps.ids.next() };
  await ingestFolder(app.deps, { documents, ...settings }, run, (error) => {
    throw error;
  });
  await app.close();
}
