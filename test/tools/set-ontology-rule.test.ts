import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('set_ontology_rule', () => {
  let app: TestApp;
  const set = (body: object, headers: Record<string, string> = {}) =>
    app.post(
      '/v1/lore/set-ontology-rule',
      { project: 'laws', id: 'title-exclusive', reason: 'Titles are shared here', who: 'dora', ...body },
      headers,
    );

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('200 turns a rule off and raises it, leaves the rest as it is, and puts it on the record', async () => {
    expect((await set({ enabled: false })).body).toMatchObject({ enabled: false, severity: 'warn', is_starter: true });
    expect((await set({ severity: 'error' })).body).toMatchObject({ enabled: false, severity: 'error' });
    const { items } = (await app.get('/v1/lore/list-ontology-rules?project=laws')).body;
    const listed = items.find(({ id }: { id: string }) => id === 'title-exclusive');
    expect(listed).toMatchObject({ enabled: false, severity: 'error' });
    expect(listed.cypher).toContain('CLAIMS_TITLE');
    const audit = (await app.get('/v1/audit?project=laws&action=set_ontology_rule')).body.items;
    expect(audit).toHaveLength(2);
    expect(audit[0]).toMatchObject({ who: 'dora', reason: 'Titles are shared here' });
  });

  test('400 for a severity that there is not', async () => {
    expect((await set({ severity: 'high' })).status).toBe(400);
  });

  test('403 for who may not set rules', async () => {
    const authorization = `Bearer ${await app.keyFor('writer')}`;
    expect((await set({ severity: 'error' }, { authorization })).status).toBe(403);
  });

  test('404 for a rule that there is not', async () => {
    expect((await set({ id: 'no-such-rule' })).status).toBe(404);
  });
});
