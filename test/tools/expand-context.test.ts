import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('expand_context', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('expand_context', query, headers)).body;

  type Node = { entity: { id: string; name: string }; depth: number };

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 shows what surrounds somebody, nearest first, each thing once', async () => {
    const body = await ask({ entity: 'Bellamy Rook', at_time: '100 AB' });
    const nodes: Node[] = body.nodes;
    expect(nodes.map(({ depth }) => depth)).toEqual(nodes.map(({ depth }) => depth).sort());
    expect(new Set(nodes.map(({ entity }) => entity.id)).size).toBe(nodes.length);
    const near = nodes.filter(({ depth }) => depth === 1).map(({ entity }) => entity.name);
    expect(near).toEqual(expect.arrayContaining(['Black Oar', 'Oar of Bellamy']));
    expect(nodes.some(({ depth }) => depth === 2)).toBe(true);
    const ids = new Set([body.entity.id, ...nodes.map(({ entity }) => entity.id)]);
    for (const { from, to } of body.edges) expect([ids.has(from.id), ids.has(to.id)]).toEqual([true, true]);
    expect(body.sources.length).toBeGreaterThan(0);
    const one = await ask({ entity: 'Bellamy Rook', at_time: '100 AB', hops: '1' });
    expect(one.nodes).toEqual(nodes.filter(({ depth }) => depth === 1));
  });

  test('200 follows only what can be relied on enough, and what held then', async () => {
    const [all, sure] = [
      await ask({ entity: 'Bellamy Rook', min_confidence: '0' }),
      await ask({ entity: 'Bellamy Rook', min_confidence: '0.8' }),
    ];
    expect(sure.edges.length).toBeLessThan(all.edges.length);
    for (const { confidence } of sure.edges) expect(confidence).toBeGreaterThanOrEqual(0.8);
    const then = await ask({ entity: 'Bellamy Rook', at_time: '140 AB', hops: '1' });
    expect(then.edges.map(({ type }: { type: string }) => type)).not.toContain('MEMBER_OF');
    const short = await ask({ entity: 'Bellamy Rook', view: 'compact' });
    expect(short).toMatchObject({ nodes: expect.any(Array), edges: expect.any(Array), is_cut: false });
  });

  test('200 nothing where nothing is told', async () => {
    await world.post('/v1/lore/add-entity', { project: 'world', type: 'Person', name: 'Nobody Known' });
    expect(await ask({ entity: 'Nobody Known' })).toMatchObject({ nodes: [], edges: [], confidence: null });
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
