import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('list_relations', () => {
  let app: TestApp;
  const list = (entity: string, rest = {}) =>
    app.get(`/v1/lore/list-relations?${new URLSearchParams({ entity, ...rest })}`);

  beforeAll(async () => {
    app = await createTestApp();
    await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Osric' });
    await app.post('/v1/lore/log-encounter', { name: 'Bog Light', by: 'Osric', at_time: '1312' });
    await app.post('/v1/lore/log-encounter', { name: 'The Feast', type: 'Event', by: 'Osric' });
  });
  afterAll(() => app.close());

  test('200 lists what is said of either end, of all types or one', async () => {
    const { status, body } = await list('Osric');
    expect(status).toBe(200);
    expect(body.entity).toMatchObject({ name: 'Osric', type: 'Person', lore_verified: true });
    expect(body.items.map((item: { type: string }) => item.type)).toEqual(['ENCOUNTERED', 'PARTICIPATED_IN']);
    expect((await list('Bog Light')).body.items).toMatchObject([
      { from: { name: 'Osric' }, to: { lore_verified: false } },
    ]);
    expect((await list('Osric', { type: 'participated in' })).body.items).toHaveLength(1);
  });

  test('200 pages without a gap or a repeat', async () => {
    const first = (await list('Osric', { limit: '1' })).body;
    const next = (await list('Osric', { limit: '1', cursor: first.next_cursor })).body;
    expect([...first.items, ...next.items].map((item: { type: string }) => item.type)).toEqual([
      'ENCOUNTERED',
      'PARTICIPATED_IN',
    ]);
    expect(next.next_cursor).toBeNull();
  });

  test('200 answers what was believed at a time', async () => {
    expect((await list('Osric', { known_at: '2020-01-01T00:00:00Z' })).body.items).toEqual([]);
  });

  test('400 for a relation type that there is not', async () => {
    expect(await list('Osric', { type: 'HUMS' })).toMatchObject({ status: 400, body: { errors: [{ path: 'type' }] } });
  });

  test('404 for an unknown name', async () => {
    expect(await list('Nobody')).toMatchObject({ status: 404, body: { code: 'unknown_entity', candidates: [] } });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Kingdom', 'Faction']) await app.post('/v1/lore/add-entity', { type, name: 'Karth' });
    expect(await list('Karth')).toMatchObject({ status: 422, body: { code: 'ambiguous_entity' } });
  });
});
