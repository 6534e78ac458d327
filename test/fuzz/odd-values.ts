export const ID = '01900000-0000-7000-8000-000000000000';

/** Values that fields of these names may have, so that many requests get past the first check. */
export const FITTING: Record<string, unknown> = {
  ...{ op: 'remember', statement: 'Deploys must use a blue canary', who: 'alice', reason: 'Agreed', kind: 'decision' },
  ...{ source: 'a.md:1', claim_id: ID, claim_ids: [ID], scope: { env: 'prod', team: null }, tags: ['a'] },
  ...{ valid_from: '2026-01-01', valid_until: '2027', said_at: '2026-01-01T00:00:00Z', force_exception: true },
  ...{ org_id: 'acme', project: 'fuzz', depends_on: [], entity: 'canary', atomic: true, reason_kind: 'update' },
  ...{ limit: 5, cursor: 'MDE5', known_at: '2026-01-01T00:00:00Z', at_time: '2026', q: 'canary', status: 'active' },
  items: [{ op: 'remember', statement: 'Deploys must use a red canary', who: 'bob', reason: 'Agreed' }],
};

export const ODD_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '\u202e\u0301', '😀'.repeat(50), 'İıſß', '\uFEFF', '\u2028\r\n\t'],
  ...[
    "'; DROP TABLE x; --",
    '#{7*7}',
    '../../etc/passwd',
    '%00',
    '{{7}}',
    '<script>',
    'null',
    'undefined',
    'NaN',
    '-0',
  ],
  ...[
    'x'.repeat(8001),
    'word '.repeat(1600),
    'must not '.repeat(800),
    '9'.repeat(400),
    '10000000000000000 AD',
    'infinity',
  ],
  ...['0001-01-01', '+275761-01-01', '-271822-01-01', '9999-12-31T23:59:60Z', '2026-02-30', '5e3', '24:00', 'epoch'],
  ...[
    'Port 99999999999999999999 is 1e309',
    'At least at most must never only always 5 5 5',
    'under _ . , ; : ! ? ( [ {',
  ],
];

export const ODD_NUMBERS = [0, -1, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, 0.1, 201];
export const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  'a.b',
  '\0',
  'k'.repeat(5000),
  'statement ',
  '$ne',
];

export const MEDIA_TYPES = [
  ...['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-16', 'APPLICATION/JSON'],
  ...[
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '',
    ';',
    '\t',
  ],
];

export const ODD_HEADERS = [
  ...[
    'idempotency-key: a',
    'idempotency-key: ',
    `idempotency-key: ${'k'.repeat(300)}`,
    'idempotency-key: a\r\nidempotency-key: b',
  ],
  ...[
    'x-request-id: \x7f',
    `x-request-id: ${'r'.repeat(500)}`,
    'traceparent: 00-zz',
    'accept: application/xml',
    'accept-version: 9',
  ],
  ...[
    'expect: 100-continue',
    'expect: something',
    'upgrade: websocket\r\nconnection: upgrade',
    'range: bytes=0-1',
    'te: trailers',
  ],
  ...[
    'content-encoding: gzip',
    'if-match: "x"',
    'if-none-match: *',
    'x-forwarded-for: 1.2.3.4, \xff',
    'x-http-method-override: DELETE',
  ],
  ...[
    'origin: https://evil.example',
    'cookie: a=b; __proto__=1',
    '__proto__: 1',
    'constructor: 1',
    `accept: ${'*/*,'.repeat(2000)}`,
  ],
  ...['loreguard-session: \t', 'authorization: Basic Og==', 'host: b', 'x-a: b\r\n folded', 'forwarded: for=x'],
];

export const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'MKCOL',
  'SEARCH',
  'QUERY',
];

export const ODD_PATHS = [
  ...[
    '/',
    '//',
    '/v1',
    '/v1/',
    '/v1//claims',
    '/V1/CLAIMS',
    '/v1/claims/',
    '/v1/claims/../claims',
    '/%2e%2e/%2e%2e/etc/passwd',
  ],
  ...[
    '/v1/claims/%00',
    '/v1/claims/%ff',
    '/v1/claims/%',
    '/v1/claims/%E0%A4%A',
    `/v1/claims/${'x'.repeat(3000)}`,
    '/v1/claims/*',
  ],
  ...[
    '/problems/__proto__',
    '/problems/constructor',
    '/problems/%00',
    '/docs/static/../../package.json',
    '/docs/static/%2e%2e/index.js',
  ],
  ...[
    '/docs/json',
    '/docs',
    '/openapi.json',
    '/health',
    '/ready',
    '/metrics',
    '/favicon.ico',
    '/.env',
    '*',
    'http://a/v1/claims',
  ],
  ...[
    '/v1/claims;a=b',
    '/v1/claims#x',
    '/v1/\u00e9',
    '/v1/decisions/x/replay',
    '/v1/claims?q=%',
    '/v1/claims?%00=%00',
    '/v1/claims?q&q&q',
  ],
];

export const ODD_LENGTHS = [
  ...[
    'content-length: 0',
    'content-length: 5',
    'content-length: 999999999999',
    'content-length: -1',
    'content-length: x',
  ],
  ...['transfer-encoding: chunked', 'transfer-encoding: gzip, chunked', 'content-length: 1\r\ncontent-length: 2'],
];
