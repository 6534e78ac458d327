import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('get_decision', () => {
  let app: TestApp;
  const remember = async (statement: string) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' })).body;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 explains a stored claim', async () => {
    const stored = await remember('Deploys must use a blue canary');
    const { status, body } = await app.get(`/v1/decisions/${stored.decision_id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: stored.decision_id,
      op: 'remember',
      result: 'stored',
      tier: 'clean',
      claim_id: stored.claim.id,
      compared: [],
      nli: 'off',
      norms: stored.claim.norms,
    });
    expect(body.versions.lexicon).toMatch(/^[0-9a-f]{8,}$/);
    expect(Object.keys(body.timings)).toEqual(
      expect.arrayContaining(['normalize', 'candidates', 'structural', 'judge']),
    );
  });

  test('200 explains a refusal, with every claim that was compared', async () => {
    const { body: stored } = await app.get('/v1/claims?q=blue');
    const refused = await remember('Deploys must use a red canary');
    const { body } = await app.get(`/v1/decisions/${refused.decision_id}`);
    expect(body).toMatchObject({ result: 'conflict', tier: 'block', claim_id: null, conflicts: refused.conflicts });
    expect(body.compared).toMatchObject([
      { id: stored.items[0].id, kind: 'contradiction', confidence: 'HIGH', code: 'value_differs', nli: null },
    ]);
  });

  test('404 for an unknown id or that of another project', async () => {
    const stored = await remember('Queues must be drained');
    const unknown = await app.get('/v1/decisions/01900000-0000-7000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    expect((await app.get(`/v1/decisions/${stored.decision_id}?project=other`)).status).toBe(404);
  });

  test('400 for an id that is none', async () => {
    const { status, body } = await app.get('/v1/decisions/17');
    expect([status, body.errors[0].path]).toEqual([400, 'decision_id']);
  });
});
