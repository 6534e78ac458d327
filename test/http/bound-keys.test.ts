import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOLS } from '../../src/tools/index.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { call, isOfProject, makeWorld, type World } from '../helpers/operations.js';

const HOME = { org_id: 'acme', project: 'web' };

describe('a key that is bound to projects', () => {
  let app: TestApp;
  let world: World;
  let key: string;
  const made = (fields: object, by = key) =>
    app.post('/v1/keys', { name: 'another', role: 'reader', ...fields }, bearer(by));

  beforeAll(async () => {
    app = await createTestApp();
    world = await makeWorld(app, HOME, API_KEY);
    const bound = { org_id: 'acme', project: 'shop', projects: ['shop', 'api'], name: 'shop', role: 'admin' };
    key = (await app.post('/v1/keys', bound)).body.secret;
  });
  afterAll(() => app.close());

  test.each(TOOLS.filter(isOfProject).map((tool) => [tool.name, tool] as const))(
    '%s finds no other project, be it there or not',
    async (_name, tool) => {
      for (const project of ['web', 'nowhere']) {
        const reply = await call(app, tool, world, { key, tenant: { project } });
        expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
          ...[404, 'not_found', `There is no project ${project} for this API key.`],
        ]);
      }
    },
  );

  test('reaches its own, and an item of a batch no other', async () => {
    const item = { op: 'remember', statement: 'Use npm for installs', kind: 'fact' };
    for (const project of ['shop', 'api'])
      expect((await app.post('/v1/remember', { ...item, op: undefined, project }, bearer(key))).status).toBe(201);
    const { body } = await app.post('/v1/batch', { items: [{ ...item, project: 'web' }] }, bearer(key));
    expect(body.results).toMatchObject([{ status: 400, body: { errors: [{ path: 'project' }] } }]);
  });

  test('makes keys for its own projects only, and by default for all of them', async () => {
    expect((await made({})).body.key).toMatchObject({ project: 'shop', projects: ['shop', 'api'] });
    expect((await made({ projects: ['api'], project: 'api' })).body.key.projects).toEqual(['api']);
    expect(await made({ projects: ['shop', 'web'] })).toMatchObject({
      ...{ status: 400, body: { errors: [{ path: 'projects.1' }] } },
    });
    expect(await made({ projects: ['api'] })).toMatchObject({ status: 400, body: { errors: [{ path: 'project' }] } });
    expect((await made({ project: 'web' })).status).toBe(404);
  });

  test('sees and revokes keys of its own projects only', async () => {
    const [free, theirs, own] = [
      (await made({ org_id: 'acme' }, API_KEY)).body.key.id,
      (await made({ org_id: 'acme', projects: ['web'], project: 'web' }, API_KEY)).body.key.id,
      (await made({ projects: ['api'], project: 'api' })).body.key.id,
    ];
    const seen = (await app.get('/v1/keys', bearer(key))).body.items.map(({ id }: { id: string }) => id);
    expect([free, theirs, own].map((id) => seen.includes(id))).toEqual([false, false, true]);
    const revoke = async (id: string) => (await app.post(`/v1/keys/${id}/revoke`, {}, bearer(key))).status;
    expect([await revoke(free), await revoke(theirs), await revoke(own)]).toEqual([404, 404, 200]);
  });

  test('writes under its own name where the body names nobody', async () => {
    const statement = { statement: 'Reviews must be required', reason: 'Agreed', project: 'shop' };
    const { claim } = (await app.post('/v1/remember', statement, bearer(key))).body;
    expect(claim.who).toBe('shop');
    const cancelled = await app.post('/v1/cancel', { claim_id: claim.id, reason: 'Wrong' }, bearer(key));
    expect(cancelled.status).toBe(200);
    const [entry] = (await app.get(`/v1/audit?claim_id=${claim.id}`, bearer(key))).body.items;
    expect(entry).toMatchObject({ action: 'cancel', who: 'shop' });
  });
});
