import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('graph_traverse', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('graph_traverse', query, headers)).body;
  const relate = (type: string, from: string, to: string, more = {}) =>
    world.post('/v1/lore/add-relation', { project: 'world', type, from, to, ...more });

  type Node = { entity: { name: string }; depth: number; held: string };
  const shown = (nodes: Node[]) => nodes.map(({ entity, depth }) => `${depth} ${entity.name}`);

  type Fact = { type: string; from: { name: string }; to: { name: string } };
  const named = ({ type, from, to }: Fact) => `${from.name} ${type} ${to.name}`;

  beforeAll(async () => {
    world = await createLoreWorld();
    for (const [from, to] of [
      ['Ash', 'Birch'],
      ['Birch', 'Cedar'],
      ['Cedar', 'Ash'],
      ['Cedar', 'Dogwood'],
    ] as const) {
      await relate('SERVES', from, to, from === 'Birch' ? { valid_from: '100 AB', valid_until: '120 AB' } : {});
    }
    await relate('KNOWS', 'Elder', 'Ash');
  }, 90_000);
  afterAll(() => world?.close());

  test('200 walks along the arrows, against them and both ways, and through a circle once', async () => {
    const at = { start: 'Ash', at_time: '110 AB', hops: '6' };
    const out = await ask({ ...at, direction: 'out' });
    expect(shown(out.nodes)).toEqual(['1 Birch', '2 Cedar', '3 Dogwood']);
    expect(out).toMatchObject({ is_cut: false, hubs: [], next_cursor: null, at_time: { text: '110 Third Age' } });
    expect(out.edges.map(named).sort()).toEqual([
      ...['Ash SERVES Birch', 'Birch SERVES Cedar', 'Cedar SERVES Ash', 'Cedar SERVES Dogwood'],
    ]);
    expect(shown((await ask({ ...at, direction: 'in' })).nodes).sort()).toEqual(['1 Cedar', '1 Elder', '2 Birch']);
    expect(shown((await ask({ ...at, hops: '1' })).nodes).sort()).toEqual(['1 Birch', '1 Cedar', '1 Elder']);
  });

  test('200 follows what held then, and the types that are named, by either name', async () => {
    const out = { start: 'Ash', direction: 'out', hops: '6' };
    expect(shown((await ask({ ...out, at_time: '130 AB' })).nodes)).toEqual(['1 Birch']);
    expect((await ask({ ...out, relations: 'KNOWS', at_time: '110 AB' })).nodes).toEqual([]);
    const lords = await ask({
      start: 'Dogwood',
      relations: 'SERVED_BY, KNOWS',
      direction: 'out',
      hops: '6',
      at_time: '110 AB',
    });
    expect(shown(lords.nodes)).toEqual(['1 Cedar', '2 Birch', '3 Ash']);
    expect((await ask({ ...out, relations: 'NO_SUCH' })).errors).toMatchObject([{ path: 'relations[0]' }]);
  });

  test('200 pages: each thing and each relation is on one of them', async () => {
    const all = await ask({ start: 'Bellamy Rook', hops: '2', limit: '200' });
    expect(all.nodes.length).toBeGreaterThan(5);
    const [nodes, edges]: [unknown[], unknown[]] = [[], []];
    let cursor: string | null = null;
    do {
      const page = await ask({ start: 'Bellamy Rook', hops: '2', limit: '3', ...(cursor === null ? {} : { cursor }) });
      expect(page.nodes.length).toBeLessThanOrEqual(3);
      nodes.push(...page.nodes);
      edges.push(...page.edges);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(nodes).toEqual(all.nodes);
    expect(edges).toEqual(all.edges);
    expect((await ask({ start: 'Bellamy Rook', cursor: 'bm9uZQ' })).errors).toMatchObject([{ path: 'cursor' }]);
    const short = await ask({ start: 'Bellamy Rook', view: 'compact' });
    expect(short.nodes[0]).toMatch(/^1: \S/);
  });

  test('200 says of a hub that not all of it was followed', async () => {
    const relations = Array.from({ length: 260 }, (_, n) => ({
      ...{ type: 'WORSHIPS', from: `Pilgrim ${n}`, to: 'Old Heron' },
    }));
    await world.post('/v1/ingest', { project: 'world', relations });
    const body = await ask({ start: 'Old Heron', limit: '5' });
    expect(body).toMatchObject({ is_cut: true, hubs: [{ name: 'Old Heron' }] });
    expect(body.nodes).toHaveLength(5);
    expect(body.next_cursor).not.toBeNull();
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ start: 'Isaude Hallowmere', at_time: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date', errors: [{ path: 'at_time' }] },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ start: 'Isaud Hallowmer' })).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'start' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ start: 'Wren' })).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', candidates: [{}, {}] },
    });
  });
});
