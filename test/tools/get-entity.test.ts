import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('get_entity', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('get_entity', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 with its names, lives and what is open against it', async () => {
    const body = await ask({ entity: 'Maren of the Scales' });
    expect(body).toMatchObject({
      ...{ entity: { name: 'Maren Tarn', aliases: ['Maren of the Scales'], lore_verified: true }, status: 'alive' },
      ...{ lives: [{ from: { text: expect.stringMatching(/Third Age$/) }, until: null }], time_defaulted: true },
    });
    expect((await ask({ entity: 'Isaude Hallowmere' })).violations.contradictions).toBeGreaterThanOrEqual(2);
    expect((await ask({ entity: body.entity.id })).entity).toEqual(body.entity);
  });

  test('200 of a provisional one, of one without dates, of an event, and in short', async () => {
    await world.post('/v1/lore/log-encounter', { project: 'world', name: 'Mist Hound', by: 'Yara Senn' });
    expect(await ask({ entity: 'Mist Hound' })).toMatchObject({
      ...{
        entity: { lore_verified: false },
        caveats: [{ code: 'provisional' }, { code: 'stale_run' }],
        lives: [],
        status: 'unknown',
      },
    });
    expect(await ask({ entity: 'Siege of Ashlode', at_time: '348 AL', view: 'compact' })).toMatchObject({
      ...{ view: 'compact', entity: { type: 'Event' }, status: 'alive' },
    });
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
