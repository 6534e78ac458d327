import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('vouch', () => {
  let app: TestApp;
  const remember = async (statement: string, rest: object = {}) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest })).body;
  const vouch = (claim_id: string) =>
    app.post('/v1/vouch', { claim_id, reason: 'Both hold until the move', who: 'dora' });
  const unguarded = async () =>
    (await app.get('/v1/unguarded')).body.items.map(({ claim }: { claim: { id: string } }) => claim.id);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 takes a forced claim off the list of unguarded ones, on the record', async () => {
    await remember('Deploys must use a blue canary');
    const { claim } = await remember('Deploys must use a red canary', { force_exception: true });
    expect(await unguarded()).toEqual([claim.id]);
    const { status, body } = await vouch(claim.id);
    expect([status, body.result]).toEqual([200, 'vouched']);
    expect(body.claim).toMatchObject({
      id: claim.id,
      guarded: true,
      is_disputed: true,
      first_stored_at: claim.system_from,
    });
    expect(await unguarded()).toEqual([]);
    const [entry] = (await app.get(`/v1/audit?claim_id=${claim.id}`)).body.items;
    expect(entry).toMatchObject({ action: 'vouch', who: 'dora', reason: 'Both hold until the move' });
    const before = await app.get(`/v1/claims/${claim.id}?known_at=${claim.system_from}`);
    expect(before.body.guarded).toBe(false);
    expect((await vouch(claim.id)).body).toMatchObject({ result: 'unchanged', claim: { guarded: true } });
    expect(
      (await app.post('/v1/remember', { statement: 'Deploys must use a green canary', kind: 'fact' })).body,
    ).toMatchObject({
      conflicts_total: 2,
    });
  });

  test('404 for a claim that there is not', async () => {
    expect((await vouch('01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  test('409 for a claim that stands no longer', async () => {
    const { claim } = await remember('Use npm for installs');
    await app.post('/v1/cancel', { claim_id: claim.id, reason: 'Wrong' });
    expect((await vouch(claim.id)).body.code).toBe('not_active');
  });

  test('400 without a reason', async () => {
    expect((await app.post('/v1/vouch', { claim_id: '01900000-0000-7000-8000-000000000000' })).status).toBe(400);
  });
});
