import { ingestFolder, readFolder } from '../../src/start/folder.js';
import { createTestApp, type Reply, type TestApp } from './app.js';
import { WORLD } from './world.js';

/** The real application, and in its project `world` the example world. */
export interface LoreWorld extends TestApp {
  /** Asks a lore tool: GET /v1/lore/<name>. */
  ask(tool: string, query?: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Reply>;
}

export async function createLoreWorld(): Promise<LoreWorld> {
  const app = await createTestApp();
  const { documents, ...settings } = await readFolder(WORLD);
  const tenant = { orgId: 'default', project: 'world' };
  const run = { tenant, author: { who: 'mara', keyId: null }, runId: app.deps.ids.next() };
  await ingestFolder(app.deps, { documents, ...settings }, run, (error) => {
    throw error;
  });
  app.deps.contexts.forget(tenant);
  const ask: LoreWorld['ask'] = (tool, query = {}, headers = {}) =>
    app.get(`/v1/lore/${tool.replaceAll('_', '-')}?${new URLSearchParams({ project: 'world', ...query })}`, headers);
  return { ...app, ask };
}
