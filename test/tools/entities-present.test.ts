import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('entities_present', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('entities_present', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type One = { entity: { name: string }; via: string; place: { name: string } | null; event: { name: string } | null };
  const shown = (body: { present: One[] }) =>
    body.present.map(({ entity, via, place, event }) =>
      `${entity.name} ${via} ${place?.name} ${event?.name ?? ''}`.trim(),
    );

  test('200 lists who was there, in places inside it and at its events', async () => {
    const body = await ask({ location: 'Lanternshore', at_time: '108 AB' });
    expect(shown(body)).toEqual(
      expect.arrayContaining([
        'Sunniva Tarn participated_in Long Bridge Wedding of the Two Houses',
        'Florian Dusk witnessed Long Bridge Wedding of the Two Houses',
      ]),
    );
    const before = await ask({ location: 'Lanternshore', at_time: '107 AB' });
    expect(shown(before).join()).not.toContain('Wedding');
    expect(shown(await ask({ location: 'Tarnhold' }))).toContain('Maren Tarn located_in Tarnhold');
    expect(shown(await ask({ location: 'Saltfells' }))).toContain('Maren Tarn located_in Tarnhold');
  });

  test('200 of one type only, page by page', async () => {
    const people = await ask({ location: 'Orrevane', at_time: '108 AB', type: 'person', limit: '200' });
    expect(people.present.every(({ entity }: { entity: { type: string } }) => entity.type === 'Person')).toBe(true);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask({
        location: 'Orrevane',
        at_time: '108 AB',
        type: 'person',
        limit: '3',
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...shown(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(shown(people));
  });

  test('200 not_applicable of what nobody is in, and in short', async () => {
    expect(await ask({ location: 'Black Oar' })).toMatchObject({ outcome: 'not_applicable' });
    expect((await ask({ location: 'Tarnhold', view: 'compact' })).present.join()).toContain(
      'Maren Tarn LOCATED_IN Tarnhold',
    );
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ location: 'Tarnhold', at_time: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date', errors: [{ path: 'at_time' }] },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ location: 'Isaud Hallowmer' })).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'location' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ location: 'Wren' })).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', candidates: [{}, {}] },
    });
  });
});
