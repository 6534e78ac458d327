import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('state_at', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('state_at', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Fact = { type: string; from: { name: string }; to: { name: string } | null; held: string };
  const named = (facts: Fact[]) => facts.map(({ type, from, to }) => `${from.name} ${type} ${to?.name}`);

  test('200 tells what was so of a person then, and of no other time', async () => {
    const body = await ask({ entity: 'Bellamy Rook', at_time: '100 AB' });
    expect(body).toMatchObject({
      status: 'alive',
      lives: [{ from: { text: '64 Third Age' }, until: { text: '126 Third Age' } }],
    });
    expect(named(body.relations)).toEqual(
      expect.arrayContaining(['Bellamy Rook MEMBER_OF Black Oar', 'Bellamy Rook POSSESSES Oar of Bellamy']),
    );
    const after = await ask({ entity: 'Bellamy Rook', at_time: '140 AB' });
    expect(after.status).toBe('dead');
    expect(named(after.relations)).not.toContain('Bellamy Rook MEMBER_OF Black Oar');
    expect((await ask({ entity: 'Bellamy Rook', at_time: '10 AB' })).status).toBe('not_yet');
    expect((await ask({ entity: 'Aveline the Twice-Drowned', at_time: '50 DA' })).status).toBe('between_lives');
    expect((await ask({ entity: 'The Gaunt Ferryman', at_time: '100 AB' })).status).toBe('unknown');
  });

  test('200 says who ruled, held, and where it was', async () => {
    expect(named((await ask({ entity: 'Orrevane', at_time: '120 AB' })).rulers)).toContain(
      'Isaude Hallowmere RULES Orrevane',
    );
    expect(named((await ask({ entity: 'Oar of Bellamy', at_time: '130 AB' })).holders)).toEqual([
      'Dorothea Rook POSSESSES Oar of Bellamy',
    ]);
    expect(named((await ask({ entity: 'Maren Tarn' })).location)).toEqual(['Maren Tarn LOCATED_IN Tarnhold']);
  });

  test('200 pages, and is as long in short', async () => {
    const all = await ask({ entity: 'Orrevane', at_time: '120 AB', limit: '200' });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await ask({
        entity: 'Orrevane',
        at_time: '120 AB',
        limit: '2',
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...page.relations.map(({ id }: { id: string }) => id));
      if (cursor !== null) expect(page.rulers).toEqual([]);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(all.relations.map(({ id }: { id: string }) => id));
    const short = await ask({ entity: 'Orrevane', at_time: '120 AB', limit: '200', view: 'compact' });
    const full = [...all.holders, ...all.rulers, ...all.location, ...all.relations, ...all.prophecies];
    expect(short.facts).toHaveLength(full.length);
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
