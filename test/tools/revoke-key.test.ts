import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

describe('revoke_key', () => {
  let app: TestApp;
  const create = async (orgId = 'default') =>
    (await app.post('/v1/keys', { org_id: orgId, name: 'agent', role: 'writer' })).body;
  const revoke = (id: string, body: object = {}, headers = {}) => app.post(`/v1/keys/${id}/revoke`, body, headers);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 and the key opens nothing any more, at once', async () => {
    const { key, secret } = await create();
    expect((await app.get('/v1/claims', bearer(secret))).status).toBe(200);
    const { status, body } = await revoke(key.id);
    expect([status, body.key]).toMatchObject([200, { id: key.id, revoked_at: expect.any(String) }]);
    expect((await app.get('/v1/claims', bearer(secret))).status).toBe(401);
  });

  test('200 again changes nothing', async () => {
    const { key } = await create();
    const first = await revoke(key.id);
    expect(await revoke(key.id)).toMatchObject({ status: 200, body: first.body });
  });

  test('400 for an id that is none', async () => {
    expect((await revoke('17')).body.errors).toMatchObject([{ path: 'key_id' }]);
  });

  test('404 for an unknown key, and for one of another organisation', async () => {
    const { key, secret } = await create('globex');
    const admin = await app.keyFor('admin', 'acme');
    const replies = [await revoke(UNKNOWN), await revoke(key.id), await revoke(key.id, {}, bearer(admin))];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [404, 'not_found']));
    expect((await app.get('/v1/claims', bearer(secret))).status).toBe(200);
  });
});
