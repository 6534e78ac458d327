import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('significance_of', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('significance_of', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
    const caused = (from: string, to: string) => ({ type: 'CAUSED', from, to });
    const entities = ['First Flood', 'Second Flood', 'Third Flood', 'Fourth Flood'].map((name) => ({
      type: 'Event',
      name,
    }));
    const relations = [
      ...[caused('Storm Caller', 'First Flood'), caused('First Flood', 'Second Flood')],
      ...[caused('Second Flood', 'Third Flood'), caused('First Flood', 'Fourth Flood')],
      { type: 'PARTICIPATED_IN', from: 'Storm Caller', to: 'Second Flood' },
    ];
    for (const entity of [...entities, { type: 'Person', name: 'Storm Caller' }]) {
      await world.post('/v1/lore/add-entity', { project: 'world', ...entity });
    }
    await world.post('/v1/ingest', { project: 'world', relations });
  }, 90_000);
  afterAll(() => world?.close());

  test('200 counts relations, what it caused, and what came of that', async () => {
    const body = await ask({ entity: 'Storm Caller' });
    expect(body).toMatchObject({
      ...{ degree: { total: 2, is_cut: false }, events_caused: 1 },
      consequences: { events: 3, steps: 2, is_cut: false },
    });
    expect(body.degree.by_type).toEqual([
      { type: 'CAUSED', end: 'from', count: 1 },
      { type: 'PARTICIPATED_IN', end: 'from', count: 1 },
    ]);
    expect(body.caused).toMatchObject([{ to: { name: 'First Flood' } }]);
    expect(body.took_part).toMatchObject([{ to: { name: 'Second Flood' } }]);
    const flood = await ask({ entity: 'First Flood' });
    expect(flood).toMatchObject({ events_caused: 2, consequences: { events: 3, steps: 2 }, degree: { total: 3 } });
  });

  test('200 says how many of its type have more', async () => {
    const [rook, caller] = [await ask({ entity: 'Bellamy Rook' }), await ask({ entity: 'Storm Caller' })];
    expect(rook.rank).toMatchObject({ among: caller.rank.among, is_cut: false });
    expect(rook.degree.total).toBeGreaterThan(caller.degree.total);
    expect(rook.rank.place).toBeLessThan(caller.rank.place);
    const people: { id: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: { id: string }[]; next_cursor: string | null } = (
        await world.ask('list_entities', { type: 'Person', ...(cursor === '' ? {} : { cursor }) })
      ).body;
      people.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(caller.rank.among).toBe(people.length);
    const totals: number[] = [];
    for (const { id } of people) totals.push((await ask({ entity: id })).degree.total);
    expect(caller.rank.place).toBe(totals.filter((total) => total > caller.degree.total).length + 1);
    const short = await ask({ entity: 'Storm Caller', view: 'compact' });
    expect(short).toMatchObject({ degree: 2, events_caused: 1, rank: `${caller.rank.place} of ${people.length}` });
  });

  test('200 of what nothing is told of', async () => {
    await world.post('/v1/lore/add-entity', { project: 'world', type: 'Spell', name: 'Nothing At All' });
    expect(await ask({ entity: 'Nothing At All' })).toMatchObject({
      ...{ degree: { total: 0, by_type: [] }, events_caused: 0, consequences: { events: 0, steps: 0 } },
    });
  });

  test('400 for a system time that is none', async () => {
    expect(await ask({ entity: 'Bellamy Rook', known_at: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_request', errors: [{ path: 'known_at' }] },
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
