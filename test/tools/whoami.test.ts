import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATEMENT_MAX } from '../../src/core/claim.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('whoami', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({}, { protection: { requestsPerMinute: 500 }, limits: { bodyBytes: 400_000 } });
  });
  afterAll(() => app.close());

  test('200 tells what a key is, and the limits that hold for it', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const made = await app.post('/v1/keys', {
      ...{ org_id: 'acme', project: 'web', projects: ['web', 'shop'], name: 'agent of web', role: 'writer' },
      expires_at: expiresAt,
    });
    const { status, body } = await app.get('/v1/whoami', bearer(made.body.secret));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ org_id: 'acme', project: 'web', projects: ['web', 'shop'], role: 'writer', name: 'agent of web' },
      key_id: made.body.key.id,
      limits: { statement_characters: STATEMENT_MAX, body_bytes: 400_000, requests_per_minute: 500 },
    });
    expect(Date.parse(body.expires_at)).toBe(Date.parse(expiresAt));
    const tooLong = { statement: 'x'.repeat(body.limits.statement_characters + 1), kind: 'fact' };
    expect((await app.post('/v1/remember', tooLong, bearer(made.body.secret))).status).toBe(400);
  });

  test('200 for the bootstrap key, which may name any organisation', async () => {
    const { body } = await app.get('/v1/whoami?org_id=acme', bearer(API_KEY));
    expect(body).toMatchObject({ org_id: 'acme', projects: null, role: 'admin', key_id: null, expires_at: null });
  });

  test('400 for a parameter that there is not', async () => {
    expect((await app.get('/v1/whoami?project=web')).status).toBe(400);
  });
});
