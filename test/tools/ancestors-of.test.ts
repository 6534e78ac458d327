import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('ancestors_of', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('ancestors_of', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Kin = { person: { name: string }; generation: number; role: string; facts: { type: string }[] };
  const names = (body: { kin: Kin[] }) => body.kin.map(({ person, generation }) => `${generation} ${person.name}`);

  test('200 goes from parents to their parents, numbers generations, and says who says so', async () => {
    const body = await ask({ person: 'Rosamund Hallowmere', depth: '2' });
    expect(names(body).sort()).toEqual(
      [
        ...['0 Rosamund Hallowmere', '-1 Isaude Hallowmere', '-1 Florian Dusk'],
        ...['-2 Bertrand Hallowmere', '-2 Petra Loam'],
      ].sort(),
    );
    expect(body.kin[0]).toMatchObject({ role: 'self', generation: 0, facts: [] });
    const isaude = body.kin.find(({ person }: Kin) => person.name === 'Isaude Hallowmere');
    expect(isaude.facts[0]).toMatchObject({ type: 'PARENT_OF', to: { name: 'Rosamund Hallowmere' } });
    expect(isaude.facts_total).toBe(isaude.facts.length);
    expect(body).toMatchObject({
      total: 5,
      is_cut: false,
      next_cursor: null,
      outcome: 'answered',
      time_defaulted: false,
    });
    expect(body.sources.length).toBeGreaterThan(0);
  });

  test('200 pages without a gap, and in short', async () => {
    const all = names(await ask({ person: 'Rosamund Hallowmere', depth: '20', limit: '200' }));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask({ person: 'Rosamund Hallowmere', depth: '20', limit: '3', ...(cursor && { cursor }) });
      seen.push(...names(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all);
    expect(all.length).toBeGreaterThan(8);
    const short = await ask({ person: 'Rosamund Hallowmere', depth: '1', view: 'compact' });
    expect(short.kin).toEqual(expect.arrayContaining(['0: Rosamund Hallowmere (self)', '-1: Isaude Hallowmere']));
  });

  test('200 ends in a circle, whose members come once each, and tells that it can not be', async () => {
    const told = await world.post('/v1/ingest', {
      project: 'world',
      source: 'circle.md',
      relations: [
        { type: 'PARENT_OF', from: 'Ouro', to: 'Boros' },
        { type: 'PARENT_OF', from: 'Boros', to: 'Tail' },
        { type: 'PARENT_OF', from: 'Tail', to: 'Ouro' },
      ],
    });
    expect(told.body.errors).toEqual([]);
    const body = await ask({ person: 'Ouro', depth: '20' });
    expect(names(body)).toEqual(['0 Ouro', '-1 Tail', '-2 Boros']);
    expect(body.kin[0].facts).toMatchObject([{ from: { name: 'Ouro' }, to: { name: 'Boros' } }]);
    expect(body.is_disputed).toBe(true);
  });

  test('200 of what was believed at a time, and of what has no parents', async () => {
    expect(names(await ask({ person: 'Rosamund Hallowmere', known_at: '2020-01-01T00:00:00Z' }))).toEqual([
      '0 Rosamund Hallowmere',
    ]);
    expect(await ask({ person: 'Black Oar' })).toMatchObject({
      outcome: 'not_applicable',
      hint: expect.stringContaining('Faction'),
    });
  });

  test('400 for a depth beyond the bound and for a cursor of another list', async () => {
    expect(await ask({ person: 'Isaude Hallowmere', depth: '21' })).toMatchObject({ status: 400 });
    expect(await ask({ person: 'Isaude Hallowmere', cursor: 'nonsense' })).toMatchObject({ status: 400 });
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
