import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('claim_history', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 answers the versions of a claim and the whole line of what replaced what', async () => {
    const first = await app.post('/v1/remember', { statement: 'Use npm for installs', who: 'a', reason: 'r' });
    const second = await supersede(first.body.claim.id, 'Use yarn for installs');
    const third = await supersede(second.body.claim.id, 'Use pnpm for installs');
    const { status, body } = await app.get(`/v1/claims/${second.body.claim.id}/history`);
    expect(status).toBe(200);
    expect(body.versions.map((claim: { status: string }) => claim.status)).toEqual(['active', 'superseded']);
    expect(body.versions[0].system_until).toBe(body.versions[1].system_from);
    expect(body.line.map((claim: { id: string }) => claim.id)).toEqual(
      [first, second, third].map((reply) => reply.body.claim.id),
    );
  });

  test('404 for an unknown claim', async () => {
    const { status, body } = await app.get('/v1/claims/01900000-0000-7000-8000-000000000000/history');
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('400 for an id that is none', async () => {
    expect((await app.get('/v1/claims/17/history')).body.errors).toMatchObject([{ path: 'claim_id' }]);
  });

  function supersede(claim_id: string, statement: string) {
    return app.post('/v1/supersede', { claim_id, statement, who: 'a', reason: 'Changed' });
  }
});
