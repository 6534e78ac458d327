import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('descendants_of', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('descendants_of', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Kin = { person: { name: string }; generation: number };
  const names = (body: { kin: Kin[] }) => body.kin.map(({ person, generation }) => `${generation} ${person.name}`);

  test('200 goes from children to theirs, with what can not be right and what is disputed', async () => {
    const body = await ask({ person: 'Isaude Hallowmere' });
    expect(names(body).slice(0, 4).sort()).toEqual(
      ['0 Isaude Hallowmere', '1 Hallam Hallowmere', '1 Perrin Hallowmere', '1 Rosamund Hallowmere'].sort(),
    );
    expect(names(body)).toEqual(expect.arrayContaining(['3 Corisande Hallowmere', '4 Tobin Hallowmere']));
    expect(body.anachronisms).toMatchObject([{ entity: { name: 'Corisande Hallowmere' }, claim: 'EXISTED_BEFORE' }]);
    expect(body.is_disputed).toBe(true);
    expect(body.caveats.map(({ code }: { code: string }) => code)).toContain('disputed');
  });

  test('200 stops at the depth that is asked for, and in short tells the anachronisms in words', async () => {
    expect(names(await ask({ person: 'Isaude Hallowmere', depth: '1' }))).toHaveLength(4);
    const short = await ask({ person: 'Isaude Hallowmere', view: 'compact' });
    expect(short.kin).toContain('4: Tobin Hallowmere (disputed)');
    expect(short.anachronisms[0]).toMatch(/^Corisande Hallowmere CAUSED Saltfell Rising/);
    expect(await ask({ person: 'Yara Senn' })).toMatchObject({ total: 1, anachronisms: [], outcome: 'answered' });
  });

  test('200 of whoever the session spoke of', async () => {
    const headers = { 'loreguard-session': 'heirs' };
    await ask({ person: 'Isaude Hallowmere' }, headers);
    await expect
      .poll(async () => (await ask({ person: 'she', depth: '1' }, headers)).person?.name)
      .toBe('Isaude Hallowmere');
  });

  test('400 for a depth of nothing', async () => {
    expect(await ask({ person: 'Isaude Hallowmere', depth: '0' })).toMatchObject({ status: 400 });
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
