import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeyRing } from '../../src/flows/key-ring.js';
import { recordRevocation } from '../../src/flows/keys.js';
import { openDoor } from '../../src/http/auth.js';
import { systemClock } from '../../src/start/system.js';
import type { Store } from '../../src/store/store.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';

const MINUTE_MS = 60_000;

describe('API keys', () => {
  let app: TestApp;
  let passedMs = 0;
  /** The time of the server, moved by the test. */
  const clock = { now: () => systemClock.now() + passedMs, elapsed: () => systemClock.elapsed() + passedMs };
  const opens = async (key: string, on = app) => (await on.get('/v1/claims', bearer(key))).status;

  beforeAll(async () => {
    app = await createTestApp({ clock });
  });
  afterAll(() => app.close());

  test('401 with one text for what is malformed, unknown, wrong, revoked and expired', async () => {
    const good = await app.keyFor('reader', 'acme');
    const expiring = (
      await app.post('/v1/keys', {
        ...{ org_id: 'acme', name: 'short', role: 'reader' },
        expires_at: new Date(clock.now() + MINUTE_MS).toISOString(),
      })
    ).body.secret;
    const revoked = (await app.post('/v1/keys', { org_id: 'acme', name: 'gone', role: 'reader' })).body;
    expect([await opens(good), await opens(expiring), await opens(revoked.secret)]).toEqual([200, 200, 200]);
    await app.post(`/v1/keys/${revoked.key.id}/revoke`, { org_id: 'acme' });
    passedMs += MINUTE_MS;
    const bad = [
      ...['nobody', 'lg_acme_x_y', 'x'.repeat(200_000), good.slice(0, -1), `${good}0`, `${API_KEY}x`],
      ...[
        good.replace('acme', 'globex'),
        good.replace('acme', "acme'--"),
        good.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      ],
      ...[good.replace(/_[0-9a-f]{32}_/, `_${'0'.repeat(32)}_`), expiring, revoked.secret],
    ];
    for (const key of bad) {
      const { status, body, headers } = await app.get('/v1/claims', bearer(key));
      expect([status, body.code, body.detail], key.slice(0, 200)).toEqual([
        401,
        'unauthorized',
        'The API key is not valid.',
      ]);
      expect(headers['www-authenticate']).toContain('Bearer');
    }
    expect(await opens(good)).toBe(200);
  });

  test('403 says which role is needed', async () => {
    const reader = await app.keyFor('reader');
    const reply = await app.post('/v1/remember', { nonsense: true }, bearer(reader));
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
    expect(reply.body.detail).toBe('remember needs the role writer; this key is a reader.');
  });

  test('503 while the database can not tell whose key it is, and 200 afterwards', async () => {
    const own = await createTestApp();
    try {
      const key = await own.keyFor('reader');
      const holder = new pg.Client({ connectionString: own.database.url });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE api_keys');
      const asked = own.get('/v1/claims', bearer(key));
      const ended = () =>
        own.database.asAdmin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      await expect.poll(ended).toHaveLength(1);
      const { status, body } = await asked;
      expect([status, body.code]).toEqual([503, 'unavailable']);
      await holder.end();
      expect(await opens(key, own)).toBe(200);
    } finally {
      await own.close();
    }
  });

  test('a key that another replica revoked opens nothing once what is remembered of it is a few seconds old', async () => {
    const other = await createTestApp({ clock }, { sharedDatabase: app.database });
    try {
      const { key, secret } = (await app.post('/v1/keys', { name: 'agent', role: 'reader' })).body;
      expect(await opens(secret, other)).toBe(200);
      await app.post(`/v1/keys/${key.id}/revoke`, {});
      expect(await opens(secret)).toBe(401);
      passedMs += 5001;
      expect(await opens(secret, other)).toBe(401);
    } finally {
      await other.close();
    }
  });

  test('a key that is read while it is revoked opens nothing afterwards', async () => {
    const { key, secret } = (await app.post('/v1/keys', { name: 'agent', role: 'reader' })).body;
    const gates = { read: () => {}, answer: () => {} };
    const gate = (name: keyof typeof gates) =>
      new Promise<void>((resolve) => {
        gates[name] = resolve;
      });
    const [wasRead, mayAnswer] = [gate('read'), gate('answer')];
    /** Reads at once and tells it later. */
    const late: Store = {
      ...app.store,
      tenant: async (orgId, work) => {
        const read = await app.store.tenant(orgId, work);
        gates.read();
        await mayAnswer;
        return read;
      },
    };
    const keys = new KeyRing(late, clock);
    const before = keys.callerOf(secret);
    await wasRead;
    const revoked = await recordRevocation(app.deps, 'default', key.id, { name: 'test', keyId: null, projects: null });
    keys.learn(revoked);
    gates.answer();
    expect(await before).toMatchObject({ keyId: key.id });
    expect(await keys.callerOf(secret)).toBeNull();
  });

  test('its last use is noted, beside the requests', async () => {
    const { key, secret } = (await app.post('/v1/keys', { org_id: 'used', name: 'agent', role: 'reader' })).body;
    await Promise.all([opens(secret), opens(secret)]);
    await expect
      .poll(async () => (await app.get('/v1/keys?org_id=used')).body.items)
      .toMatchObject([{ id: key.id, last_used_at: expect.stringMatching(/Z$/) }]);
  });

  test('a last use that can not be noted fails no request', async () => {
    const own = await createTestApp();
    try {
      const key = await own.keyFor('reader');
      await own.database.asAdmin('REVOKE UPDATE ON api_keys FROM loreguard_app');
      expect([await opens(key, own), await opens(key, own)]).toEqual([200, 200]);
    } finally {
      await own.close();
    }
  });

  test('without authentication everybody is the server admin', async () => {
    const open = await createTestApp({}, { authenticator: openDoor, sharedDatabase: app.database });
    try {
      const made = await open.post('/v1/keys', { org_id: 'open', name: 'x', role: 'admin' }, { authorization: '' });
      expect([made.status, made.body.key.created_by]).toEqual([201, null]);
    } finally {
      await open.close();
    }
  });

  test('the bootstrap key may name any organisation; other keys their own', async () => {
    const key = await app.keyFor('admin', 'acme');
    expect((await app.get('/v1/claims?org_id=globex')).status).toBe(200);
    expect((await app.get('/v1/claims?org_id=acme', bearer(key))).status).toBe(200);
    expect((await app.get('/v1/claims?org_id=globex', bearer(key))).status).toBe(404);
  });
});
