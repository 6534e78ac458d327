import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('timeline', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('timeline', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Fact = {
    id: string;
    type: string;
    valid_from: object | null;
    value: string | null;
    when: { from: { from: number } | null } | null;
  };
  const types = (body: { items: Fact[] }) => body.items.map(({ type }) => type);

  test('200 tells a life in order, each event at its time', async () => {
    const { items } = await ask({ entity: 'Juno Hask' });
    // What lasts a life without a date of its own stands first.
    const own = items.filter(({ type, valid_from, value }: Fact) => {
      const isDated = valid_from !== null || (value !== null && type !== 'GENDER');
      return isDated || ['PARTICIPATED_IN', 'WITNESSED'].includes(type);
    });
    const starts = own.flatMap(({ when }: Fact) => when?.from?.from ?? []);
    expect(starts.length).toBeGreaterThan(5);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const order = items.filter(({ type }: Fact) =>
      ['BORN_ON', 'WITNESSED', 'PARTICIPATED_IN', 'DIED_ON'].includes(type),
    );
    expect([...new Set(types({ items: order }))].at(-1)).toBe('DIED_ON');
  });

  test('200 of one type and between two times', async () => {
    const body = await ask({ entity: 'Isaude Hallowmere', relation: 'WITNESSED', from: '100 AB', to: '110 AB' });
    expect(body.items).toMatchObject([{ to: { name: 'Wedding of the Two Houses' } }]);
    const none = await ask({ entity: 'Isaude Hallowmere', relation: 'WITNESSED', from: '120 AB' });
    expect(none.items).toEqual([]);
  });

  test('200 pages without a gap', async () => {
    const all = await ask({ entity: 'Isaude Hallowmere', limit: '200' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask({ entity: 'Isaude Hallowmere', limit: '3', ...(cursor === '' ? {} : { cursor }) });
      seen.push(...page.items.map(({ id }: Fact) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all.items.map(({ id }: Fact) => id));
    expect(all.items.length).toBeGreaterThan(10);
    expect((await ask({ entity: 'Isaude Hallowmere', limit: '200', view: 'compact' })).items).toHaveLength(
      all.items.length,
    );
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ entity: 'Isaude Hallowmere', from: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date', errors: [{ path: 'from' }] },
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
