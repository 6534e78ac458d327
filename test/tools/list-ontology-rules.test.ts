import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STARTER_RULES } from '../../src/consistency/starter-rules/index.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('list_ontology_rules', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('200 lists those that come with the program, which are on and warn, and those of the project', async () => {
    const own = { id: 'a-rule', cypher: 'MATCH (a)-[:KNOWS]->(a) RETURN a', description: 'Nobody knows itself.' };
    await app.post('/v1/lore/add-ontology-rule', { project: 'laws', ...own });
    const { status, body } = await app.get('/v1/lore/list-ontology-rules?project=laws');
    expect(status).toBe(200);
    const ids = body.items.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...STARTER_RULES.map(({ id }) => id), 'a-rule'].sort());
    const starters = body.items.filter((one: { is_starter: boolean }) => one.is_starter);
    for (const one of starters) expect(one).toMatchObject({ enabled: true, severity: 'warn', last_run: null });
    const other = (await app.get('/v1/lore/list-ontology-rules?project=other')).body.items;
    expect(other).toHaveLength(STARTER_RULES.length);
  });

  test('400 for a field that there is not', async () => {
    expect((await app.get('/v1/lore/list-ontology-rules?rule=x')).status).toBe(400);
  });
});
