import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeeperThan } from '../../src/http/body.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';

const FIELDS = { op: 'remember', statement: 'Cranes must be greased', who: 'alice', reason: 'Agreed' };
const nested = (depth: number, [open, close]: [string, string]) => open.repeat(depth) + close.repeat(depth);

describe('the body of a request', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const send = async (payload: string | Buffer, type = 'application/json', url = '/v1/check') => {
    const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': type };
    const response = await app.app.inject({ method: 'POST', url, headers, payload });
    return { status: response.statusCode, body: response.json() };
  };
  const withField = (field: string) => JSON.stringify(FIELDS).replace(/\}$/, `,${field}}`);

  test('may begin with a byte order mark and say its charset', async () => {
    expect((await send(`\uFEFF${JSON.stringify(FIELDS)}`)).status).toBe(200);
    expect((await send(JSON.stringify(FIELDS), 'application/json; charset=utf-8')).status).toBe(200);
  });

  test.each([
    ['arrays', nested(200_000, ['[', ']'])],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['an item of a batch', `{"items":[${nested(40, ['[', ']'])}]}`],
    ['what never closes', '['.repeat(1_000_000)],
  ])('400 for nesting too deep: %s', async (_, payload) => {
    for (const url of ['/v1/check', '/v1/batch']) {
      const { status, body } = await send(payload, 'application/json', url);
      expect([status, body.code]).toEqual([400, 'invalid_request']);
      expect(body.errors[0].message).toContain('32 levels');
    }
  });

  test('what can not be stored as it was sent is answered as it is stored', async () => {
    const statement = 'The lone \ud800 thing\u0000 is red';
    const sent = JSON.stringify({ ...FIELDS, op: undefined, statement, tags: ['a\udc00', '🦊'], who: 'al\0ice' });
    const { status, body } = await send(sent, 'application/json', '/v1/remember');
    expect([status, body.claim.statement]).toEqual([201, 'The lone \uFFFD thing\uFFFD is red']);
    const headers = { authorization: `Bearer ${API_KEY}` };
    const stored = await app.app.inject({ method: 'GET', url: `/v1/claims/${body.claim.id}`, headers });
    for (const { statement: told, who, tags } of [body.claim, stored.json()]) {
      expect([told, who, tags]).toEqual([body.claim.statement, 'al\uFFFDice', ['a\uFFFD', '🦊']]);
    }
  });

  test('brackets in a text are no nesting', async () => {
    const statement = `Parsers must take "${'[{'.repeat(100)}\\`;
    expect((await send(JSON.stringify({ ...FIELDS, statement }))).status).toBe(200);
  });

  test.each(['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}', '"\\u005f_proto__":1'])(
    '400 for the key %s, and no object changes',
    async (field) => {
      const { status, body } = await send(withField(field));
      expect([status, body.code]).toEqual([400, 'invalid_request']);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    },
  );

  test.each(['"constructor":1', '"toString":1', '"hasOwnProperty":1', '"":1', '"prototype":{}'])(
    '400 for the unknown key %s',
    async (field) => {
      const { status, body } = await send(withField(field));
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    },
  );

  test.each([
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['half a character', Buffer.from(JSON.stringify({ ...FIELDS, who: 'é' })).subarray(0, -3)],
    ['UTF-16', Buffer.from(JSON.stringify(FIELDS), 'utf16le')],
    ['Latin-1', Buffer.from(JSON.stringify({ ...FIELDS, who: 'José' }), 'latin1')],
    ['gzip', Buffer.from('1f8b0800000000000003', 'hex')],
    ['a number without end', '1e'],
    ['two documents', '{}{}'],
    ['a trailing comma', '{"op":"remember",}'],
    ['NaN', '{"op":NaN}'],
    ['a NUL', '{"op":"re\0member"}'],
  ])('400 for %s', async (_, payload) => {
    const { status, body } = await send(payload);
    expect([status, body.code]).toEqual([400, 'malformed_json']);
  });

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', '*/*', 'json'])(
    '415 for the media type %s',
    async (type) => {
      const { status, body } = await send(JSON.stringify(FIELDS), type);
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );
});

describe('isDeeperThan', () => {
  test.each([
    ['[]', 0, true],
    ['[]', 1, false],
    ['[[]]', 1, true],
    ['[{},{},{}]', 2, false],
    ['{"a":"[[[["}', 1, false],
    ['{"a\\"[":[]}', 2, false],
    ['{"a\\\\":[[]]}', 2, true],
    ['"[', 0, false],
    ['"\\', 0, false],
    ['', 0, false],
  ])('%s by %i: %s', (json, max, expected) => {
    expect(isDeeperThan(json, max)).toBe(expected);
  });
});
