import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loggerOptions } from '../../src/http/log.js';
import { TOOLS } from '../../src/tools/index.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';
import { inParallel } from '../helpers/client.js';
import { statusesIn } from '../helpers/raw.js';
import { ROOT } from '../helpers/sources.js';
import { type FuzzedRequest, Fuzzer } from './requests.js';

/** Enough that every operation is tried about as often, however many there are. */
const REQUESTS = TOOLS.length * (process.env.LOREGUARD_SOAK ? 110 : 15);
const SEED = Number(process.env.LOREGUARD_FUZZ_SEED ?? 4);
const CONNECTIONS = 8;

/** Marks of what no client may see: a stack, a path of this machine, SQL, a message of the driver or the parser. */
const LEAKS = [
  /(?:\n|\\n) +at .+[:(]\d+/,
  /node_modules|node:internal|\.(ts|js):\d/,
  new RegExp(ROOT.replace(/[/\\]$/, '')),
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) \w|SQLSTATE|duplicate key|violates|relation "|pg_|syntax error at/,
  /\b(TypeError|RangeError|SyntaxError|ZodError|DrizzleQueryError|ECONN\w+)\b|Unexpected token|FST_ERR|HPE_/,
];

let app: TestApp;
let port = 0;
const faults: string[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => void faults.push(line) };
  const limits = { headersMs: 600, requestMs: 800, checkMs: 50, keepAliveMs: 300 };
  app = await createTestApp({}, { logger: { ...(loggerOptions('error') as object), stream }, limits });
  port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

test(`${REQUESTS} odd requests: no 5xx, no leak, and the server is well`, async () => {
  const fuzzer = new Fuzzer(SEED, API_KEY);
  const requests = Array.from({ length: REQUESTS }, () => fuzzer.request());
  const answers = await inParallel(requests, CONNECTIONS, send);
  const wrong = answers.flatMap((answer, at) => complaints(requests[at] as FuzzedRequest, answer));
  expect(wrong.slice(0, 5), faults.slice(0, 5).join('')).toEqual([]);
  const statuses = new Set(answers.flatMap((answer) => statusesIn(answer)));
  for (const status of [200, 201, 400, 401, 404, 405, 415]) expect(statuses).toContain(status);
  expect((await app.get('/ready')).status).toBe(200);
  const body = {
    statement: 'Sound servers must outlive odd requests',
    who: 'alice',
    reason: 'Agreed',
    project: 'after',
  };
  expect((await app.post('/v1/remember', body)).status).toBe(201);
}, 600_000);

/** What came back, whole; empty when the connection was only closed. */
function send({ bytes }: FuzzedRequest): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port });
    const end = () => resolve(Buffer.concat(chunks).toString('latin1'));
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('close', end)
      .on('error', end);
    socket.write(bytes);
  });
}

function complaints({ bytes, isFramed }: FuzzedRequest, answer: string): string[] {
  const said = bytes.subarray(0, 300).toString('latin1');
  const statuses = statusesIn(answer.slice(0, 20));
  const about = (what: string) => `${what}: ${said} → ${answer.slice(0, 1000)}`;
  if (statuses.length === 0) return isFramed ? [about('no answer')] : [];
  if (statuses.some((status) => status >= 500)) return [about('5xx')];
  if (!/content-type: application\/(problem\+)?json/i.test(answer) || /^GET \/(docs|openapi)/.test(said)) return [];
  return LEAKS.some((leak) => leak.test(answer)) ? [about('leak')] : [];
}
