import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('list_keys', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 lists the keys of the organisation, newest first and page by page, without their secrets', async () => {
    const admin = await app.keyFor('admin', 'acme');
    for (const role of ['reader', 'writer', 'curator'] as const) await app.keyFor(role, 'acme');
    await app.keyFor('admin', 'globex');
    const first = await app.get('/v1/keys?limit=3', bearer(admin));
    const rest = await app.get(`/v1/keys?limit=3&cursor=${first.body.next_cursor}`, bearer(admin));
    const items = [...first.body.items, ...rest.body.items];
    expect(items.map(({ role }: { role: string }) => role)).toEqual(['curator', 'writer', 'reader', 'admin']);
    expect(rest.body.next_cursor).toBeNull();
    expect(JSON.stringify(items)).not.toMatch(/secret|hash|lg_/);
  });

  test('400 for a cursor, a limit or a parameter that is none', async () => {
    for (const query of ['cursor=nonsense', 'limit=0', 'limit=201', 'project=web']) {
      const reply = await app.get(`/v1/keys?${query}`);
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
    }
  });

  test('404 for another organisation than that of the key', async () => {
    const admin = await app.keyFor('admin', 'acme');
    expect((await app.get('/v1/keys?org_id=globex', bearer(admin))).status).toBe(404);
  });
});
