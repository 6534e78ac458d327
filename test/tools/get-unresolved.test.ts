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

  test('200 as it was at a system time: what was vouched for since, and what was merged since, is provisional then', async () => {
    const project = 'then';
    for (const name of ['Fen Wife', 'Mire Dog', 'Peat Ox'])
      await app.post('/v1/lore/log-encounter', { project, name, type: 'Creature' });
    const named = async (query = '') => {
      const { status, body } = await app.get(`/v1/lore/get-unresolved?project=${project}${query}`);
      expect([status, body.time_defaulted], JSON.stringify(body)).toEqual([200, false]);
      return body.items.map(({ name }: { name: string }) => name);
    };
    const [, , last] = (await app.get(`/v1/lore/get-unresolved?project=${project}`)).body.items;
    const before = last.created_at;
    expect((await app.post('/v1/lore/mark-verified', { project, entity: 'Fen Wife' })).status).toBe(200);
    const merge = { project, entity: 'Peat Ox', alias: 'Mire Dog', reason: 'One beast' };
    const merged = await app.post('/v1/lore/merge-entities', merge);
    expect(merged.status, JSON.stringify(merged.body)).toBe(200);
    expect(await named()).toEqual(['Peat Ox']);
    expect(await named(`&known_at=${before}`)).toEqual(['Fen Wife', 'Mire Dog', 'Peat Ox']);
    expect(await named(`&known_at=${before}&limit=2`)).toEqual(['Fen Wife', 'Mire Dog']);
    expect(await named('&known_at=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await named(`&known_at=${before}&entity=Fen%20Wife`)).toEqual(['Fen Wife']);
  });

  test('200 is provisional again when the document that told of it no longer does', async () => {
    const project = 'retold';
    const ingest = (text: string) => app.post('/v1/ingest', { project, documents: [{ path: 'a.md', content: text }] });
    const listed = async (query = '') =>
      (await app.get(`/v1/lore/get-unresolved?project=${project}${query}`)).body.items.map(
        ({ name }: { name: string }) => name,
      );
    await app.post('/v1/lore/log-encounter', { project, name: 'Reed King', type: 'Creature' });
    const [{ created_at: first }] = (await app.get(`/v1/lore/get-unresolved?project=${project}`)).body.items;
    const told = await ingest('---\nname: Reed King\ntype: Creature\n---\nA beast.');
    expect(told.status, JSON.stringify(told.body)).toBe(200);
    expect(await listed()).toEqual([]);
    const meanwhile = new Date().toISOString();
    await ingest('---\nname: Reed Queen\ntype: Creature\n---\nA beast.');
    expect(await listed()).toEqual(['Reed King']);
    expect(await listed(`&known_at=${meanwhile}`)).toEqual([]);
    expect(await listed(`&known_at=${first}`)).toEqual(['Reed King']);
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
