import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoCalendar } from '../../src/core/calendar.js';
import type { NewRelation } from '../../src/core/lore.js';
import { period } from '../../src/core/period.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { newRelation } from '../helpers/lore.js';
import { definitionOf } from '../helpers/time.js';

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

  test('200 shows a lifespan, as the most reliable sources state it', async () => {
    const id = (await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Ilse' })).body.entity.id;
    expect((await lookup('Ilse')).body.items[0].period).toBeNull();
    const { source } = (await app.post('/v1/lore/add-lore-source', { uri: 'tales.md', reliability: 'rumor' })).body;
    const dated = (type: string, value: string, sourceId: string | null): NewRelation => {
      const unit = isoCalendar.parse(value, 0);
      const citation = { sourceId, documentId: null, chunkId: null, span: null };
      return newRelation({ type, fromId: id, toId: null, value, period: period(unit, unit), citation } as object);
    };
    const said = [
      dated('BORN_ON', '1280', null),
      dated('BORN_ON', '1270', source.id),
      dated('DIED_ON', '1344', source.id),
    ];
    const tenant = { orgId: 'default', project: 'default' };
    await app.store.tenant('default', (db) =>
      insertRelations(
        db,
        tenant,
        said.map((relation) => ({ relation, keys: [] })),
      ),
    );
    const before = { known_at: '2020-01-01T00:00:00Z' };
    expect((await lookup('Ilse', before)).body.items[0].period).toBeNull();
    expect((await lookup('Ilse')).body.items[0].period).toMatchObject({
      ...{ from: { text: '1280-01-01T00:00:00Z' }, until: { text: '1344-01-01T00:00:00Z' } },
    });
  });

  test('200 shows how long an era is on the calendar of the project', async () => {
    const project = 'saltmere';
    await app.put('/v1/calendar', { project, ...definitionOf('saltmere') });
    const eras = ['Second Age', 'the Third Age', 'Long Winter', 'Age of Heroes'];
    for (const name of eras) await app.post('/v1/lore/add-entity', { project, type: 'Era', name });
    await app.post('/v1/lore/add-entity', { project, type: 'Era', name: 'The Breaking', aliases: ['Sundering'] });
    await app.post('/v1/lore/add-entity', { project, type: 'Culture', name: 'First Age' });
    const periodOf = async (query: string) => (await lookup(query, { project })).body.items[0].period;
    expect(await periodOf('Second Age')).toMatchObject({ from: { text: '1 SA' }, until: { text: '1 TA' } });
    expect(await periodOf('Third Age')).toMatchObject({ from: { text: '1 TA' }, until: null });
    expect(await periodOf('The Breaking')).toMatchObject({ from: { text: '1402 SA' }, until: { text: '1 TA' } });
    // Somewhere in its parent, nobody knows when.
    expect(await periodOf('Long Winter')).toMatchObject({ from: { text: '1 TA' }, until: null });
    for (const unknown of ['Age of Heroes', 'First Age']) expect(await periodOf(unknown)).toBeNull();
  });

  test('400 for a type that there is not', async () => {
    expect(await lookup('Karth', { type: 'Starship' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'type' }] },
    });
  });
});
