import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { entity, newRelation } from '../helpers/lore.js';

const TENANT = { orgId: 'default', project: 'default' };

describe('merge_entities', () => {
  let app: TestApp;
  const merge = (body: object, headers = {}) => app.post('/v1/lore/merge-entities', body, headers);
  const person = (name: string, aliases: string[] = []) =>
    app.store.tenant('default', (db) => entity(db, TENANT, { type: 'Person', name, aliases }));
  const relate = async (type: string, fromId: string, toId: string) => {
    const relation = newRelation({ type, fromId, toId });
    await app.store.tenant('default', (db) => insertRelations(db, TENANT, [{ relation, keys: [] }]));
    return relation.id;
  };
  const relationsOf = async (name: string, query = '') =>
    (await app.get(`/v1/lore/list-relations?entity=${encodeURIComponent(name)}${query}`)).body.items;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 moves names and relations, and the old id goes on to be found', async () => {
    const [king, stranger, other] = [
      await person('King Osric'),
      await person('The Stranger', ['Grey Cloak']),
      await person('Ilse'),
    ];
    const knows = await relate('KNOWS', stranger, other);
    const self = await relate('KNOWS', king, stranger);
    const [before] = await relationsOf('Ilse');
    const { status, body } = await merge({ entity: 'King Osric', alias: 'Stranger', reason: 'Unmasked', who: 'mara' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'merged', moved_relations: 2, entity: { id: king, name: 'King Osric' } });
    expect(body.taken_back).toMatchObject([
      { id: self, statement: expect.stringMatching(/^King Osric KNOWS The Stranger/) },
    ]);
    expect(body.entity.aliases).toEqual(['Grey Cloak', 'The Stranger']);
    for (const name of ['grey cloak', 'The Stranger', stranger]) {
      const found = await app.get(`/v1/lore/lookup?query=${encodeURIComponent(name)}`);
      expect(found.body.items, name).toMatchObject([{ id: king }]);
    }
    expect(await relationsOf('Ilse')).toMatchObject([{ id: knows, from: { id: king } }]);
    expect(await relationsOf('King Osric')).toMatchObject([{ id: knows }]);
    const taken = (await relationsOf('King Osric', '&history=true')).find(({ id }: { id: string }) => id === self);
    expect(taken.status).toBe('retracted');
    const then = await relationsOf('King Osric', `&known_at=${before.system_from}`);
    expect(then.map(({ id }: { id: string }) => id)).toContain(knows);
    const audit = await app.get(`/v1/audit?node_id=${king}`);
    expect(audit.body.items).toMatchObject([{ action: 'merge_entities', who: 'mara', reason: 'Unmasked' }]);
  });

  test('200 of a chain of merges every id leads to the last one', async () => {
    const [a, b, c] = [await person('Ash'), await person('Birch'), await person('Cedar')];
    await merge({ entity: 'Birch', alias: 'Ash' });
    await merge({ entity: 'Cedar', alias: 'Birch' });
    for (const id of [a, b]) {
      expect((await app.get(`/v1/lore/lookup?query=${id}`)).body.items).toMatchObject([{ id: c, name: 'Cedar' }]);
    }
    const again = await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Ash' });
    expect(again.body.entity.id).toBe(c);
  });

  test('400 for an entity and itself, also after they were merged', async () => {
    await Promise.all([person('Fern'), person('Moss')]);
    expect(await merge({ entity: 'Fern', alias: 'fern' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'alias' }] },
    });
    await merge({ entity: 'Fern', alias: 'Moss' });
    expect((await merge({ entity: 'Fern', alias: 'Moss' })).status).toBe(400);
  });

  test('400 for things of different types, unless nobody vouches for one of them', async () => {
    const add = (type: string, name: string) => app.post('/v1/lore/add-entity', { type, name });
    await Promise.all([add('Person', 'Gorse'), add('Location', 'Gorse Hill'), add('Faction', 'Gorse Men')]);
    for (const [into, alias] of [
      ['Gorse', 'Gorse Hill'],
      ['Gorse Men', 'Gorse'],
    ]) {
      const { status, body } = await merge({ entity: into, alias });
      expect([status, body.code, body.errors[0].path], alias).toEqual([400, 'invalid_request', 'alias']);
    }
    await person('Gorse Mount');
    expect((await merge({ entity: 'Gorse Hill', alias: 'Gorse Mount' })).status).toBe(200);
  });

  test('400 names the relations that would mean nothing, and those by which the two can not be one', async () => {
    const [ulla, brok] = [await person('Ulla'), await person('Brok')];
    const key = await app.store.tenant('default', (db) => entity(db, TENANT, { type: 'Item', name: 'Iron Key' }));
    const held = await relate('POSSESSES', ulla, key);
    await relate('PARENT_OF', ulla, brok);
    const owned = `Ulla POSSESSES Iron Key (relation ${held}): would not fit a Person`;
    for (const entity of ['Ulla', 'Brok']) {
      const { status, body } = await merge({ entity, alias: 'Iron Key' });
      expect([status, body.errors], entity).toEqual([400, [{ path: 'alias', message: owned }]]);
    }
    const kin = await merge({ entity: 'Ulla', alias: 'Brok' });
    expect([kin.status, kin.body.errors[0].message]).toEqual([
      400,
      expect.stringMatching(/^Ulla PARENT_OF Brok.* can not be the same$/),
    ]);
    expect(await relationsOf('Iron Key')).toMatchObject([{ id: held, status: 'active' }]);
  });

  test('404 for an unknown name', async () => {
    await person('Rowan');
    const { status, body } = await merge({ entity: 'Rowan', alias: v7() });
    expect([status, body.code, body.errors[0].path]).toEqual([404, 'unknown_entity', 'alias']);
  });

  test('422 for a name that several bear', async () => {
    await Promise.all([person('Hazel'), person('Thorn', ['Old One']), person('Briar', ['Old One'])]);
    expect(await merge({ entity: 'Hazel', alias: 'Old One' })).toMatchObject({
      status: 422,
      body: { code: 'ambiguous_entity' },
    });
  });

  test('403 for a writer', async () => {
    expect((await merge({ entity: 'a', alias: 'b' }, bearer(await app.keyFor('writer')))).status).toBe(403);
  });
});
