import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewRelation } from '../../src/core/lore.js';
import { beginDocument, listSaid } from '../../src/store/queries/documents/documents.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { disputedPair, entity, newRelation } from '../helpers/lore.js';

const TENANT = { orgId: 'default', project: 'default' };

describe('retcon', () => {
  let app: TestApp;
  let osric: string;
  let ilse: string;
  let karth: string;
  const retcon = (body: object, headers = {}) => app.post('/v1/lore/retcon', { reason: 'New canon', ...body }, headers);
  const store = async (fields: Partial<NewRelation>) => {
    const relation = newRelation({ fromId: osric, toId: karth, ...fields } as Partial<NewRelation>);
    await app.store.tenant('default', (db) => insertRelations(db, TENANT, [{ relation, keys: [] }]));
    return relation.id;
  };
  const relationsOf = async (name: string, query = '') =>
    (await app.get(`/v1/lore/list-relations?entity=${encodeURIComponent(name)}${query}`)).body.items;

  beforeAll(async () => {
    app = await createTestApp();
    await app.store.tenant('default', async (db) => {
      osric = await entity(db, TENANT, { type: 'Person', name: 'Osric' });
      ilse = await entity(db, TENANT, { type: 'Person', name: 'Ilse' });
      karth = await entity(db, TENANT, { type: 'Kingdom', name: 'Karth' });
    });
  });
  afterAll(() => app.close());

  test('200 puts another relation in its place, and what was believed stays readable', async () => {
    const id = await store({ validFrom: '1300', validUntil: '1320' });
    const [before] = await relationsOf('Karth');
    const { status, body } = await retcon({ old: id, new: { from: 'Ilse', valid_until: '1325' }, who: 'mara' });
    expect(status).toBe(200);
    expect(body.old).toMatchObject({ id, status: 'superseded', superseded_by: body.new.id });
    expect(body.new).toMatchObject({ type: 'RULES', from: { id: ilse }, to: { id: karth }, supersedes: [id] });
    expect(body.new).toMatchObject({
      valid_from: { text: '1300' },
      valid_until: { text: '1325' },
      status: 'active',
      who: 'mara',
    });
    expect((await relationsOf('Karth')).map((one: { id: string }) => one.id)).toEqual([body.new.id]);
    const then = await relationsOf('Karth', `&known_at=${before.system_from}`);
    expect(then).toMatchObject([{ id, from: { id: osric }, status: 'active', system_until: body.old.system_from }]);
    const audit = await app.get(`/v1/audit?node_id=${id}`);
    expect(audit.body.items).toMatchObject([{ action: 'retcon', who: 'mara', reason: 'New canon' }]);
  });

  test('200 takes the keys of what it changes, so that a guarded write at the same time is decided again', async () => {
    const id = await store({ type: 'POSSESSES', fromId: osric, toId: karth });
    const versions = async () => {
      const keys = [`RULES|to|${karth}`, `POSSESSES|to|${karth}`, `life|${osric}`];
      const heads = await app.database.asAdmin<{ version: number }>(
        'SELECT coalesce(h.version, 0)::int AS version FROM unnest($1::text[]) k LEFT JOIN guard_head h ON h.key = k ORDER BY k',
        [keys],
      );
      return heads.map(({ version }) => version);
    };
    const before = await versions();
    expect((await retcon({ old: id, new: { type: 'RULES' } })).status).toBe(200);
    expect(await versions()).toEqual(before.map((version) => version + 1));
  });

  test('200 takes a relation back when nothing takes its place', async () => {
    const id = await store({ type: 'KNOWS', toId: ilse });
    const { body } = await retcon({ old: id });
    expect(body).toMatchObject({ result: 'retconned', old: { status: 'retracted', superseded_by: null }, new: null });
    expect(await relationsOf('Osric', '&type=knows')).toEqual([]);
    expect(await relationsOf('Osric', '&type=knows&history=true')).toMatchObject([{ id, status: 'retracted' }]);
  });

  test('200 changes the type, the ends by the inverse, and an attribute', async () => {
    const id = await store({ type: 'CONTROLS' });
    const swapped = await retcon({ old: id, new: { type: 'ruled by', from: 'Karth', to: 'Ilse' } });
    expect(swapped.body.new).toMatchObject({ type: 'RULES', from: { id: ilse }, to: { id: karth } });
    const born = await store({ type: 'BORN_ON', toId: null, value: '1280' } as Partial<NewRelation>);
    const later = await retcon({ old: born, new: { value: '1282' } });
    expect(later.body.new).toMatchObject({ type: 'BORN_ON', value: '1282', to: null, from: { id: osric } });
  });

  test('200 takes the value of an attribute from `to` as add_relation does, and 400 for two of them', async () => {
    const died = await store({ type: 'DIED_ON', toId: null, value: '1290' } as Partial<NewRelation>);
    const told = { type: 'DIED_ON', from: 'Osric', to: '1295' };
    const first = await retcon({ old: died, new: told });
    expect(first.body.new).toMatchObject({ type: 'DIED_ON', value: '1295', to: null, from: { id: osric } });
    const both = await retcon({ old: first.body.new.id, new: { ...told, value: '1296' } });
    expect(both).toMatchObject({ status: 400, body: { errors: [{ path: 'new.to' }] } });
    const odd = await retcon({ old: first.body.new.id, new: { to: 'whenever' } });
    expect(odd).toMatchObject({ status: 400, body: { code: 'invalid_date', errors: [{ path: 'new.to' }] } });
    const same = await retcon({ old: first.body.new.id, new: { ...told, value: '1295' } });
    expect(same.body.new.value).toBe('1295');
    const gender = await store({ type: 'GENDER', toId: null, value: 'male' } as Partial<NewRelation>);
    expect((await retcon({ old: gender, new: { to: 'female' } })).body.new.value).toBe('female');
  });

  test('200 ends the disputes of what it takes back', async () => {
    const { ids, violationId } = await app.store.tenant('default', (db) =>
      disputedPair(db, TENANT, [
        { fromId: osric, toId: karth },
        { fromId: ilse, toId: karth },
      ]),
    );
    await retcon({ old: ids[0] });
    const left = (await relationsOf('Ilse')).find(({ id }: { id: string }) => id === ids[1]);
    expect(left).toMatchObject({ is_disputed: false, disputed_with: [] });
    const { items } = (await app.get('/v1/contradictions?status=all&subject=Karth')).body;
    // What is left may clash with what other tests told of Karth.
    const own = items.filter(({ id }: { id: string }) => id === violationId);
    expect(own).toMatchObject([{ status: 'resolved', resolution: 'gone' }]);
  });

  test('200 is not undone by the document that said it', async () => {
    const base = { path: 'annals.md', sourceId: v7(), title: 'Annals', format: 'markdown', who: 'mara' };
    const documentId = await app.store.tenant('default', (db) => beginDocument(db, TENANT, { id: v7(), ...base }));
    const citation = { sourceId: null, documentId, chunkId: null, span: null };
    const id = await store({ type: 'SERVES', citation, saidKey: 'serves' });
    await retcon({ old: id });
    await store({ type: 'SERVES', citation, saidKey: 'serves' });
    expect(await relationsOf('Osric', '&type=SERVES')).toEqual([]);
    const said = await app.store.tenant('default', (db) => listSaid(db, TENANT, documentId));
    expect(said.get('serves')).toMatchObject({ id, status: 'retracted' });
  });

  test('400 for a relation that does not fit its ends, and for dates that can not be read', async () => {
    const id = await store({});
    const wrong = await retcon({ old: id, new: { from: 'Karth', to: 'Osric' } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'new.to' }] } });
    expect(await retcon({ old: id, new: { type: 'HUMS' } })).toMatchObject({
      body: { errors: [{ path: 'new.type' }] },
    });
    const born = await store({ type: 'BORN_ON', toId: null, value: '1280' } as Partial<NewRelation>);
    expect(await retcon({ old: born, new: { value: 'a cold winter' } })).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_date', errors: [{ path: 'new.value' }] } },
    });
    const reversed = await retcon({ old: id, new: { valid_from: '1320', valid_until: '1310' } });
    expect(reversed).toMatchObject({ status: 400, body: { code: 'invalid_period' } });
    expect((await retcon({ old: 'x' })).status).toBe(400);
  });

  test('404 for an unknown relation, and for an end that is called otherwise', async () => {
    expect(await retcon({ old: v7() })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const unknown = await retcon({ old: await store({}), new: { from: 'Osrik' } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'unknown_entity', errors: [{ path: 'new.from' }] } });
    expect(unknown.body.candidates).toMatchObject([{ id: osric, name: 'Osric', by: 'typo' }]);
  });

  test('409 for a relation that no longer stands', async () => {
    const id = await store({});
    await retcon({ old: id });
    expect(await retcon({ old: id })).toMatchObject({ status: 409, body: { code: 'not_active' } });
  });

  test('422 for a name that several bear', async () => {
    await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Osric', distinction: 'the younger' });
    const { status, body } = await retcon({ old: await store({}), new: { from: 'osric' } });
    expect([status, body.code, body.candidates.length]).toEqual([422, 'ambiguous_entity', 2]);
  });

  test('403 for a writer', async () => {
    expect((await retcon({ old: v7() }, bearer(await app.keyFor('writer')))).status).toBe(403);
  });
});
