import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/core/role.js';
import type { Authenticator } from '../../src/http/auth.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

const ALICE = '01900000-0000-7000-8000-00000000000a';
const BOB = '01900000-0000-7000-8000-00000000000b';

/** Whose key the header names, without its secret: so that two callers of one tenant can be told apart. */
const byName: Authenticator = {
  authenticate: async ({ headers }): Promise<Caller> => ({
    ...{ role: 'writer', name: 'agent' },
    keyId: String(headers['x-caller'] ?? ALICE),
    ...{ orgId: 'acme', projects: null, expiresAt: null },
    project: 'canary',
  }),
};

describe('the Idempotency-Key', () => {
  let app: TestApp;
  let twin: TestApp;
  let made = 0;
  const freshKey = () => `key-${made++}`;
  const bodyOf = (statement: string) => ({ statement, who: 'alice', reason: 'Agreed' });
  const send = (statement: string, key: string, to = app) =>
    to.post('/v1/remember', bodyOf(statement), { 'idempotency-key': key });
  const claims = async (q: string) => (await app.get(`/v1/claims?q=${encodeURIComponent(q)}`)).body.items;

  beforeAll(async () => {
    app = await createTestApp({}, { authenticator: byName });
    twin = await createTestApp({}, { authenticator: byName, sharedDatabase: app.database });
  });
  afterAll(async () => {
    await twin.close();
    await app.close();
  });

  test('gives an equal request the same answer, and says so', async () => {
    const key = freshKey();
    const first = await send('Parcels must be weighed', key);
    const again = await send('Parcels must be weighed', key);
    expect(first.status).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  test('does not mind the order of the fields', async () => {
    const key = freshKey();
    const headers = { 'idempotency-key': key };
    const scope = { env: 'prod', team: 'web' };
    const first = await app.post('/v1/remember', { ...bodyOf('Ramps must be salted'), scope }, headers);
    const turned = {
      scope: { team: 'web', env: 'prod' },
      reason: 'Agreed',
      who: 'alice',
      statement: 'Ramps must be salted',
    };
    expect(await app.post('/v1/remember', turned, headers)).toMatchObject({ status: 201, body: first.body });
  });

  test('replays refusals too, as problems', async () => {
    await send('Doors must be blue', freshKey());
    const key = freshKey();
    const first = await send('Doors must be red', key);
    const again = await send('Doors must be red', key);
    expect(again).toMatchObject({ status: 409, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    expect(again.headers['content-type']).toContain('application/problem+json');
    const cancelKey = { 'idempotency-key': freshKey() };
    const absent = { claim_id: '01900000-0000-7000-8000-000000000000', reason: 'Wrong', who: 'alice' };
    const missing = await app.post('/v1/cancel', absent, cancelKey);
    expect(missing.status).toBe(404);
    expect((await app.post('/v1/cancel', absent, cancelKey)).body).toEqual(missing.body);
  });

  test('422 for another body, and for another operation', async () => {
    const key = freshKey();
    await send('Lifts must be inspected', key);
    for (const reply of [
      await send('Lifts must be painted', key),
      await app.post('/v1/learn', { ...bodyOf('Lifts must be inspected'), source: 'a.md' }, { 'idempotency-key': key }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_mismatch']);
    }
    expect(await claims('Lifts')).toHaveLength(1);
  });

  test('400 for a key that is too long, empty or holds other characters, and with a check', async () => {
    for (const key of ['x'.repeat(256), '', 'with space', 'é']) {
      const reply = await send('Wells must be covered', key);
      expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'idempotency-key']);
    }
    expect((await send('Wells must be covered', 'x'.repeat(255))).status).toBe(201);
    const check = { op: 'remember', ...bodyOf('Wells must be deep') };
    const refused = await app.post('/v1/check', check, { 'idempotency-key': freshKey() });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'idempotency-key']);
  });

  test('counts for one caller: another one gets no answer that is not its own', async () => {
    const key = freshKey();
    const mine = await send('Roofs must be flat', key);
    const theirs = await app.post('/v1/remember', bodyOf('Roofs must be flat'), {
      ...{ 'idempotency-key': key, 'x-caller': BOB },
    });
    expect(theirs.headers['idempotency-replayed']).toBeUndefined();
    expect(theirs).toMatchObject({ status: 200, body: { result: 'unchanged', claim: { id: mine.body.claim.id } } });
    const other = await app.post(
      '/v1/remember',
      { ...bodyOf('Roofs must be flat'), project: 'elsewhere' },
      {
        'idempotency-key': key,
      },
    );
    expect(other.status).toBe(201);
  });

  test('50 equal requests at once, over two servers: one claim and 50 equal answers', async () => {
    const key = freshKey();
    const servers = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? app : twin));
    const replies = await Promise.all(servers.map((server) => send('Sirens must be tested on Mondays', key, server)));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(replies.filter((reply) => reply.headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await claims('Sirens')).toHaveLength(1);
  });

  test('50 at once of which some differ: one answer for the equal ones, 422 for the others', async () => {
    const key = freshKey();
    const statements = Array.from({ length: 50 }, (_, n) => `Nets must be mended by crew ${n % 5}`);
    const replies = await Promise.all(statements.map((statement) => send(statement, key)));
    const stored = replies.filter(({ status }) => status === 201);
    expect(stored).toHaveLength(10);
    expect(new Set(stored.map(({ body }) => body.claim.id)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(40);
  });

  describe('of a request that does not end well', () => {
    const keyRow = (fields: string, key: string) =>
      app.database.asAdmin(`UPDATE idempotency SET ${fields} WHERE key = $1`, [key]);

    test('waits while it is still being done, and its answer once it is', async () => {
      const key = freshKey();
      const first = await send('Kilns must be vented', key);
      await keyRow("status = NULL, leased_until = now() + interval '1 hour'", key);
      const waiting = send('Kilns must be vented', key);
      const other = await send('Kilns must be cold', key);
      expect(other.status).toBe(422);
      await keyRow('status = 201', key);
      expect((await waiting).body).toEqual(first.body);
    });

    test('409 with retry-after when that takes too long', async () => {
      let elapsed = 0;
      const clock = { now: () => Date.now(), elapsed: () => (elapsed += 3000) };
      const hasty = await createTestApp({ clock }, { authenticator: byName, sharedDatabase: app.database });
      try {
        const key = freshKey();
        await send('Pumps must be primed', key);
        await keyRow("status = NULL, leased_until = now() + interval '1 hour'", key);
        const reply = await send('Pumps must be primed', key, hasty);
        expect([reply.status, reply.body.code, reply.headers['retry-after']]).toEqual([
          ...[409, 'idempotency_in_progress', '2'],
        ]);
      } finally {
        await hasty.close();
      }
    });

    test('a key whose holder died after the write is free again, and the write is not doubled', async () => {
      const key = freshKey();
      const first = await send('Bells must be polished', key);
      await keyRow("status = NULL, body = NULL, leased_until = now() - interval '1 second'", key);
      const again = await send('Bells must be polished', key);
      expect(again).toMatchObject({ status: 200, body: { result: 'unchanged', claim: { id: first.body.claim.id } } });
      expect(await send('Bells must be polished', key)).toMatchObject({ body: again.body });
      expect(await claims('Bells')).toHaveLength(1);
    });

    test('a fault frees the key: the same request is done when it is sent again', async () => {
      const key = freshKey();
      let calls = 0;
      // The first two ids are those of the request and of the holder of the key.
      const next = () => {
        calls += 1;
        if (calls === 3) throw new Error('out of ids');
        return app.deps.ids.next();
      };
      const broken = await createTestApp({ ids: { next } }, { authenticator: byName, sharedDatabase: app.database });
      try {
        expect((await send('Tiles must be glazed', key, broken)).status).toBe(500);
        expect((await send('Tiles must be glazed', key, broken)).status).toBe(201);
      } finally {
        await broken.close();
      }
    });

    test('a key is forgotten after a day', async () => {
      const key = freshKey();
      await send('Flags must be raised at dawn', key);
      await keyRow("claimed_at = now() - interval '25 hours'", key);
      const reply = await send('Flags must be lowered at dusk', key);
      expect(reply.status).toBe(201);
      expect(reply.headers['idempotency-replayed']).toBeUndefined();
    });
  });
});
