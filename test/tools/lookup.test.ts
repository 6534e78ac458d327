import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('lookup', () => {
  let app: TestApp;
  const lookup = (query: string, rest = {}) => app.get(`/v1/lore/lookup?${new URLSearchParams({ query, ...rest })}`);
  const names = async (query: string, rest = {}) =>
    (await lookup(query, rest)).body.items.map((item: { name: string; type: string }) => `${item.name} ${item.type}`);

  beforeAll(async () => {
    app = await createTestApp();
    await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Osric Vane', aliases: ['The Heron'] });
    for (const type of ['Kingdom', 'Faction']) await app.post('/v1/lore/add-entity', { type, name: 'Karth' });
  });
  afterAll(() => app.close());

  test('200 finds by name, alias and type, and all that are called so', async () => {
    expect((await lookup('heron')).body.items).toMatchObject([
      { name: 'Osric Vane', aliases: ['The Heron'], by: 'alias', match_confidence: 1, lore_verified: true },
    ]);
    expect((await names('Karth')).sort()).toEqual(['Karth Faction', 'Karth Kingdom']);
    expect(await names('Karth', { type: 'kingdom' })).toEqual(['Karth Kingdom']);
  });

  test('200 finds what is called much alike, and nothing where nothing is', async () => {
    const { items } = (await lookup('Osrik Vane')).body;
    expect(items).toMatchObject([{ name: 'Osric Vane', by: 'typo' }]);
    expect(items[0].match_confidence).toBeLessThan(1);
    expect(await names('Zephyrine')).toEqual([]);
  });

  test('400 for a type that there is not', async () => {
    expect(await lookup('Karth', { type: 'Starship' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'type' }] },
    });
  });
});
