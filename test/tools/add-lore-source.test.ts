import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { entity, newRelation } from '../helpers/lore.js';

const TENANT = { orgId: 'default', project: 'default' };

describe('add_lore_source', () => {
  let app: TestApp;
  const add = (uri: string, reliability: string, rest = {}) =>
    app.post('/v1/lore/add-lore-source', { uri, reliability, ...rest });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('201 stores it as an entity too', async () => {
    const { status, body } = await add('annals.md', 'factional', { title: 'Annals of Karth', who: 'mara' });
    expect(status).toBe(201);
    expect(body.source).toMatchObject({
      uri: 'annals.md',
      title: 'Annals of Karth',
      reliability: 'factional',
      weight: 0.75,
    });
    const found = await app.get('/v1/lore/lookup?query=annals%20of%20karth&type=LoreSource');
    expect(found.body.items).toMatchObject([{ id: body.source.id, lore_verified: true }]);
    expect((await app.get(`/v1/audit?node_id=${body.source.id}`)).body.items).toMatchObject([
      { action: 'add_lore_source' },
    ]);
  });

  test('200 changes what it counts, and the confidence of all that it says follows', async () => {
    const { source } = (await add('rumours.md', 'rumor')).body;
    const fromId = await app.store.tenant('default', (db) => entity(db, TENANT, { type: 'Person', name: 'Osric' }));
    const citation = { sourceId: source.id, documentId: null, chunkId: null, span: null };
    const relation = newRelation({ fromId, toId: v7(), citation, extraction: 0.6 });
    await app.store.tenant('default', (db) => insertRelations(db, TENANT, [{ relation, keys: [] }]));
    const confidence = async () => (await app.get('/v1/lore/list-relations?entity=Osric')).body.items[0].confidence;
    expect(await confidence()).toBe(0.3);
    expect(await add('rumours.md', 'rumor')).toMatchObject({ status: 200, body: { result: 'unchanged' } });
    const changed = await add('rumours.md', 'canonical', { reason: 'It was the archive after all' });
    expect(changed).toMatchObject({ status: 200, body: { result: 'updated', source: { id: source.id, weight: 1 } } });
    expect(await confidence()).toBe(0.6);
  });

  test('409 when a source would become prophetic, or would be it no longer', async () => {
    expect((await add('omens.md', 'prophetic')).body.source.weight).toBeNull();
    expect(await add('omens.md', 'canonical')).toMatchObject({ status: 409, body: { code: 'source_differs' } });
    await add('letters.md', 'canonical');
    expect((await add('letters.md', 'prophetic')).status).toBe(409);
  });

  test('400 for a reliability that there is not', async () => {
    expect(await add('x.md', 'gospel')).toMatchObject({ status: 400, body: { errors: [{ path: 'reliability' }] } });
  });
});
