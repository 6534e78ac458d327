import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('list_eras', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('list_eras', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 lists eras in order, with their entities and the current time', async () => {
    const body = await ask();
    expect(body).toMatchObject({ calendar: 'lantern-coast', current: { text: '188 Third Age' } });
    expect(body.eras.map(({ slug }: { slug: string }) => slug)).toEqual([
      ...['age_of_lanterns', 'lamp_wars', 'drowned_age', 'years_of_salt', 'age_of_bridges'],
    ]);
    expect(body.eras[0]).toMatchObject({
      is_placed: true,
      counts_years: true,
      entity: { name: 'Age of Lanterns', type: 'Era' },
    });
    expect(body.eras[1]).toMatchObject({ is_placed: false, counts_years: false, parent: 'age_of_lanterns' });
    expect(body.eras[4].span).toMatchObject({ from: { text: '1 Third Age' }, until: null });
    expect((await ask({ project: 'other' })).eras).toEqual([]);
  });

  test('400 for what it does not take', async () => {
    expect(await ask({ era: 'any' })).toMatchObject({ status: 400 });
  });
});
