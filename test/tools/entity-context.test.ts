import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('entity_context', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('entity_context', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Fact = { type: string; to: { name: string } | null; value: string | null };
  const told = (facts: Fact[]) => facts.map(({ type, to, value }) => `${type} ${to?.name ?? value}`);

  test('200 says in short who somebody is, by the time', async () => {
    const body = await ask({ entity: 'Juno Hask', at_time: '130 AB' });
    expect(body).toMatchObject({ status: 'alive', entity: { type: 'Person' }, is_cut: false });
    expect(told(body.factions)).toEqual(
      expect.arrayContaining(["MEMBER_OF Bridgewrights' Guild", 'BELONGS_TO Moorfolk']),
    );
    expect(told(body.holdings)).toEqual(["POSSESSES Hask's Compass"]);
    expect(told(body.family)).toContain('PARENT_OF Teodor Hask');
    expect(told(body.places)).not.toContain('DIED_IN Long Bridge');
    const later = await ask({ entity: 'Juno Hask' });
    expect(later).toMatchObject({ status: 'dead', time_defaulted: true, holdings: [] });
    expect(told(later.places)).toContain('DIED_IN Long Bridge');
  });

  test('200 warns of who is provisional, and of what is rumour', async () => {
    await world.post('/v1/lore/log-encounter', { project: 'world', name: 'Mist Hound', by: 'Yara Senn' });
    const codes = (body: { caveats: { code: string }[] }) => body.caveats.map(({ code }) => code);
    const body = await ask({ entity: 'Mist Hound' });
    expect(codes(body)).toContain('provisional');
    expect(body.entity.lore_verified).toBe(false);
    const rumoured = await ask({ entity: 'Tobin Hallowmere' });
    expect(codes(rumoured)).toEqual(expect.arrayContaining(['low_confidence', 'unreliable_source', 'disputed']));
    expect(rumoured.confidence).toBe(0.5);
  });

  test('200 in short', async () => {
    expect(await ask({ entity: 'Juno Hask', at_time: '130 AB', view: 'compact' })).toMatchObject({
      ...{
        view: 'compact',
        entity: 'Juno Hask',
        status: 'alive',
        facts: expect.arrayContaining([expect.stringContaining('MEMBER_OF')]),
      },
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
