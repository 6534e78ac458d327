import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('rulers_of', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('rulers_of', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  const rulers = (body: { facts: { from: { name: string } }[] }) =>
    [...new Set(body.facts.map(({ from }) => from.name))].sort();

  test('200 lists who ruled, disputed claims too', async () => {
    const body = await ask({ location: 'Orrevane', at_time: '120 AB' });
    expect(rulers(body)).toEqual(['Corvane Tarn', 'Isaude Hallowmere']);
    expect(body).toMatchObject({ is_disputed: true, entity: { name: 'Orrevane', lore_verified: true } });
    expect(body.sources.every((one: { open_contradictions: number }) => one.open_contradictions > 0)).toBe(true);
    expect(rulers(await ask({ location: 'Orrevane', at_time: '105 AB' }))).toEqual(['Isaude Hallowmere']);
  });

  test('200 what is foretold decides nothing and is listed', async () => {
    const body = await ask({ location: 'Orrevane', at_time: '187 AB' });
    expect(body.prophecies).toMatchObject([{ from: { name: 'Tobin Hallowmere' }, prophetic: true, held: null }]);
    expect(rulers(body)).not.toContain('Tobin Hallowmere');
  });

  test('200 pages', async () => {
    const first = await ask({ location: 'Orrevane', at_time: '120 AB', limit: '1' });
    expect(first.facts).toHaveLength(1);
    const rest = await ask({ location: 'Orrevane', at_time: '120 AB', limit: '100', cursor: first.next_cursor });
    expect(rest.facts.map(({ id }: { id: string }) => id)).not.toContain(first.facts[0].id);
    expect(rest.next_cursor).toBeNull();
  });

  test('200 not_applicable of what nobody rules, and in short', async () => {
    expect(await ask({ location: 'Isaude Hallowmere' })).toMatchObject({
      outcome: 'not_applicable',
      hint: expect.any(String),
    });
    expect(await ask({ location: 'Orrevane', at_time: '105 AB', view: 'compact' })).toMatchObject({
      ...{ view: 'compact', facts: [expect.stringContaining('Isaude Hallowmere RULES Orrevane'), expect.any(String)] },
    });
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ location: 'Orrevane', at_time: 'someday' })).toMatchObject({
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
