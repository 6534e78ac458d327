import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('list_offspring', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('list_offspring', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Child = { child: { name: string }; other_parents: { name: string }[] };
  test('200 lists children with the other parent', async () => {
    const { children } = await ask({ person: 'Isaude Hallowmere' });
    expect(children.map(({ child }: Child) => child.name).sort()).toEqual([
      ...['Hallam Hallowmere', 'Perrin Hallowmere', 'Rosamund Hallowmere'],
    ]);
    expect(children[0].other_parents.map(({ name }: { name: string }) => name)).toEqual(['Florian Dusk']);
    expect(children[0].lives[0].from.text).toMatch(/Third Age$/);
  });

  test('200 shows a third parent as disputed, pages, and says nothing of none', async () => {
    const tobin = (await ask({ person: 'Corisande Hallowmere' })).children.find(
      ({ child }: Child) => child.name === 'Tobin Hallowmere',
    );
    expect(tobin.other_parents.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Emrys Vale',
      'The Gaunt Ferryman',
    ]);
    const page = await ask({ person: 'Isaude Hallowmere', limit: '2' });
    expect(page.children).toHaveLength(2);
    const rest = await ask({ person: 'Isaude Hallowmere', limit: '2', cursor: page.next_cursor });
    expect(rest).toMatchObject({ children: [{}], next_cursor: null });
    expect((await ask({ person: 'The Gaunt Ferryman', view: 'compact' })).children).toEqual(['Tobin Hallowmere']);
    expect(await ask({ person: 'Yara Senn' })).toMatchObject({ children: [], outcome: 'answered' });
    expect(await ask({ person: 'Black Oar' })).toMatchObject({ outcome: 'not_applicable' });
  });

  test('400 for a cursor of another list', async () => {
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
