import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('members_of', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('members_of', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  const members = (body: { facts: { from: { name: string } }[] }) =>
    [...new Set(body.facts.map(({ from }) => from.name))].sort();

  test('200 lists the roster at a time, without who had left or died', async () => {
    expect(members(await ask({ faction: 'Black Oar', at_time: '120 AB' }))).toEqual(['Bellamy Rook', 'Dorothea Rook']);
    expect(members(await ask({ faction: 'Black Oar', at_time: '160 AB' }))).toEqual([]);
    expect(members(await ask({ faction: 'Tidewardens' }))).toContain('Yara Senn');
  });

  test('200 of a culture those who belong to it, each for a life', async () => {
    expect(members(await ask({ faction: 'Moorfolk', at_time: '100 AB' }))).toContain('Juno Hask');
    expect(members(await ask({ faction: 'Moorfolk', at_time: '100 AB' }))).not.toContain('Teodor Hask');
  });

  test('200 not_applicable of a person', async () => {
    expect(await ask({ faction: 'Isaude Hallowmere' })).toMatchObject({ outcome: 'not_applicable', facts: [] });
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ faction: 'Black Oar', at_time: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date', errors: [{ path: 'at_time' }] },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ faction: 'Isaud Hallowmer' })).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'faction' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ faction: 'Wren' })).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', candidates: [{}, {}] },
    });
  });
});
