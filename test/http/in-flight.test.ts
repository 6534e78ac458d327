import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Authenticator } from '../../src/http/auth.js';
import type { InFlight } from '../../src/http/in-flight.js';
import { SharedWork } from '../../src/start/watchdog/shared-work.js';
import type { Tool } from '../../src/tools/define.js';
import { listClaims } from '../../src/tools/read/list-claims.js';
import { remember } from '../../src/tools/write/remember.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { RawConnection } from '../helpers/raw.js';

/** What is told of requests, in order, beside what it amounts to. */
class Recorder extends SharedWork {
  told: string[] = [];

  override begin(request: Parameters<InFlight['begin']>[0]): number {
    this.told.push(`begin ${request.id} ${request.method} ${request.route}`);
    return super.begin(request);
  }
  override resume(number: number): void {
    this.told.push('resume');
    super.resume(number);
  }
  override end(number: number): void {
    this.told.push('end');
    super.end(number);
  }
}

const body = JSON.stringify({ statement: 'Cranes must be greased', who: 'alice', reason: 'Agreed' });
const head = (length: number, id = 'mine') =>
  `POST /v1/remember HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${API_KEY}\r\nx-request-id: ${id}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
const until = async (condition: () => boolean) => {
  while (!condition()) await sleep(5);
};
const none = { count: 0, requests: [] };

describe('requests in flight', () => {
  const inFlight = new Recorder();
  let app: TestApp;
  let url = '';

  beforeAll(async () => {
    app = await createTestApp({}, { inFlight, protection: { requestsPerMinute: 1000 } });
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    inFlight.told = [];
  });

  test('are told from their arrival to their answer', async () => {
    const headers = { 'x-request-id': 'mine' };
    expect((await app.post('/v1/remember', JSON.parse(body), headers)).status).toBe(201);
    // A place is taken by what resumes it.
    expect(inFlight.told).toEqual(['begin mine POST /v1/remember', 'resume', 'resume', 'end']);
    expect(inFlight.inFlight(8)).toEqual(none);
  });

  test.each([
    ['GET', '/no/such/path', { status: 404 }],
    ['GET', '/v1/remember', { status: 405 }],
    ['GET', '/v1/claims?limit=x', { status: 400 }],
    ['GET', '/health', { status: 200 }],
    ['HEAD', '/health', { status: 200 }],
    ['GET', '/docs/', { status: 200 }],
    ['GET', '/openapi.json', { status: 200 }],
    ['GET', '/metrics', { status: 200 }],
    ['GET', '/%ff', { status: 400 }],
  ])('of %s %s none stays', async (method, path, { status }) => {
    const reply = await fetch(url + path, { method, headers: { authorization: `Bearer ${API_KEY}` } });
    expect(reply.status).toBe(status);
    await reply.text();
    expect(inFlight.inFlight(8)).toEqual(none);
  });

  test.each([
    ['no key', {}, 401],
    ['a body that is none', { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' }, 400],
    ['another media type', { authorization: `Bearer ${API_KEY}`, 'content-type': 'text/html' }, 415],
  ])('of one with %s none stays', async (_what, headers, status) => {
    const reply = await fetch(`${url}/v1/remember`, { method: 'POST', headers, body: '{"statement":' });
    expect(reply.status).toBe(status);
    await reply.text();
    expect(inFlight.inFlight(8)).toEqual(none);
  });

  test('whose client leaves before its body is there are in flight no more', async () => {
    const client = new RawConnection(url);
    client.write(`${head(1000)}{"statement":`);
    await until(() => inFlight.inFlight(8).count === 1);
    client.close();
    await until(() => inFlight.inFlight(8).count === 0);
    expect(inFlight.told).toEqual(['begin mine POST /v1/remember', 'resume', 'end']);
  });
});

describe('requests in flight whose client leaves', () => {
  const inFlight = new Recorder();
  let app: TestApp;
  let url = '';
  /** Where a request waits until it is let go. */
  let authentication = Promise.resolve();
  let operation = Promise.resolve();

  const caller = {
    ...({ role: 'admin', name: 'admin', keyId: null, orgId: null, project: 'default' } as const),
    ...{ projects: null, expiresAt: null },
  };
  const authenticator: Authenticator = {
    authenticate: async () => {
      await authentication;
      return caller;
    },
  };
  const waitingTool = (tool: Tool): Tool => ({
    ...tool,
    run: async (...input: Parameters<Tool['run']>) => {
      await operation;
      return tool.run(...input);
    },
  });
  beforeAll(async () => {
    app = await createTestApp({}, { inFlight, authenticator, tools: [remember, listClaims].map(waitingTool) });
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    inFlight.told = [];
    authentication = Promise.resolve();
    operation = Promise.resolve();
  });
  const gate = () => {
    let open: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { closed, open: () => open() };
  };
  const leave = async (bytes: string) => {
    const client = new RawConnection(url);
    client.write(bytes);
    await until(() => inFlight.told.length > 1);
    // The operation has begun, where it is not kept from that.
    await sleep(100);
    client.close();
    await sleep(100);
  };

  test('while its key is looked up are in flight no more, as their body is never read', async () => {
    const { closed, open } = gate();
    authentication = closed;
    await leave(head(body.length) + body);
    expect(inFlight.told).toEqual(['begin mine POST /v1/remember', 'resume', 'end']);
    open();
    await sleep(200);
    expect(inFlight.inFlight(8)).toEqual(none);
  });

  test('while its key is looked up are in flight again when they are done all the same', async () => {
    const { closed, open } = gate();
    authentication = closed;
    await leave('GET /v1/claims HTTP/1.1\r\nhost: a\r\nx-request-id: mine\r\n\r\n');
    expect(inFlight.inFlight(8)).toEqual(none);
    open();
    await until(() => inFlight.told.length === 7);
    const begun = 'begin mine GET /v1/claims';
    expect(inFlight.told).toEqual([begun, 'resume', 'end', begun, 'resume', 'resume', 'end']);
    expect(inFlight.inFlight(8)).toEqual(none);
  });

  test('while they are done stay until that is over', async () => {
    const { closed, open } = gate();
    operation = closed;
    await leave(head(body.length) + body);
    expect(inFlight.inFlight(8)).toEqual({
      count: 1,
      requests: [{ request_id: 'mine', method: 'POST', route: '/v1/remember' }],
    });
    open();
    await until(() => inFlight.inFlight(8).count === 0);
  });
});
