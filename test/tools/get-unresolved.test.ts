import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('get_unresolved', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Osric' });
    for (const name of ['Bog Light', 'Marsh Hound', 'Tar Cat']) await app.post('/v1/lore/log-encounter', { name });
  });
  afterAll(() => app.close());

  test('200 lists provisional entities only, page by page', async () => {
    const names = (reply: { body: { items: { name: string }[] } }) => reply.body.items.map(({ name }) => name);
    const first = await app.get('/v1/lore/get-unresolved?limit=2');
    expect(names(first)).toEqual(['Bog Light', 'Marsh Hound']);
    const next = await app.get(`/v1/lore/get-unresolved?limit=2&cursor=${first.body.next_cursor}`);
    expect(names(next)).toEqual(['Tar Cat']);
    expect(next.body.next_cursor).toBeNull();
  });

  test('200 says of one entity whether it is provisional', async () => {
    expect((await app.get('/v1/lore/get-unresolved?entity=tar%20cat')).body.items).toMatchObject([{ name: 'Tar Cat' }]);
    expect((await app.get('/v1/lore/get-unresolved?entity=Osric')).body.items).toEqual([]);
  });

  test('404 for an unknown name', async () => {
    const { status, body } = await app.get('/v1/lore/get-unresolved?entity=Nobody');
    expect([status, body.code]).toEqual([404, 'unknown_entity']);
  });

  test('422 for a name that several bear', async () => {
    await app.post('/v1/lore/add-entity', { type: 'Deity', name: 'Osric' });
    const { status, body } = await app.get('/v1/lore/get-unresolved?entity=Osric');
    expect([status, body.code]).toEqual([422, 'ambiguous_entity']);
  });

  test('400 for a cursor that is none', async () => {
    expect((await app.get('/v1/lore/get-unresolved?cursor=x')).status).toBe(400);
  });
});
