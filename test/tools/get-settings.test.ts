import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('get_settings', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 with the defaults for a project that has set nothing, whether it is there or not', async () => {
    await app.post('/v1/remember', { project: 'written', statement: 'Use pnpm', who: 'alice', reason: 'Agreed' });
    for (const project of ['written', 'nowhere']) {
      const { status, headers, body } = await app.get(`/v1/settings?project=${project}`);
      expect([status, headers.etag]).toEqual([200, '"0"']);
      expect(body).toEqual({
        version: 0,
        policy: { warn_kinds: [], warn_codes: [] },
        force_role: 'writer',
        parents_may_share_gender: false,
        consistency: { disabled_rules: [], min_confidence: 0, many_violations: 100, time_zone: 'UTC' },
        detective: { session_window_minutes: 15 },
      });
    }
  });

  test('200 with what was set, for every role', async () => {
    const put = await app.put('/v1/settings', { force_role: 'curator' });
    const reply = await app.get('/v1/settings', bearer(await app.keyFor('reader')));
    expect([reply.status, reply.headers.etag, reply.body]).toEqual([200, '"1"', put.body]);
  });

  test('400 for a project that can not be', async () => {
    expect((await app.get('/v1/settings?project=a%20b')).body.errors).toMatchObject([{ path: 'project' }]);
  });
});
