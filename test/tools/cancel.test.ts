import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

describe('cancel', () => {
  let app: TestApp;
  const remember = async (statement: string) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' })).body;
  const cancel = (claim_id: string) => app.post('/v1/cancel', { claim_id, reason: 'It was a mistake', who: 'bob' });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 closes the claim, and its opposite may be stored', async () => {
    const { claim } = await remember('Reviews must be required');
    expect((await remember('Reviews must not be required')).code).toBe('conflict');
    const { status, body } = await cancel(claim.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'cancelled', claim: { id: claim.id, status: 'cancelled' } });
    expect((await remember('Reviews must not be required')).result).toBe('stored');
  });

  test('200 leaves what was believed before readable', async () => {
    const { claim } = await remember('Lint runs must be enabled');
    const { body } = await cancel(claim.id);
    const before = await app.get(`/v1/claims/${claim.id}?known_at=${claim.system_from}`);
    expect(before.body).toMatchObject({ status: 'active', system_until: body.claim.system_from });
  });

  test('200 names the active claims that rested on it', async () => {
    const { claim } = await remember('Use Postgres for storage');
    const resting = await app.post('/v1/remember', {
      ...{ statement: 'Backups must be made with pg_dump', who: 'alice', reason: 'Agreed', depends_on: [claim.id] },
    });
    const { body } = await cancel(claim.id);
    expect(body.unsupported).toEqual([resting.body.claim]);
  });

  test('403 for a writer and what another key wrote; a curator may cancel it too', async () => {
    const [own, other, curator] = await Promise.all(
      (['writer', 'writer', 'curator'] as const).map(async (role) => bearer(await app.keyFor(role))),
    );
    const write = async (statement: string, headers = {}) =>
      (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' }, headers)).body.claim.id;
    const cancel = async (claim_id: string, headers = {}) =>
      (await app.post('/v1/cancel', { claim_id, reason: 'It was a mistake', who: 'bob' }, headers)).status;
    const mine = await write('Caches must be warmed', own);
    const theirs = await write('Queues must be drained', other);
    const bootstrap = await write('Tickets must be triaged');
    expect([await cancel(theirs, own), await cancel(bootstrap, own), await cancel(UNKNOWN, own)]).toEqual([
      403, 403, 404,
    ]);
    expect([await cancel(mine, own), await cancel(theirs, curator), await cancel(bootstrap, curator)]).toEqual([
      200, 200, 200,
    ]);
    const [recorded] = await app.database.asAdmin('SELECT key_id FROM audit WHERE action = $1 AND claim_id = $2', [
      'cancel',
      mine,
    ]);
    expect(recorded?.key_id).toBe((await app.get(`/v1/claims/${mine}`)).body.key_id);
  });

  test('404 for an unknown claim', async () => {
    expect(await cancel(UNKNOWN)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('409 for a claim that is no longer active', async () => {
    const { claim } = await remember('Use Postgres for storage');
    await cancel(claim.id);
    expect(await cancel(claim.id)).toMatchObject({ status: 409, body: { code: 'not_active' } });
  });

  test('400 without a reason or with an id that is none', async () => {
    const { status, body } = await app.post('/v1/cancel', { claim_id: 'x', who: 'bob' });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(['claim_id', 'reason']);
  });
});
