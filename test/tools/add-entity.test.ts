import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('add_entity', () => {
  let app: TestApp;
  const add = (body: object, headers = {}) => app.post('/v1/lore/add-entity', body, headers);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('201 stores it, verified by who adds it, and puts it on the record', async () => {
    const properties = { eyes: 'grey', campTents: 3, 'home town': { the_name: 'Karth' } };
    const told = { type: 'person', name: 'Osric Vane', aliases: ['The Heron'], properties, who: 'mara' };
    const { status, body } = await add(told);
    expect(status).toBe(201);
    expect(body).toMatchObject({ result: 'stored', namesakes: [] });
    expect(body.entity).toMatchObject({ type: 'Person', name: 'Osric Vane', aliases: ['The Heron'], who: 'mara' });
    expect(body.entity).toMatchObject({ lore_verified: true, merged_into: null, properties });
    const audit = await app.get(`/v1/audit?node_id=${body.entity.id}`);
    expect(audit.body.items).toMatchObject([{ action: 'add_entity', who: 'mara', node_id: body.entity.id }]);
  });

  test('201 tells namesakes apart by what distinguishes them, and names them', async () => {
    const first = await add({ type: 'Person', name: 'Ilse' });
    const second = await add({ type: 'Person', name: 'Ilse', distinction: 'the younger', lore_verified: false });
    expect(second.body.entity.id).not.toBe(first.body.entity.id);
    expect(second.body).toMatchObject({ entity: { lore_verified: false }, namesakes: [{ id: first.body.entity.id }] });
  });

  test('200 adds what is new of a known one, and changes nothing where nothing is', async () => {
    const town = { type: 'Location', name: 'Tallow' };
    const { body } = await add(town);
    const again = await add({ ...town, name: 'The Tallow', aliases: ['Candle Town'], properties: { gates: 4 } });
    expect(again).toMatchObject({ status: 200, body: { result: 'updated', entity: { id: body.entity.id } } });
    expect(again.body.entity).toMatchObject({ name: 'Tallow', properties: { gates: 4 } });
    expect([...again.body.entity.aliases].sort()).toEqual(['Candle Town']);
    expect(await add(town)).toMatchObject({ status: 200, body: { result: 'unchanged', entity: again.body.entity } });
  });

  test('200 replays the answer of the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'entity-1' };
    const first = await add({ type: 'Item', name: 'Iron Crown' }, key);
    const second = await add({ type: 'Item', name: 'Iron Crown' }, key);
    expect(second.body).toEqual(first.body);
    expect(second.status).toBe(201);
  });

  test('400 for an unknown type, a name without letters, or an unknown field', async () => {
    const wrong = await add({ type: 'Starship', name: 'Vigil' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ path: 'type' }] } });
    expect(wrong.body.errors[0].message).toContain('Person');
    expect(await add({ type: 'Item', name: '!?' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'name' }] },
    });
    expect((await add({ type: 'Item', name: 'Bell', colour: 'red' })).status).toBe(400);
  });

  test('403 for a writer', async () => {
    const writer = bearer(await app.keyFor('writer'));
    expect((await add({ type: 'Item', name: 'Bell' }, writer)).status).toBe(403);
  });
});
