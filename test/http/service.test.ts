import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../src/core/errors.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { ROOT } from '../helpers/sources.js';

describe('the HTTP layer', () => {
  let app: TestApp;
  const body = { statement: 'Use pnpm', who: 'alice', reason: 'Agreed' };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('401 without a key, with a wrong one and with another scheme', async () => {
    for (const authorization of ['', 'Bearer nobody', `Basic ${API_KEY}`, 'Bearer']) {
      const reply = await app.post('/v1/remember', body, { authorization });
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized']);
      expect(reply.headers['www-authenticate']).toContain('Bearer');
    }
  });

  test('401 comes before the body is read, so that a stranger learns nothing', async () => {
    expect((await app.post('/v1/remember', { nonsense: true }, { authorization: '' })).status).toBe(401);
  });

  test.each(['{"statement":', 'null', '[]', '"text"', '17', ''])('400 for the body %j', async (payload) => {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/v1/remember',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      payload,
    });
    expect(reply.statusCode).toBe(400);
    expect(['malformed_json', 'invalid_request']).toContain(reply.json().code);
  });

  test('400 for a parameter in the address of a write: it never joins the body', async () => {
    const reply = await app.post('/v1/remember?forceException=true&force_exception=true', body);
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
    expect(reply.body.errors).toHaveLength(2);
  });

  test('413 for a body over the limit', async () => {
    const reply = await app.post('/v1/remember', { ...body, reason: 'x'.repeat(1024 * 1024) });
    expect([reply.status, reply.body.code]).toEqual([413, 'payload_too_large']);
    expect(reply.body.detail).toContain('1048576');
  });

  test('415 for another media type', async () => {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/v1/remember',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'text/plain' },
      payload: 'Use pnpm',
    });
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  test('404 for an unknown path is a problem too', async () => {
    const reply = await app.get('/v1/nothing');
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  test('500 hides what went wrong and names the request', async () => {
    const broken = await createTestApp({
      ids: {
        next: (() => {
          let calls = 0;
          return () => {
            calls += 1;
            if (calls > 1) throw new Error('secret detail');
            return 'request-1';
          };
        })(),
      },
    });
    try {
      const reply = await broken.post('/v1/remember', body);
      expect([reply.status, reply.body.code]).toEqual([500, 'internal']);
      expect(JSON.stringify(reply.body)).not.toContain('secret');
      expect(reply.body.instance).toBe('/v1/remember#request-1');
    } finally {
      await broken.close();
    }
  });

  test('503 when the database is gone, and it serves again without a restart', async () => {
    const own = await createTestApp();
    try {
      await own.database.asAdmin(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      const replies = [];
      for (let n = 0; n < 3; n++)
        replies.push(
          await own.post('/v1/remember', {
            ...body,
            statement: ['Use pnpm for installs', 'Queues must be drained', 'Caches must be warmed'][n],
          }),
        );
      expect(replies.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
      expect(replies.at(-1)?.status).toBe(201);
    } finally {
      await own.close();
    }
  });

  test('every answer carries its request id', async () => {
    const reply = await app.get('/v1/claims');
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const paths = [
      '/v1/claims/%',
      '/nothing',
      '/docs/',
      '/docs/static/index.css',
      '/openapi.json',
      '/problems/conflict',
    ];
    for (const url of [...paths, '/metrics', '/health', '/ready', '/v1/remember']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        const { headers } = await app.app.inject({ method, url });
        expect(headers['x-request-id'], `${method} ${url}`).toMatch(/^[0-9a-f-]{36}$/);
        expect(headers['x-content-type-options'], `${method} ${url}`).toBe('nosniff');
      }
    }
  });

  test('health and ready need no key', async () => {
    expect(await app.get('/health', { authorization: '' })).toMatchObject({ status: 200, body: { status: 'ok' } });
    const ready = await app.get('/ready', { authorization: '' });
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { database: true, migrations: true } },
    });
  });

  test('the type of every problem leads to its explanation', async () => {
    for (const code of PROBLEM_CODES) {
      const reply = await app.get(`/problems/${code}`);
      expect(reply.body).toMatchObject({ code, status: PROBLEMS[code].status, help: PROBLEMS[code].help });
    }
    expect((await app.get('/problems/toString')).status).toBe(404);
  });

  test('the OpenAPI document and a page to browse it are served', async () => {
    const committed = readFileSync(join(ROOT, 'openapi/openapi.json'), 'utf8');
    expect((await app.get('/openapi.json')).body).toEqual(JSON.parse(committed));
    const page = await app.app.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('swagger-ui');
  });

  test('neither is there where they are turned off; the operations are', async () => {
    const plain = await createTestApp({}, { showDocs: false });
    try {
      for (const path of ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/static/index.css']) {
        expect([path, (await plain.app.inject(path)).statusCode]).toEqual([path, 404]);
      }
      expect((await plain.post('/v1/remember', body)).status).toBe(201);
      expect((await plain.post('/v1/remember', { nonsense: true })).body.code).toBe('invalid_request');
    } finally {
      await plain.close();
    }
  });
});
