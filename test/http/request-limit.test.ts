import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatKey } from '../../src/core/api-key.js';
import { KeyRing, REFUSED_TTL_MS } from '../../src/flows/key-ring.js';
import { createKey } from '../../src/flows/keys.js';
import { keyAuth } from '../../src/http/auth.js';
import { systemClock, systemIds, systemSecrets } from '../../src/start/system.js';
import type { Store } from '../../src/store/store.js';
import { API_KEY, bearer, createTestApp, type Reply, type TestApp } from '../helpers/app.js';

const LIMIT = 20;
const MINUTE_MS = 60_000;
const PROXY = ['127.0.0.1'];

/** A well-formed key that nobody has. */
const strangeKey = () => formatKey({ orgId: 'acme', id: systemIds.next(), secret: systemSecrets.next() });

/** How often each status came. */
function tally(replies: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('a key that this process does not know', () => {
  let app: TestApp;
  let transactions = 0;
  let passedMs = 0;
  const clock = { now: () => systemClock.now() + passedMs, elapsed: () => systemClock.elapsed() + passedMs };
  const open = (requestsPerMinute: number | null, sharedDatabase?: TestApp['database']): Promise<TestApp> => {
    const options = { protection: { requestsPerMinute }, trustProxy: PROXY, ...(sharedDatabase && { sharedDatabase }) };
    return createTestApp({ clock }, options);
  };
  /** The same application, with a count of what its keys cost the database. */
  const counting = async (requestsPerMinute: number | null): Promise<TestApp> => {
    const plain = await open(null);
    const store: Store = {
      ...plain.store,
      tenant: (orgId, work) => {
        transactions += 1;
        return plain.store.tenant(orgId, work);
      },
    };
    const keys = new KeyRing(store, clock);
    const counted = await createTestApp(
      { clock, keys },
      {
        ...{ authenticator: keyAuth(API_KEY, keys), protection: { requestsPerMinute }, trustProxy: PROXY },
        sharedDatabase: plain.database,
      },
    );
    const close = async () => {
      await counted.close();
      await plain.close();
    };
    return { ...counted, close };
  };
  /** Lets time pass; what is remembered looks at the clock once a millisecond. */
  const pass = async (ms: number) => {
    passedMs += ms;
    await sleep(5);
  };
  const claims = (key: string, from = '10.0.0.1', on = app): Promise<Reply> =>
    on.get('/v1/claims', { ...bearer(key), 'x-forwarded-for': from });

  beforeEach(() => {
    transactions = 0;
    passedMs = 0;
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  test('1 000 of them from one address cost as many transactions as the limit allows requests', async () => {
    app = await counting(LIMIT);
    const replies: Reply[] = [];
    for (let n = 0; n < LIMIT; n++) replies.push(await claims(strangeKey()));
    const more = Array.from({ length: 1000 - LIMIT }, () => claims(strangeKey()));
    replies.push(...(await Promise.all(more)));
    expect(tally(replies)).toEqual({ 401: LIMIT, 429: 1000 - LIMIT });
    expect(transactions).toBe(LIMIT);
    const refused = replies.at(-1);
    expect(refused?.headers).toMatchObject({
      'ratelimit-policy': '"default";q=20;w=60',
      ratelimit: expect.stringMatching(/^"default";r=0;t=\d+$/),
    });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.body).toMatchObject({ code: 'rate_limited', status: 429 });
  });

  test('1 000 of them at once cost no more', async () => {
    app = await counting(LIMIT);
    const counts = tally(await Promise.all(Array.from({ length: 1000 }, () => claims(strangeKey()))));
    expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(1000);
    expect(counts[429]).toBeGreaterThanOrEqual(1000 - LIMIT);
    expect(transactions).toBeLessThanOrEqual(LIMIT);
  });

  test('the same one again and again costs one transaction, with and without a limit', async () => {
    app = await counting(null);
    const key = strangeKey();
    for (let n = 0; n < 50; n++) expect((await claims(key)).status).toBe(401);
    expect(transactions).toBe(1);
    const sameId = key.replace(/.{64}$/, systemSecrets.next());
    expect((await claims(sameId)).status).toBe(401);
    expect(transactions).toBe(1);
    await pass(REFUSED_TTL_MS + 1);
    expect((await claims(key)).status).toBe(401);
    expect(transactions).toBe(2);
  });

  test('is refused as unavailable, and not remembered as refused, while the database can not tell', async () => {
    app = await open(LIMIT);
    const key = await app.keyFor('reader');
    await app.database.asAdmin('ALTER TABLE api_keys RENAME TO gone');
    expect((await claims(key)).status).toBe(503);
    await app.database.asAdmin('ALTER TABLE gone RENAME TO api_keys');
    expect((await claims(key)).status).toBe(200);
  });

  test('opens at once where it is made meanwhile, and on other replicas when their refusal is forgotten', async () => {
    app = await open(null);
    const other = await open(null, app.database);
    const ids = [systemIds.next(), systemIds.next()];
    const secret = systemSecrets.next();
    const key = formatKey({ orgId: 'acme', id: ids[0] ?? '', secret });
    expect([(await claims(key)).status, (await claims(key, '10.0.0.1', other)).status]).toEqual([401, 401]);
    const deps = { ...app.deps, ids: { next: () => ids.shift() ?? '' }, secrets: { next: () => secret } };
    const request = {
      tenant: { orgId: 'acme', project: 'p' },
      name: 'late',
      role: 'reader' as const,
      projects: null,
      expiresAt: null,
    };
    expect((await createKey(deps, request, { name: 'test', keyId: null, projects: null })).secret).toBe(key);
    expect([(await claims(key)).status, (await claims(key, '10.0.0.1', other)).status]).toEqual([200, 401]);
    await pass(REFUSED_TTL_MS + 1);
    expect((await claims(key, '10.0.0.1', other)).status).toBe(200);
    await other.close();
  });

  test('strangers at its address do not keep out a key that was used before, nor the bootstrap key', async () => {
    app = await open(LIMIT);
    const [used, fresh] = [await app.keyFor('reader'), await app.keyFor('reader')];
    expect((await claims(used)).status).toBe(200);
    const flood: Reply[] = [];
    for (let n = 0; n < LIMIT + 10; n++) flood.push(await claims(strangeKey()));
    // The key that was good was asked about too, when it came first.
    expect(tally(flood)).toEqual({ 401: LIMIT - 1, 429: 11 });
    expect((await claims(used)).status).toBe(200);
    // Older than what is relied on without asking: the database is asked, and the address not counted.
    await pass(3_600_000);
    expect((await claims(used)).status).toBe(200);
    expect((await app.get('/v1/claims', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(200);
    // What was never seen can't be told from what the strangers send; it waits for the next minute.
    expect((await claims(fresh)).status).toBe(429);
    expect((await claims(fresh, '10.0.0.2')).status).toBe(200);
    expect((await claims(fresh)).status).toBe(200);
  });

  test('is asked about again in the next minute', async () => {
    app = await open(LIMIT);
    const fresh = await app.keyFor('reader');
    await Promise.all(Array.from({ length: 100 }, () => claims(strangeKey())));
    expect((await claims(fresh)).status).toBe(429);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    expect((await claims(fresh)).status).toBe(200);
  });

  test('requests that ask nothing of the database do not keep out a key that was never used', async () => {
    app = await open(LIMIT);
    const [fresh, wrong] = [await app.keyFor('reader'), strangeKey()];
    for (const key of ['', 'nobody', wrong]) {
      for (let n = 0; n < LIMIT; n++) await claims(key);
    }
    expect((await claims('nobody')).status).toBe(429);
    expect((await claims(fresh)).status).toBe(200);
  });

  test('all addresses of one IPv6 network count as one, and an IPv4 address in either form', async () => {
    app = await open(LIMIT);
    const statusOf = async (from: string) => (await claims('nobody', from)).status;
    for (let n = 0; n < LIMIT; n++) expect(await statusOf(`2001:db8:1:1::${n.toString(16)}`)).toBe(401);
    expect(await statusOf('2001:db8:1:1:ffff::1')).toBe(429);
    expect(await statusOf('2001:db8:1:2::1')).toBe(401);
    for (let n = 0; n < LIMIT; n++) expect(await statusOf('192.0.2.1')).toBe(401);
    expect(await statusOf('::ffff:192.0.2.1')).toBe(429);
  });

  test('an address in a header counts for nothing unless a proxy is trusted, and then only what that one saw', async () => {
    const strict = await createTestApp({}, { protection: { requestsPerMinute: 2 } });
    app = await createTestApp({}, { protection: { requestsPerMinute: 2 }, trustProxy: PROXY });
    try {
      const statusesOf = async (on: TestApp, from: (n: number) => string) => {
        const replies = [];
        for (let n = 0; n < 4; n++) replies.push((await claims('nobody', from(n), on)).status);
        return replies;
      };
      expect(await statusesOf(strict, (n) => `10.0.0.${n}`)).toEqual([401, 401, 429, 429]);
      expect(await statusesOf(app, (n) => `10.0.0.${n}`)).toEqual([401, 401, 401, 401]);
      expect(await statusesOf(app, (n) => `10.0.0.${n}, 192.0.2.7`)).toEqual([401, 401, 429, 429]);
    } finally {
      await strict.close();
    }
  });

  test('what a proxy says that is no address is one client', async () => {
    app = await open(LIMIT);
    const replies = [];
    for (let n = 0; n <= LIMIT; n++) replies.push(await claims('nobody', `unknown-${n}`));
    expect(tally(replies)).toEqual({ 401: LIMIT, 429: 1 });
  });
});

describe('what needs no key', () => {
  const PATHS = ['/docs/', '/docs/static/index.css', '/openapi.json', '/problems/conflict', '/v1/nothing', '/metrics'];
  const get = async (app: TestApp, url: string, from = '10.0.0.1') => {
    const reply = await app.app.inject({ url, headers: { 'x-forwarded-for': from } });
    return { ...reply, status: reply.statusCode };
  };

  test('counts for the address that it is asked from', async () => {
    const app = await createTestApp({}, { protection: { requestsPerMinute: 5 }, trustProxy: PROXY });
    try {
      for (const [n, path] of PATHS.entries()) {
        const [mine, theirs] = [`10.0.${n}.1`, `10.0.${n}.2`];
        const replies = [];
        for (let n = 0; n < 7; n++) replies.push(await get(app, path, mine));
        const usual = path === '/v1/nothing' ? 404 : 200;
        expect([path, tally(replies)]).toEqual([path, { [usual]: 5, 429: 2 }]);
        expect(replies[0]?.headers).toMatchObject({
          'ratelimit-policy': '"default";q=5;w=60',
          ratelimit: expect.stringMatching(/^"default";r=4;t=\d+$/),
        });
        const refused = replies[6];
        expect(refused?.headers['content-type']).toContain('application/problem+json');
        expect(refused?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
        expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
        for (const other of PATHS) expect((await get(app, other, mine)).status, other).toBe(429);
        expect((await get(app, path, theirs)).status).toBe(usual);
        for (const probe of ['/health', '/ready']) expect((await get(app, probe, mine)).status, probe).toBe(200);
      }
    } finally {
      await app.close();
    }
  });

  test('other methods of a path count too, but not the preflights that a browser sends by itself', async () => {
    const corsOrigins = ['https://app.example.com'];
    const app = await createTestApp({}, { protection: { requestsPerMinute: 2, corsOrigins } });
    try {
      const send = (method: 'DELETE' | 'OPTIONS', headers = {}) =>
        app.app.inject({ method, url: '/v1/remember', headers });
      const asked = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
      for (let n = 0; n < 5; n++) expect((await send('OPTIONS', asked)).statusCode).toBe(204);
      expect((await send('DELETE')).statusCode).toBe(405);
      const options = await send('OPTIONS');
      expect([options.statusCode, options.headers.allow]).toEqual([204, 'POST, OPTIONS']);
      const refused = await send('DELETE', { origin: 'https://app.example.com' });
      expect(refused.statusCode).toBe(429);
      // So that the page can read why.
      expect(refused.headers['access-control-allow-origin']).toBe('https://app.example.com');
    } finally {
      await app.close();
    }
  });

  test('is never limited where there is no limit', async () => {
    const app = await createTestApp();
    try {
      const replies = await Promise.all(Array.from({ length: 200 }, () => get(app, '/openapi.json')));
      expect(tally(replies)).toEqual({ 200: 200 });
      expect(replies[0]?.headers['ratelimit-policy']).toBeUndefined();
    } finally {
      await app.close();
    }
  });
});
