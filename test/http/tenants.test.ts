import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOLS } from '../../src/tools/index.js';
import { API_KEY, createTestApp, type Reply, type TestApp } from '../helpers/app.js';
import { call, isOfProject, makeWorld, STORED, type World, worldOf } from '../helpers/operations.js';

const HOME = { org_id: 'acme', project: 'web' };
const ofProject = TOOLS.filter(isOfProject);

/** An answer without what differs between any two requests: ids, times, secrets and names of organisations. */
function masked({ status, body }: Reply): unknown {
  const text = JSON.stringify(body)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/"last_used_at":"TIME"/g, '"last_used_at":null')
    .replace(/lg_[\w-]+/g, 'KEY')
    .replace(/"timings":\{[^}]*\}/g, '"timings":{}')
    .replace(/"(from|until)":1\d{9}\b/g, '"$1":0')
    .replace(/"duration_ms":[\d.]+/g, '"duration_ms":0')
    .replace(/\b(stranger|nobody)-\w+\b/g, 'ORG');
  return { status, body: JSON.parse(text) };
}

const unknownWorld = () => worldOf(v7);

describe('two tenants', () => {
  let app: TestApp;
  let world: World;
  let before: unknown;
  let made = 0;
  /** All that there is of the first tenant. */
  const everything = () =>
    app.database.asAdmin(
      `SELECT (SELECT json_agg(c ORDER BY c.id, c.system_from) FROM claims c WHERE org_id = 'acme' AND project = 'web') AS claims,
        (SELECT json_agg(d ORDER BY d.id) FROM decisions d WHERE org_id = 'acme' AND project = 'web') AS decisions,
        (SELECT json_agg(k ORDER BY k.id) FROM api_keys k WHERE org_id = 'acme' AND name = 'made for the test') AS keys,
        (SELECT json_agg(e ORDER BY e.id) FROM entities e WHERE org_id = 'acme' AND project = 'web') AS entities,
        (SELECT json_agg(r ORDER BY r.id, r.system_from) FROM relations r WHERE org_id = 'acme' AND project = 'web') AS relations,
        (SELECT json_agg(v ORDER BY v.id) FROM violations v WHERE org_id = 'acme' AND project = 'web') AS violations,
        (SELECT json_agg(p) FROM projects p WHERE org_id = 'acme' AND project = 'web') AS projects`,
    );

  beforeAll(async () => {
    app = await createTestApp();
    world = await makeWorld(app, HOME, API_KEY);
    before = await everything();
  });
  afterAll(async () => {
    await app.close();
  });

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s finds no organisation but that of the key, be it there or not',
    async (_name, tool) => {
      const key = await app.keyFor('admin', 'globex');
      const there = await call(app, tool, world, { key, tenant: { org_id: 'acme' } });
      const absent = await call(app, tool, unknownWorld(), { key, tenant: { org_id: 'nowhere' } });
      expect([there.status, there.body.code]).toEqual([404, 'not_found']);
      expect([absent.status, absent.body.code]).toEqual([404, 'not_found']);
      expect(there.body.detail.replace('acme', 'nowhere')).toBe(absent.body.detail);
    },
  );

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s answers another organisation that names ids and project of this one as if they did not exist',
    async (_name, tool) => {
      made += 1;
      const tenant = isOfProject(tool) ? { project: HOME.project } : {};
      const stranger = await app.keyFor('admin', `stranger-${made}`);
      const nobody = await app.keyFor('admin', `nobody-${made}`);
      const named = await call(app, tool, world, { key: stranger, tenant });
      const unknown = await call(app, tool, unknownWorld(), { key: nobody, tenant });
      expect(masked(named)).toEqual(masked(unknown));
      expect(JSON.stringify(named.body)).not.toContain(STORED);
      if (tool.problems.includes('not_found')) expect(named.status).toBe(404);
    },
  );

  test.each(ofProject.map((tool) => [tool.name, tool] as const))(
    '%s answers another project of the organisation as if the ids of this one did not exist',
    async (_name, tool) => {
      made += 1;
      const key = await app.keyFor('admin', 'acme');
      const named = await call(app, tool, world, { key, tenant: { project: `stranger-${made}` } });
      const unknown = await call(app, tool, unknownWorld(), { key, tenant: { project: `nobody-${made}` } });
      expect(masked(named)).toEqual(masked(unknown));
      expect(JSON.stringify(named.body)).not.toContain(STORED);
      if (tool.problems.includes('not_found')) expect(named.status).toBe(404);
    },
  );

  test('nothing of the first tenant has changed by all that', async () => {
    expect(await everything()).toEqual(before);
  });

  test.each(TOOLS.filter(({ problems }) => problems.includes('not_found')).map((tool) => [tool.name, tool] as const))(
    '%s finds them for a key of their own',
    async (_name, tool) => {
      made += 1;
      const own = { org_id: `own-${made}`, project: 'default' };
      const key = await app.keyFor('admin', own.org_id);
      const reply = await call(app, tool, await makeWorld(app, own, key), { key });
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    },
  );
});
