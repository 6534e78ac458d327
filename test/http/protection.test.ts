import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../src/core/errors.js';
import type { Authenticator } from '../../src/http/auth.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';

/** A key is whatever the header says, but for one that nobody has. */
const anyKey: Authenticator = {
  authenticate: async ({ headers }) => {
    const keyId = String(headers.authorization);
    if (keyId === 'wrong') throw new Problem('unauthorized', 'The API key is not valid.');
    return {
      role: 'admin',
      name: 'an admin',
      keyId: keyId === 'bootstrap' ? null : keyId,
      ...{ orgId: null, projects: null, expiresAt: null },
      project: 'default',
    };
  },
};

describe('the limit of requests', () => {
  let app: TestApp;
  const get = (authorization: string, headers = {}, path = '/v1/claims') =>
    app.get(path, { authorization, ...headers });

  beforeAll(async () => {
    app = await createTestApp(
      {},
      { authenticator: anyKey, protection: { requestsPerMinute: 5 }, trustProxy: ['127.0.0.1'] },
    );
  });
  afterAll(() => app.close());

  test('429 with the time to wait, for one key and no other', async () => {
    const replies = [];
    for (let n = 0; n < 7; n++) replies.push(await get('alice'));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(replies[0]?.headers).toMatchObject({
      'ratelimit-policy': '"default";q=5;w=60',
      ratelimit: '"default";r=4;t=60',
    });
    const refused = replies[6];
    expect(refused?.body.code).toBe('rate_limited');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.headers['content-type']).toContain('application/problem+json');
    expect((await get('bob')).status).toBe(200);
  });

  test('429 counts wrong keys by their address, which only a trusted proxy may name', async () => {
    const from = (address: string, key = 'wrong') => get(key, { 'x-forwarded-for': address });
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await from('10.0.0.1')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await from('10.0.0.2')).status).toBe(401);
    expect((await from('10.0.0.1', 'carol')).status).toBe(200);
    expect((await from('10.0.0.1', 'bootstrap')).status).toBe(200);
  });

  test('health and readiness are asked as often as one likes', async () => {
    for (const path of ['/health', '/ready']) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => app.app.inject(path)));
      expect(
        replies.every(({ statusCode }) => statusCode === 200),
        path,
      ).toBe(true);
    }
  });
});

describe('a server that can not keep up', () => {
  test('503 with the time to wait, while health and metrics still answer; then it serves again', async () => {
    const app = await createTestApp({}, { protection: { eventLoopDelayMs: 100 } });
    try {
      expect((await app.get('/v1/claims')).status).toBe(200);
      const busyUntil = performance.now() + 2500;
      while (performance.now() < busyUntil);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const refused = await app.get('/v1/claims');
      expect([refused.status, refused.body.code]).toEqual([503, 'overloaded']);
      expect(refused.headers['retry-after']).toBe('2');
      expect((await app.get('/health')).status).toBe(200);
      expect((await app.app.inject('/metrics')).body).toContain('loreguard_overloaded_total 1');
      let status = 503;
      for (let tries = 0; status === 503 && tries < 50; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        ({ status } = await app.get('/v1/claims'));
      }
      expect(status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

describe('pages of other origins', () => {
  const preflight = (app: TestApp, origin: string) =>
    app.app.inject({
      method: 'OPTIONS',
      url: '/v1/remember',
      headers: {
        ...{ origin, 'access-control-request-method': 'POST' },
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  test('may do nothing unless the configuration names them', async () => {
    const app = await createTestApp();
    try {
      expect((await preflight(app, 'https://app.example.com')).headers['access-control-allow-origin']).toBeUndefined();
      const reply = await app.get('/v1/claims', { origin: 'https://app.example.com' });
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    } finally {
      await app.close();
    }
  });

  test('may call the API when it does, and only they', async () => {
    const app = await createTestApp({}, { protection: { corsOrigins: ['https://app.example.com'] } });
    try {
      const allowed = await preflight(app, 'https://app.example.com');
      expect(allowed.statusCode).toBe(204);
      expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example.com');
      expect(allowed.headers['access-control-allow-headers']).toContain('idempotency-key');
      const answer = await app.get('/v1/claims', { origin: 'https://app.example.com' });
      expect(answer.headers['access-control-expose-headers']).toContain('Retry-After');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      const refused = await preflight(app, 'https://evil.example.com');
      expect(refused.headers['access-control-allow-origin']).not.toBe('https://evil.example.com');
      expect((await app.app.inject({ method: 'DELETE', url: '/v1/remember' })).statusCode).toBe(405);
    } finally {
      await app.close();
    }
  });
});

describe('methods and headers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const inject = (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH', url: string) =>
    app.app.inject({ method, url, headers: { authorization: `Bearer ${API_KEY}` } });

  test('405 names the methods of the path', async () => {
    const put = await inject('PUT', '/v1/remember');
    expect([put.statusCode, put.json().code, put.headers.allow]).toEqual([405, 'method_not_allowed', 'POST, OPTIONS']);
    const remove = await inject('DELETE', '/v1/claims/x?y=z');
    expect([remove.statusCode, remove.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await inject('PATCH', '/v1/nothing')).statusCode).toBe(404);
    expect((await inject('PATCH', '/v1/claims/a/b/c')).statusCode).toBe(404);
  });

  test('OPTIONS names them too, and HEAD answers as GET does, without the body', async () => {
    const options = await inject('OPTIONS', '/v1/claims');
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await inject('OPTIONS', '/nothing')).statusCode).toBe(404);
    const head = await inject('HEAD', '/v1/claims');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-type']).toContain('application/json');
  });

  test('400 for an address that can not be decoded, and for a parameter of any length', async () => {
    for (const url of ['/v1/claims/%', '/%c0%ae', `/v1/claims/${'x'.repeat(5000)}`, `/v1/claims/${'x'.repeat(200)}`]) {
      const reply = await inject('GET', url);
      expect([url.slice(0, 20), reply.statusCode, reply.json().code]).toEqual([
        url.slice(0, 20),
        400,
        'invalid_request',
      ]);
      expect(reply.headers['content-type']).toContain('application/problem+json');
    }
  });

  test('the id of a request is that of the client when it is well-formed', async () => {
    const idFor = async (given: string) =>
      (await app.get('/v1/claims', { 'x-request-id': given })).headers['x-request-id'];
    expect(await idFor('deploy-42.a:b_c')).toBe('deploy-42.a:b_c');
    for (const odd of ['', 'with space', 'é', '"><script>', 'x'.repeat(129)]) {
      expect(await idFor(odd)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('answers are not sniffed and not cached, and say how long they took', async () => {
    const { headers } = await app.get('/v1/claims');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers['server-timing']).toMatch(/^total;dur=\d+\.\d{3}$/);
    const body = { statement: 'Docks must be swept', who: 'alice', reason: 'Agreed' };
    const stages = (reply: { headers: Record<string, unknown> }) =>
      [...String(reply.headers['server-timing']).matchAll(/(\w+);dur=\d/g)].map(([, stage]) => stage);
    const all = ['normalize', 'candidates', 'structural', 'nli', 'judge'];
    expect(stages(await app.post('/v1/remember', body))).toEqual([...all, 'commit', 'total']);
    expect(stages(await app.post('/v1/check', { op: 'remember', ...body }))).toEqual([...all, 'total']);
  });

  test('the page of the API is held to what this server serves, and its parts are there', async () => {
    const page = await app.app.inject('/docs/');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
    const parts = [...page.body.matchAll(/(?:href|src)="\.\/([^"]+)"/g)].map(([, path]) => path);
    expect(parts.length).toBeGreaterThan(4);
    for (const part of parts) {
      const reply = await app.app.inject(`/docs/${part}`);
      expect([part, reply.statusCode]).toEqual([part, 200]);
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
    }
    const initializer = (await app.app.inject('/docs/static/swagger-initializer.js')).body;
    expect(initializer).toContain('SwaggerUIBundle');
    for (const copy of ['/docs/json', '/docs/yaml']) {
      const { statusCode, headers } = await app.app.inject(copy);
      expect([copy, statusCode, headers.location]).toEqual([copy, 302, '../openapi.json']);
    }
    expect((await app.get('/v1/claims')).headers['content-security-policy']).toBeUndefined();
  });
});
