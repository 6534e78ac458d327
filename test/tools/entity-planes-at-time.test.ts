import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('entity_planes_at_time', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('entity_planes_at_time', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 follows places to their plane', async () => {
    const relate = (type: string, from: string, to: string, more = {}) =>
      world.post('/v1/lore/add-relation', { project: 'world', type, from, to, ...more });
    await relate('LOCATED_IN_PLANE', 'Saltfells', 'Waking Shore');
    await relate('LOCATED_IN_PLANE', 'Maren Tarn', 'The Undertow', { valid_from: '150 AB', valid_until: '151 AB' });
    const body = await ask({ entity: 'Maren Tarn' });
    expect(body.planes).toMatchObject([{ plane: { name: 'Waking Shore' }, held: 'true', path: [{}, {}, {}] }]);
    const then = await ask({ entity: 'Maren Tarn', at_time: '150 AB' });
    expect(then.planes[0]).toMatchObject({ plane: { name: 'The Undertow' }, path: [{ type: 'LOCATED_IN_PLANE' }] });
    expect((await ask({ entity: 'Maren Tarn', view: 'compact' })).planes).toEqual(['Waking Shore']);
  });

  test('200 nothing where the record leads to none', async () => {
    expect((await ask({ entity: 'Fellspeak' })).planes).toEqual([]);
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ entity: 'Isaude Hallowmere', at_time: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date', errors: [{ path: 'at_time' }] },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ entity: 'Isaud Hallowmer' })).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'entity' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ entity: 'Wren' })).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', candidates: [{}, {}] },
    });
  });
});
