import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('list_lineage', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('list_lineage', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Kin = { person: { name: string }; generation: number | null; role: string };
  const lines = (body: { members: Kin[] }) =>
    body.members.map((one) => `${one.person.name} ${one.role} ${one.generation}`);

  test('200 of a person: ancestors, descendants, and all of their lineages', async () => {
    const body = await ask({ person: 'Isaude Hallowmere' });
    expect(body.lineages.map(({ name }: { name: string }) => name).sort()).toEqual([
      'House Hallowmere',
      'House Verrin',
    ]);
    expect(lines(body)).toEqual(
      expect.arrayContaining([
        ...['Isaude Hallowmere self 0', 'Petra Loam ancestor -1', 'Perrin Hallowmere descendant 1'],
        'Ottilie Verrin member null',
      ]),
    );
    expect(body.anachronisms.length).toBeGreaterThan(1);
  });

  test('200 of a lineage: who founded it, its members, and who descends from them', async () => {
    const body = await ask({ lineage: 'House Hallowmere' });
    expect(body).toMatchObject({ subject: { name: 'House Hallowmere' }, lineages: [{ name: 'House Hallowmere' }] });
    expect(lines(body)[0]).toBe('Edda Hallowmere founder 0');
    expect(lines(body)).toContain('Tobin Hallowmere descendant 9');
    const cut = await ask({ lineage: 'House Hallowmere', depth: '2' });
    expect(lines(cut)).toContain('Tobin Hallowmere member null');
    const facts = body.members.flatMap(({ facts }: { facts: { type: string }[] }) => facts.map(({ type }) => type));
    expect(new Set(facts)).toEqual(new Set(['FOUNDED', 'PARENT_OF', 'DESCENDED_FROM']));
  });

  test('200 pages through a great house, and says how many there are', async () => {
    const names = Array.from({ length: 230 }, (_, n) => `Kin ${n} of Many`);
    const relations = names.map((from) => ({ type: 'DESCENDED_FROM', from, to: 'House of Many' }));
    const told = await world.post('/v1/ingest', { project: 'world', source: 'many.md', relations });
    expect(told.body.errors).toEqual([]);
    const body = await ask({ lineage: 'House of Many', limit: '200' });
    expect(body).toMatchObject({ total: 230, is_cut: false });
    expect(body.members).toHaveLength(200);
    const next = await ask({ lineage: 'House of Many', limit: '200', cursor: body.next_cursor });
    expect(next.members).toHaveLength(30);
    expect(next.members[0].person.id > body.members.at(-1).person.id).toBe(true);
  });

  test('200 in short; and of what has no lineage', async () => {
    const short = await ask({ lineage: 'House Hallowmere', view: 'compact' });
    expect(short.members).toContain('0: Edda Hallowmere (founder)');
    expect(await ask({ person: 'Orrevane' })).toMatchObject({ outcome: 'not_applicable' });
  });

  test('400 unless a person or a lineage is named', async () => {
    expect(await ask({})).toMatchObject({ status: 400, errors: [{ path: 'person' }] });
    expect(await ask({ person: 'Yara Senn', lineage: 'House Verrin' })).toMatchObject({ status: 400 });
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
