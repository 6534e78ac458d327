import { createConnection } from 'node:net';
import type { ProblemCode } from '../../src/core/errors.js';
import type { Example } from '../../src/http/examples.js';
import { TOOLS } from '../../src/tools/index.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { createFaultyApp } from '../helpers/faulty-app.js';
import { Normaliser } from './normalise.js';

interface ProblemAnswer {
  code: ProblemCode;
}

/**
 * A problem of every code, by its code: of the examples of the operations where there is one, else provoked for real.
 * @param app the server that the examples were recorded on
 */
export async function provokeProblems(
  app: TestApp,
  examples: Readonly<Record<string, readonly Example[]>>,
): Promise<Record<string, object>> {
  const answers = Object.values(examples).flatMap((all) => all.map(({ answer }) => answer));
  const inside = answers.flatMap((answer) => [answer, ...resultsOf(answer)]).filter(isProblem);
  const provoked = [...(await byRequests(app)), ...(await byLimits(app)), ...(await byFaults(app))];
  const normaliser = new Normaliser();
  const all = [...inside, ...provoked.map((problem) => normaliser.of(problem))];
  const byCode = new Map(all.map((problem) => [problem.code, problem]).reverse() as [ProblemCode, ProblemAnswer][]);
  return Object.fromEntries([...byCode].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isProblem(answer: unknown): answer is ProblemAnswer {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'type' in answer && 'detail' in answer;
}

/** The answers within the answer of a batch. */
function resultsOf(answer: unknown): unknown[] {
  const { results } = answer as { results?: { body?: unknown }[] };
  return (results ?? []).map(({ body }) => body);
}

/** What a request by itself can provoke. */
async function byRequests({ app, keyFor }: TestApp): Promise<ProblemAnswer[]> {
  const json = { ...bearer(API_KEY), 'content-type': 'application/json' };
  const send = async (headers: Record<string, string>, payload: string) =>
    (await app.inject({ method: 'POST', url: '/v1/remember', headers, payload })).json() as ProblemAnswer;
  const fact = (statement: string) => JSON.stringify({ statement, kind: 'fact' });
  const key = { ...json, 'idempotency-key': 'example' };
  await send(key, fact('The ferry runs on Sundays'));
  return [
    await send(json, '{"statement": '),
    await send({ ...json, authorization: 'Bearer nobody' }, fact('Use npm for installs')),
    await send({ ...json, ...bearer(await keyFor('reader')) }, fact('Use npm for installs')),
    await send({ ...json, 'content-type': 'text/plain' }, 'Use npm for installs'),
    await send(key, fact('The ferry runs on Mondays')),
    (await app.inject({ method: 'DELETE', url: '/v1/remember', headers: bearer(API_KEY) })).json(),
  ];
}

/** What a server refuses that has small limits. */
async function byLimits({ database }: TestApp): Promise<ProblemAnswer[]> {
  const limits = { bodyBytes: 200, requestMs: 300, headersMs: 300, checkMs: 50 };
  const small = await createTestApp({}, { sharedDatabase: database, limits, protection: { requestsPerMinute: 2 } });
  try {
    const { port } = new URL(await small.app.listen({ host: '127.0.0.1', port: 0 }));
    const large = { ...bearer(API_KEY), 'content-type': 'application/json' };
    const payload = JSON.stringify({ statement: 'x'.repeat(300) });
    const tooLarge = await small.app.inject({ method: 'POST', url: '/v1/remember', headers: large, payload });
    await small.app.inject({ url: '/v1/claims', headers: bearer(API_KEY) });
    const tooMany = await small.app.inject({ url: '/v1/claims', headers: bearer(API_KEY) });
    return [
      tooLarge.json(),
      tooMany.json(),
      await onSocket(Number(port), 'GET /health HTTP/1.1\r\nhost: a\r\n'),
      await onSocket(Number(port), `GET /health HTTP/1.1\r\nhost: a\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`),
    ];
  } finally {
    await small.close();
  }
}

/** The problem that a server answers before it closes a connection. */
async function onSocket(port: number, text: string): Promise<ProblemAnswer> {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as ProblemAnswer;
}

/** What goes wrong on the side of the server. */
async function byFaults({ database }: TestApp): Promise<ProblemAnswer[]> {
  return [await whileDone(database), await whenBroken(database), await withoutDatabase(), await whileBusy(database)];
}

/** The same request is still being done by another server. */
async function whileDone(sharedDatabase: TestApp['database']): Promise<ProblemAnswer> {
  let elapsed = 0;
  const clock = { now: () => Date.now(), elapsed: () => (elapsed += 3000) };
  const app = await createTestApp({ clock }, { sharedDatabase });
  try {
    await sharedDatabase.asAdmin(`UPDATE idempotency SET status = NULL, leased_until = now() + interval '1 hour'`);
    const body = { statement: 'The ferry runs on Sundays', kind: 'fact' };
    return (await app.post('/v1/remember', body, { 'idempotency-key': 'example' })).body;
  } finally {
    await app.close();
  }
}

/** An operation that throws what it should not. */
async function whenBroken(sharedDatabase: TestApp['database']): Promise<ProblemAnswer> {
  const tools = TOOLS.map((tool) => ({ ...tool, run: () => Promise.reject(new Error('broken for the example')) }));
  const app = await createTestApp({}, { sharedDatabase, tools });
  try {
    return (await app.get('/v1/claims')).body;
  } finally {
    await app.close();
  }
}

async function withoutDatabase(): Promise<ProblemAnswer> {
  const faulty = await createFaultyApp();
  try {
    await faulty.network.refuse();
    return (await faulty.app.get('/v1/claims')).body;
  } finally {
    await faulty.network.heal();
    await faulty.close();
  }
}

/** A server whose loop is held for a while refuses what comes next. */
async function whileBusy(sharedDatabase: TestApp['database']): Promise<ProblemAnswer> {
  const app = await createTestApp({}, { sharedDatabase, protection: { eventLoopDelayMs: 100 } });
  try {
    await app.get('/v1/claims');
    const until = performance.now() + 2500;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return (await app.get('/v1/claims')).body;
  } finally {
    await app.close();
  }
}
