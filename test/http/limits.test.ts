import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { RawConnection, statusesIn } from '../helpers/raw.js';

const QUICK = { headersMs: 400, requestMs: 800, checkMs: 50, silenceMs: 3000, keepAliveMs: 1000 };
const LONG_MS = 10_000;

describe('a client that wants too much of a connection', () => {
  let app: TestApp;
  let url = '';
  const open = new Set<RawConnection>();
  const connection = (): RawConnection => {
    const made = new RawConnection(url);
    open.add(made);
    return made;
  };
  const body = JSON.stringify({ statement: 'Cranes must be greased', who: 'alice', reason: 'Agreed', kind: 'fact' });
  const head = (length: number, more = '') =>
    `POST /v1/check HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${API_KEY}\r\n` +
    `content-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;
  const checked = JSON.stringify({ op: 'remember', ...JSON.parse(body) });

  beforeAll(async () => {
    app = await createTestApp({}, { limits: QUICK });
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    for (const made of open) made.close();
    open.clear();
    expect((await app.get('/health')).status).toBe(200);
  });
  afterAll(() => app.close());

  test('408 for headers that never end', async () => {
    const slow = connection();
    slow.write('GET /v1/claims HTTP/1.1\r\nhost: a\r\n');
    const { text, isClosed } = await slow.reply(LONG_MS);
    expect([statusesIn(text), isClosed]).toEqual([[408], true]);
    expect(text).toContain('application/problem+json');
    expect(text).toContain('"code":"request_timeout"');
  });

  test('408 for headers that come a byte at a time', async () => {
    const slow = connection();
    const drip = setInterval(() => slow.write('x'), 50);
    slow.write('GET /v1/claims HTTP/1.1\r\nhost: a\r\nx-slow: ');
    const { text, isClosed } = await slow.reply(LONG_MS);
    clearInterval(drip);
    expect([statusesIn(text), isClosed]).toEqual([[408], true]);
  });

  test('408 for a body that never ends', async () => {
    const slow = connection();
    slow.write(`${head(1000)}{"op":`);
    const { text, isClosed } = await slow.reply(LONG_MS);
    expect([statusesIn(text), isClosed]).toEqual([[408], true]);
  });

  test('a connection that sends nothing is closed', async () => {
    expect((await connection().reply(LONG_MS)).isClosed).toBe(true);
  });

  test('a connection that is left open after its answer is closed', async () => {
    const idle = connection();
    idle.write('GET /health HTTP/1.1\r\nhost: a\r\n\r\n');
    const { text, isClosed } = await idle.reply(LONG_MS);
    expect([statusesIn(text), isClosed]).toEqual([[200], true]);
  });

  test('a half-open connection is closed, with a whole request or with a part of one', async () => {
    for (const bytes of ['', head(checked.length), head(checked.length) + checked]) {
      const half = connection();
      half.write(bytes);
      half.endWriting();
      expect((await half.reply(LONG_MS)).isClosed).toBe(true);
    }
  });

  test('a client that hangs up in the middle of its body or before its answer leaves the server well', async () => {
    for (const bytes of [head(1000), `${head(1000)}{"op"`, head(checked.length) + checked]) {
      const gone = connection();
      gone.write(bytes);
      await gone.reply(30);
      gone.abort();
    }
    const next = connection();
    next.write(head(checked.length) + checked);
    expect(statusesIn(await next.until(/"decision_id":null/, LONG_MS))).toEqual([200]);
  });

  test('pipelined requests are answered in their order', async () => {
    const eager = connection();
    eager.write(
      `${head(checked.length)}${checked}GET /v1/nothing HTTP/1.1\r\nhost: a\r\n\r\nGET /health HTTP/1.1\r\nhost: a\r\n\r\n`,
    );
    expect(statusesIn(await eager.until(/"status":"ok"/, LONG_MS))).toEqual([200, 404, 200]);
  });

  test('431 for headers over the limit', async () => {
    const large = connection();
    large.write(`GET /v1/claims HTTP/1.1\r\nhost: a\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`);
    const { text, isClosed } = await large.reply(LONG_MS);
    expect([statusesIn(text), isClosed]).toEqual([[431], true]);
    expect(text).toContain('"code":"headers_too_large"');
  });

  test('431 for an address over the limit', async () => {
    const large = connection();
    large.write(`GET /v1/claims?q=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(statusesIn((await large.reply(LONG_MS)).text)).toEqual([431]);
  });

  test('413 for a body that says it is too large, before it is sent', async () => {
    const large = connection();
    large.write(head(50_000_000));
    expect(statusesIn(await large.until(/payload_too_large/, LONG_MS))).toEqual([413]);
  });

  test('413 for a chunked body that grows too large', async () => {
    const large = connection();
    large.write(head(0).replace('content-length: 0', 'transfer-encoding: chunked'));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let n = 0; n < 20; n++) large.write(chunk);
    expect(statusesIn(await large.until(/payload_too_large/, LONG_MS))).toEqual([413]);
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex')],
    ['two lengths', 'POST /v1/check HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST /v1/check HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    ],
    ['a method that is none', 'NONSENSE / HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a NUL in a header', 'GET /health HTTP/1.1\r\nhost: a\r\nx: \0\r\n\r\n'],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n'],
  ])('400 for %s, and the connection is closed', async (_, bytes) => {
    const odd = connection();
    odd.write(bytes);
    const { text, isClosed } = await odd.reply(LONG_MS);
    expect([statusesIn(text), isClosed]).toEqual([[400], true]);
  });

  test('many slow clients at once keep nobody else from being served', async () => {
    const slow = Array.from({ length: 100 }, connection);
    for (const one of slow) one.write('POST /v1/remember HTTP/1.1\r\nhost: a\r\n');
    const quick = connection();
    quick.write(head(checked.length) + checked);
    expect(statusesIn(await quick.until(/"decision_id":null/, LONG_MS))).toEqual([200]);
    const replies = await Promise.all(slow.map((one) => one.reply(LONG_MS)));
    expect(replies.filter(({ isClosed }) => !isClosed)).toEqual([]);
  });
});
