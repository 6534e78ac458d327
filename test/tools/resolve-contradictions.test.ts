import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const NONE = '01900000-0000-7000-8000-000000000000';

describe('resolve_contradictions', () => {
  let app: TestApp;
  const force = (statement: string) => app.post('/v1/remember', { statement, reason: 'Agreed', force_exception: true });

  beforeAll(async () => {
    app = await createTestApp();
    for (const colour of ['blue', 'red']) await force(`Deploys must use a ${colour} canary`);
    for (const port of ['8080', '9090']) await force(`The default port of the gateway is ${port}`);
  });
  afterAll(() => app.close());

  test('200 settles each by itself, and one that can not be settled keeps none from being so', async () => {
    const { items, open_total } = (await app.get('/v1/contradictions')).body;
    expect(open_total).toBe(2);
    const [first, second] = items;
    const settlements = [
      { id: first.id, action: 'keep', keep: first.sides[0].id, reason: 'The dashboards watch it' },
      { id: NONE, action: 'dismiss', reason: 'Both hold' },
      { id: first.id, action: 'dismiss', reason: 'Both hold' },
      { id: second.id, action: 'keep', reason: 'Says not which' },
      { id: second.id, action: 'dismiss', reason: 'Both hold' },
    ];
    const { status, body } = await app.post('/v1/contradictions/resolve', { items: settlements, who: 'dora' });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { index: 0, id: first.id, result: 'resolved', closed: [first.sides[1].id] },
      { index: 1, result: 'failed', problem: { code: 'not_found', status: 404 } },
      { index: 2, result: 'failed', problem: { code: 'already_settled' } },
      { index: 3, result: 'failed', problem: { code: 'invalid_request', errors: [{ path: 'keep' }] } },
      { index: 4, id: second.id, result: 'dismissed', closed: [] },
    ]);
    expect((await app.get('/v1/contradictions')).body).toMatchObject({ items: [], open_total: 0 });
    expect((await app.get(`/v1/contradictions/${second.id}`)).body).toMatchObject({ resolved_by: 'dora' });
  });

  test('400 for no item, too many, or a wrong one', async () => {
    const item = { id: NONE, action: 'dismiss', reason: 'x' };
    for (const items of [[], Array.from({ length: 101 }, () => item), [{ ...item, action: 'forget' }]])
      expect((await app.post('/v1/contradictions/resolve', { items })).status).toBe(400);
  });
});
