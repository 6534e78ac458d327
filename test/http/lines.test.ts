import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINES_TYPE } from '../../src/http/lines.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { makeWorld } from '../helpers/operations.js';

const LIMITS = { requestMs: 300, headersMs: 300, checkMs: 50, bodyBytes: 1000 };
const HEADERS = { ...bearer(API_KEY), 'content-type': LINES_TYPE };

describe('bodies and answers that are lines', () => {
  let app: TestApp;
  let url: string;
  let exported: string;

  beforeAll(async () => {
    app = await createTestApp({}, { limits: LIMITS });
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    await makeWorld(app, { org_id: 'default', project: 'web' }, API_KEY);
    exported = await (await fetch(`${url}/v1/export?project=web`, { headers: bearer(API_KEY) })).text();
  });
  afterAll(() => app.close());

  /** Sends a body in parts, with a pause before each but the first. */
  const send = async (path: string, headers: Record<string, string>, parts: readonly string[], pauseMs: number) => {
    const sent = request(`${url}${path}`, { method: 'POST', headers });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    for (const [at, part] of parts.entries()) {
      if (at > 0) await sleep(pauseMs);
      sent.write(part);
    }
    sent.end();
    const [response] = await answered;
    response.resume();
    return response.statusCode;
  };

  test('may be longer than a body may be, and take longer than a request may', async () => {
    expect(exported.length).toBeGreaterThan(10 * LIMITS.bodyBytes);
    const third = Math.ceil(exported.length / 3);
    const parts = [0, 1, 2].map((at) => exported.slice(at * third, (at + 1) * third));
    expect(await send('/v1/import?project=slow', HEADERS, parts, LIMITS.requestMs)).toBe(200);
  });

  test('leave the limit on all other requests as it was', async () => {
    const body = JSON.stringify({ statement: 'Use pnpm for installs', kind: 'fact' });
    const json = { ...HEADERS, 'content-type': 'application/json', 'content-length': String(body.length) };
    const slow = send('/v1/remember', json, [body.slice(0, 10), body.slice(10)], 3 * LIMITS.requestMs);
    expect(await slow.catch(() => 'cut')).not.toBe(201);
  });

  test('restore before a write of that moment is decided, which is then held to what they restored', async () => {
    const half = Math.ceil(exported.length / 2);
    const imported = send('/v1/import?project=race', HEADERS, [exported.slice(0, half), exported.slice(half)], 600);
    await sleep(200);
    const write = { statement: 'Deploys must use a red canary', reason: 'Red', project: 'race' };
    const { status } = await app.post('/v1/remember', write);
    expect([await imported, status]).toEqual([200, 409]);
  });

  test('need a key before anything is read of them', async () => {
    const nobody = { ...HEADERS, ...bearer('nobody') };
    expect(await send('/v1/import?project=none', nobody, [exported], 0)).toBe(401);
    const reader = { ...HEADERS, ...bearer(await app.keyFor('reader')) };
    expect(await send('/v1/import?project=none', reader, [exported], 0)).toBe(403);
  });

  test('give the database back when whoever takes or sends them has gone', async () => {
    const sent = request(`${url}/v1/import?project=gone`, { method: 'POST', headers: HEADERS });
    sent.on('error', () => undefined);
    sent.write(exported.slice(0, 5000));
    await sleep(200);
    sent.destroy();
    const left = request(`${url}/v1/export?project=web`, { headers: bearer(API_KEY) }, (response) =>
      response.destroy(),
    );
    left.on('error', () => undefined);
    left.end();
    await expect.poll(() => app.store.connections().total - app.store.connections().idle, { timeout: 5000 }).toBe(0);
    const { body } = await app.get('/v1/claims?project=gone');
    expect(body.items).toEqual([]);
    expect(await send('/v1/import?project=gone', HEADERS, [exported], 0)).toBe(200);
  });
});
