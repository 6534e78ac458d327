import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { runFull } from '../helpers/violations.js';

describe('get_ontology_violations', () => {
  let app: TestApp;
  const get = (query = '') => app.get(`/v1/lore/get-ontology-violations?project=laws${query}`);

  beforeAll(async () => {
    app = await createTestApp();
    const person = (name: string) => ({ type: 'Person', name });
    const claim = (from: string, to: string) => ({ type: 'CLAIMS_TITLE', from, to, valid_from: '1200' });
    await app.post('/v1/ingest', {
      ...{ project: 'laws', source: 'tales' },
      entities: [
        person('Ann'),
        person('Bo'),
        { type: 'Title', name: 'Warden' },
        person('Twin'),
        { type: 'Creature', name: 'Twin' },
      ],
      relations: [claim('Ann', 'Warden'), claim('Bo', 'Warden')],
    });
    const own = {
      id: 'no-strangers',
      cypher: "MATCH (p:Person {name: 'Ann'}) RETURN p",
      description: 'Nobody is Ann.',
    };
    await app.post('/v1/lore/add-ontology-rule', { project: 'laws', severity: 'error', ...own });
    await runFull(app, 'laws');
  });
  afterAll(() => app?.close());

  test('200 lists what relations break and what entities do, and says from then on that it did', async () => {
    const { items, open_total } = (await get()).body;
    expect(open_total).toBe(2);
    const [byEntity, byRelation] = ['no-strangers', 'title-exclusive'].map((id) =>
      items.find((one: { rule_id: string }) => one.rule_id === id),
    );
    expect(byEntity).toMatchObject({ severity: 'error', entities: [{ name: 'Ann' }], sides: [], flagged: false });
    expect(byRelation.sides).toHaveLength(2);
    expect(byRelation.description).toBe('A title has one bearer at a time.');
    await expect.poll(async () => (await get()).body.items[0].flagged).toBe(true);
  });

  test('200 narrows by rule, severity and entity', async () => {
    const rules = async (query: string) => (await get(query)).body.items.map((one: { rule_id: string }) => one.rule_id);
    expect(await rules('&rule_id=title-exclusive')).toEqual(['title-exclusive']);
    expect(await rules('&severity=error')).toEqual(['no-strangers']);
    expect(await rules('&entity=Ann&status=all')).toEqual(expect.arrayContaining(['no-strangers', 'title-exclusive']));
    expect(await rules('&status=resolved')).toEqual([]);
  });

  test('400 for an id that no rule can have', async () => {
    expect((await get('&rule_id=A%20B')).status).toBe(400);
  });

  test('422 for a name that several things have', async () => {
    expect((await get('&entity=Twin')).body.code).toBe('ambiguous_entity');
  });
});
