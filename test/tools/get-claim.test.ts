import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('get_claim', () => {
  let app: TestApp;
  const remember = async (statement: string, rest: object = {}) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest })).body.claim;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 answers the claim as it was stored', async () => {
    const claim = await remember('Deploys must use a blue canary', {
      scope: { env: 'prod', team: 'web' },
      valid_from: '2026-01-01',
      valid_until: '2026-12',
      tags: ['a', 'b'],
      said_at: '2026-02-03T04:05:06Z',
    });
    const { status, body } = await app.get(`/v1/claims/${claim.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ view: 'full', ...claim, depended_on_by: [] });
    expect(body).toMatchObject({ valid_from: { text: '2026-01-01' }, valid_until: { text: '2026-12' } });
    expect(new Date(body.said_at).toISOString()).toBe('2026-02-03T04:05:06.000Z');
  });

  test('200 with known_at answers the version that was believed then', async () => {
    const claim = await remember('Use pnpm for installs');
    await app.post('/v1/supersede', { claim_id: claim.id, statement: 'Use yarn for installs', who: 'b', reason: 'r' });
    expect((await app.get(`/v1/claims/${claim.id}`)).body.status).toBe('superseded');
    expect((await app.get(`/v1/claims/${claim.id}?known_at=${claim.system_from}`)).body.status).toBe('active');
  });

  test('404 for an id of another project or organisation, or before it was known', async () => {
    const claim = await remember('Queues must be drained');
    for (const query of ['project=other', 'org_id=other', 'known_at=2020-01-01T00:00:00Z']) {
      const { status, body } = await app.get(`/v1/claims/${claim.id}?${query}`);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  test('400 for an id that is none and for an unknown parameter', async () => {
    expect((await app.get('/v1/claims/17')).body.errors).toMatchObject([{ path: 'claim_id' }]);
    const { status, body } = await app.get('/v1/claims/01900000-0000-7000-8000-000000000000?at=now');
    expect([status, body.errors[0].path]).toEqual([400, 'at']);
  });
});
