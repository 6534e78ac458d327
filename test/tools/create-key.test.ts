import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('create_key', () => {
  let app: TestApp;
  const create = (body: object, headers = {}) => app.post('/v1/keys', body, headers);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('201 shows the key once, and it opens what its role may do', async () => {
    const { status, body, headers } = await create({ org_id: 'acme', project: 'web', name: 'agent', role: 'writer' });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.key).toMatchObject({
      name: 'agent',
      role: 'writer',
      project: 'web',
      created_by: null,
      expires_at: null,
    });
    expect(body.secret).toMatch(new RegExp(`^lg_acme_${body.key.id.replaceAll('-', '')}_[0-9a-f]{64}$`));
    const claim = { statement: 'Use pnpm for installs', who: 'alice', reason: 'Agreed' };
    const stored = await app.post('/v1/remember', claim, bearer(body.secret));
    expect(stored.body.claim.key_id).toBe(body.key.id);
    const own = await app.get('/v1/claims?org_id=acme&project=web', bearer(body.secret));
    expect(own.body.items).toEqual([stored.body.claim]);
  });

  test('201 keeps a hash of the secret only', async () => {
    const { secret } = (await create({ name: 'hashed', role: 'reader' })).body;
    const rows = await app.database.asAdmin('SELECT * FROM api_keys');
    expect(JSON.stringify(rows)).not.toContain(secret.split('_').at(-1));
  });

  test('201 names the key that made it, and puts it on the record', async () => {
    const admin = await create({ org_id: 'made', name: 'ops', role: 'admin' });
    const made = await create({ name: 'second', role: 'admin' }, bearer(admin.body.secret));
    expect(made.body.key.created_by).toBe(admin.body.key.id);
    const recorded = await app.database.asAdmin(
      `SELECT who, key_id, detail FROM actions WHERE org_id = 'made' AND action = 'create_key' ORDER BY at`,
    );
    expect(recorded).toEqual([
      { who: 'server admin', key_id: null, detail: { key_id: admin.body.key.id, role: 'admin' } },
      { who: 'ops', key_id: admin.body.key.id, detail: { key_id: made.body.key.id, role: 'admin' } },
    ]);
  });

  test('400 for an organisation, a project, a role or a time that can not be', async () => {
    const wrong: [string, object][] = [
      ['org_id', { org_id: 'a b' }],
      ['project', { project: '../x' }],
      ['role', { role: 'god' }],
      ['name', { name: ' ' }],
      ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
      ['expires_at', { expires_at: 'soon' }],
    ];
    for (const [path, field] of wrong) {
      const { status, body } = await create({ name: 'agent', role: 'reader', ...field });
      expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
    }
  });

  test('404 for another organisation than that of the key', async () => {
    const admin = await app.keyFor('admin', 'acme');
    const reply = await create({ org_id: 'globex', name: 'agent', role: 'reader' }, bearer(admin));
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });
});
