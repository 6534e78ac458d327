import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { newRelation } from '../helpers/lore.js';

const TENANT = { orgId: 'default', project: 'default' };

describe('put_type_template', () => {
  let app: TestApp;
  const put = (body: object) => app.put('/v1/lore/types', body);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 declares a type, whose entities can be added and whose attributes can be told', async () => {
    const attributes = { wing_span: { kind: 'number' }, hull: { kind: 'choice', values: ['oak', 'iron'] } };
    const told = { type: 'Airship', kind_of: 'Location', attributes };
    expect(await put(told)).toEqual(
      expect.objectContaining({ status: 200, body: { result: 'stored', template: told } }),
    );
    expect((await put(told)).body.result).toBe('unchanged');
    expect((await put({ ...told, description: 'It flies' })).body.result).toBe('updated');
    const ship = (await app.post('/v1/lore/add-entity', { type: 'airship', name: 'Vigil' })).body.entity;
    expect(ship.type).toBe('Airship');
    const relation = newRelation({ type: 'WING_SPAN', fromId: ship.id, toId: null, value: '30' } as object);
    await app.store.tenant('default', (db) => insertRelations(db, TENANT, [{ relation, keys: [] }]));
    const retcon = (value: object) =>
      app.post('/v1/lore/retcon', { old: relation.id, new: value, reason: 'Measured again' });
    expect(await retcon({ value: 'wide' })).toMatchObject({ status: 400, body: { errors: [{ path: 'new.value' }] } });
    expect(await retcon({ type: 'hull', value: 'glass' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'new.value' }] },
    });
    expect((await retcon({ type: 'hull', value: 'Oak' })).body.new).toMatchObject({ type: 'HULL', value: 'oak' });
    expect((await app.get('/v1/audit?action=put_type_template')).body.items).toHaveLength(2);
  });

  test('200 lets entities of the type stand where those of the built-in type may', async () => {
    await put({ type: 'Skyhook', kind_of: 'Location' });
    const at = (await app.post('/v1/lore/add-entity', { type: 'Skyhook', name: 'High Dock' })).body.entity;
    const who = (await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Osric' })).body.entity;
    const relation = newRelation({ type: 'LOCATED_IN', fromId: who.id, toId: v7() });
    await app.store.tenant('default', (db) => insertRelations(db, TENANT, [{ relation, keys: [] }]));
    const moved = await app.post('/v1/lore/retcon', { old: relation.id, new: { to: at.id }, reason: 'Moved' });
    expect(moved).toMatchObject({ status: 200, body: { new: { to: { id: at.id } } } });
  });

  test('200 takes the template as YAML', async () => {
    const yaml = 'type: Skiff # small\nkind_of: Location\nattributes:\n  sails: { kind: number }\n';
    const template = { type: 'Skiff', kind_of: 'Location', attributes: { sails: { kind: 'number' } } };
    expect(await put({ yaml })).toMatchObject({ status: 200, body: { result: 'stored', template } });
    expect((await put(template)).body.result).toBe('unchanged');
    expect((await put({ yaml, kind_of: null })).body.result).toBe('unchanged');
  });

  test.each([
    ['a field that there is not', 'type: Skiff\nsail: 1\n', 'sail', 2, 1, /not a field here/],
    [
      'a kind that there is not',
      'type: Skiff\nattributes:\n  sails:\n    kind: count\n',
      'attributes.sails.kind',
      4,
      11,
      /expected one of/,
    ],
    ['a type in lower case', '# boats\ntype: skiff\n', 'type', 2, 7, /capital letter/],
    ['a built-in type', 'description: boats\ntype: Person\n', 'type', 2, 7, /built in/],
    [
      'a built-in attribute',
      'type: Skiff\nattributes:\n  gender: { kind: text }\n',
      'attributes.gender',
      3,
      11,
      /built-in/,
    ],
    ['a key twice', 'type: Skiff\ntype: Raft\n', '(document)', 2, 1, /twice/],
    ['no YAML', 'type: "Skiff\n', '(document)', 2, 1, /not valid YAML/],
    ['a list', '- type: Skiff\n', '(document)', 1, 1, /expected object/],
  ])('400 names line and column of %s in YAML', async (_, yaml, path, line, column, message) => {
    const { status, body } = await put({ yaml });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors[0]).toEqual({ path, line, column, message: expect.stringMatching(message) });
  });

  test('400 without a type, and with the template both as YAML and as fields', async () => {
    expect((await put({})).body.errors).toEqual([{ path: 'type', message: expect.stringContaining('yaml') }]);
    const both = await put({ yaml: 'type: Skiff\n', type: 'Raft', attributes: { sails: { kind: 'number' } } });
    expect(both.body.errors.map(({ path }: { path: string }) => path)).toEqual(['type', 'attributes']);
  });

  test('400 for a built-in type, a relation type as attribute, or an attribute of two kinds', async () => {
    const paths = async (body: object) => {
      const reply = await put(body);
      return [reply.status, reply.body.errors.map((error: { path: string }) => error.path)];
    };
    expect(await paths({ type: 'Person' })).toEqual([400, ['type']]);
    expect(await paths({ type: 'Barge', attributes: { born_on: { kind: 'date' } } })).toEqual([
      400,
      ['attributes.born_on'],
    ]);
    await put({ type: 'Barge', attributes: { draught: { kind: 'number' } } });
    expect(await paths({ type: 'Raft', attributes: { draught: { kind: 'text' } } })).toEqual([
      400,
      ['attributes.draught'],
    ]);
    expect(await paths({ type: 'Raft', attributes: { load: { kind: 'choice' } } })).toEqual([
      400,
      ['attributes.load.values'],
    ]);
    expect(await paths({ type: 'small raft' })).toEqual([400, ['type']]);
  });
});
