import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('list_projects', () => {
  let app: TestApp;
  const names = (reply: { body: { items: { project: string }[] } }) => reply.body.items.map(({ project }) => project);

  beforeAll(async () => {
    app = await createTestApp();
    for (const project of ['web', 'shop', 'api'])
      await app.post('/v1/remember', { org_id: 'acme', project, statement: 'Use npm for installs', kind: 'fact' });
    await app.put('/v1/settings', { org_id: 'acme', project: 'shop', force_role: 'curator' });
    await app.post('/v1/remember', { org_id: 'globex', project: 'moon', statement: 'Use npm', kind: 'fact' });
  });
  afterAll(() => app.close());

  test('200 lists what was written to, by name and page by page', async () => {
    const first = await app.get('/v1/projects?org_id=acme&limit=2');
    const rest = await app.get(`/v1/projects?org_id=acme&limit=2&cursor=${first.body.next_cursor}`);
    expect([names(first), names(rest), rest.body.next_cursor]).toEqual([['api', 'shop'], ['web'], null]);
    expect(first.body.items).toMatchObject([
      { calendar: 'iso', settings_version: 0 },
      { calendar: 'iso', settings_version: 1 },
    ]);
    expect(names(await app.get('/v1/projects?org_id=nowhere'))).toEqual([]);
  });

  test('200 shows a bound key its own projects only', async () => {
    const bound = { org_id: 'acme', project: 'web', projects: ['web', 'later'], name: 'web', role: 'reader' };
    const { secret } = (await app.post('/v1/keys', bound)).body;
    expect(names(await app.get('/v1/projects', bearer(secret)))).toEqual(['web']);
  });

  test('400 for a limit that is none', async () => {
    expect((await app.get('/v1/projects?limit=0')).status).toBe(400);
  });

  test('404 for another organisation than that of the key', async () => {
    const reader = await app.keyFor('reader', 'acme');
    expect((await app.get('/v1/projects?org_id=globex', bearer(reader))).status).toBe(404);
  });
});
