import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('person_profile', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('person_profile', query, headers)).body;

  type Fact = { id: string; type: string; from: { name: string }; to: { name: string } | null; value: string | null };
  const named = (facts: Fact[]) =>
    facts.map(({ type, from, to, value }) => `${from.name} ${type} ${to?.name ?? value}`);

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 tells a life: birth and death, family, memberships, and deeds in order', async () => {
    const body = await ask({ person: 'Isaude Hallowmere' });
    expect(body).toMatchObject({ outcome: 'answered', is_cut: false, person: { name: 'Isaude Hallowmere' } });
    expect(named(body.life).join()).toContain('BORN_ON');
    expect(named(body.deeds)).toContain('Isaude Hallowmere RULES Orrevane');
    const begins = body.deeds.flatMap(
      ({ when }: { when: { from: { from: number } | null } | null }) => when?.from?.from ?? [],
    );
    expect(begins).toEqual([...begins].sort((a, b) => a - b));
    const rook = await ask({ person: 'Bellamy Rook' });
    expect(named(rook.memberships)).toContain('Bellamy Rook MEMBER_OF Black Oar');
    const short = await ask({ person: 'Bellamy Rook', view: 'compact' });
    expect(short).toMatchObject({ person: 'Bellamy Rook', facts: expect.any(Array), anachronisms: [] });
  });

  test('200 tells parents from children', async () => {
    const post = (from: string, to: string) =>
      world.post('/v1/lore/add-relation', { project: 'world', type: 'PARENT_OF', from, to });
    await post('Old Alder', 'Young Alder');
    const [parent, child] = [await ask({ person: 'Old Alder' }), await ask({ person: 'Young Alder' })];
    expect([named(parent.children), named(parent.parents)]).toEqual([['Old Alder PARENT_OF Young Alder'], []]);
    expect([named(child.children), named(child.parents)]).toEqual([[], ['Old Alder PARENT_OF Young Alder']]);
  });

  test('200 lists the acts that can not be', async () => {
    const act = {
      type: 'POSSESSES',
      from: 'Bellamy Rook',
      to: 'Late Lantern',
      valid_from: '130 AB',
      valid_until: '131 AB',
    };
    await world.post('/v1/ingest', { project: 'world', relations: [act] });
    const { anachronisms, violations } = await ask({ person: 'Bellamy Rook' });
    expect(anachronisms).toMatchObject([{ kind: 'anachronism', sentence: expect.stringContaining('Late Lantern') }]);
    expect(violations.anachronisms).toBe(1);
  });

  test('200 does not apply to a place', async () => {
    const body = await ask({ person: 'Orrevane' });
    expect(body).toMatchObject({ outcome: 'not_applicable', hint: expect.stringContaining('entity_context') });
  });

  test('400 for a system time that is none', async () => {
    expect(await ask({ person: 'Bellamy Rook', known_at: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_request', errors: [{ path: 'known_at' }] },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ person: 'Isaud Hallowmer' })).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'person' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ person: 'Wren' })).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', candidates: [{}, {}] },
    });
  });
});
