import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('mark_verified', () => {
  let app: TestApp;
  const mark = (entity: string) =>
    app.post('/v1/lore/mark-verified', { entity, reason: 'Seen in the annals', who: 'mara' });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 makes a provisional entity a verified one, once', async () => {
    const { body } = await app.post('/v1/lore/log-encounter', { name: 'Bog Light' });
    const id = body.entity.id;
    const unresolved = async () =>
      (await app.get('/v1/lore/get-unresolved')).body.items.map((one: { id: string }) => one.id);
    expect(await unresolved()).toEqual([id]);
    expect(await mark('bog light')).toMatchObject({
      status: 200,
      body: { result: 'verified', entity: { lore_verified: true } },
    });
    expect(await mark(id)).toMatchObject({ status: 200, body: { result: 'unchanged' } });
    expect(await unresolved()).toEqual([]);
    const { items } = (await app.get(`/v1/audit?node_id=${id}`)).body;
    expect(items.map((item: { action: string }) => item.action)).toEqual(['mark_verified', 'log_encounter']);
  });

  test('404 for an unknown name, with what is called much alike', async () => {
    await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Osric Vane' });
    const { status, body } = await mark('Osrick Vane');
    expect([status, body.code, body.candidates[0].name]).toEqual([404, 'unknown_entity', 'Osric Vane']);
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Deity']) await app.post('/v1/lore/add-entity', { type, name: 'Vasa' });
    expect(await mark('Vasa')).toMatchObject({ status: 422, body: { code: 'ambiguous_entity' } });
  });

  test('400 without an entity', async () => {
    expect((await app.post('/v1/lore/mark-verified', {})).status).toBe(400);
  });
});
