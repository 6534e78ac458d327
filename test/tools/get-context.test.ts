import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('get_context', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('get_context', query, headers)).body;

  type Fact = { id: string; type: string; from: { name: string }; to: { name: string } | null; value: string | null };
  const named = (facts: Fact[]) =>
    facts.map(({ type, from, to, value }) => `${from.name} ${type} ${to?.name ?? value}`);

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 tells everything at a time: names, relations, passages and what is open', async () => {
    const body = await ask({ entity: 'Bellamy Rook', at_time: '100 AB' });
    expect(body).toMatchObject({ status: 'alive', entity: { name: 'Bellamy Rook', aliases: expect.any(Array) } });
    expect(named(body.relations)).toEqual(
      expect.arrayContaining(['Bellamy Rook MEMBER_OF Black Oar', 'Bellamy Rook BORN_ON 64 AB']),
    );
    expect(named(body.relations).join()).not.toContain('DIED_ON');
    const after = await ask({ entity: 'Bellamy Rook', at_time: '140 AB' });
    expect(named(after.relations).join()).toContain('DIED_ON');
    expect(named(after.relations)).not.toContain('Bellamy Rook MEMBER_OF Black Oar');
    const battle = await ask({ entity: 'Battle of Wrackline' });
    expect(battle.open).toMatchObject([{ kind: 'contradiction', sentence: expect.stringContaining('Wrackline') }]);
    expect(battle.open).toHaveLength(battle.violations.contradictions);
  });

  test('200 has the passages that say so', async () => {
    const bodies = await Promise.all(['Bellamy Rook', 'Dorothea Rook', 'Orrevane'].map((entity) => ask({ entity })));
    const passages = bodies.flatMap((body) => body.passages);
    expect(passages.length).toBeGreaterThan(0);
    const cited = bodies.flatMap(({ sources }) =>
      sources.flatMap((source: { passages: { chunk_id: string }[] }) => source.passages),
    );
    for (const { chunk_id, text } of passages) {
      expect(cited.map((one: { chunk_id: string }) => one.chunk_id)).toContain(chunk_id);
      expect(text.length).toBeGreaterThan(0);
    }
  });

  test('200 pages, and says what is open on the first page only', async () => {
    const all = await ask({ entity: 'Orrevane', limit: '200' });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await ask({ entity: 'Orrevane', limit: '3', ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.relations.map(({ id }: Fact) => id));
      if (cursor !== null) expect(page.open).toEqual([]);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(all.relations.map(({ id }: Fact) => id));
    const short = await ask({ entity: 'Orrevane', limit: '200', view: 'compact' });
    expect(short.facts).toHaveLength(all.relations.length + all.prophecies.length);
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
