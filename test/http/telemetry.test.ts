import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { read } from '../../src/guard/pipeline.js';
import { loggerOptions } from '../../src/http/log.js';
import { countDue } from '../../src/jobs/count-due.js';
import { renormaliseDue } from '../../src/jobs/renormalise.js';
import { TOOLS } from '../../src/tools/index.js';
import { API_KEY, bearer, createTestApp, type TestApp } from '../helpers/app.js';

const body = (statement: string) => ({ statement, who: 'alice', reason: 'Agreed' });

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT', 'LOCK'] as const;

/** Every operation with each fault that a client can make of it, and paths, methods and keys that there are none of. */
async function oddRequests({ app }: TestApp, word: string): Promise<void> {
  const json = { 'content-type': 'application/json' };
  for (const { method, path } of TOOLS) {
    const url = path.replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');
    const payload = method === 'GET' ? {} : { payload: '{}' };
    const good = { ...bearer(API_KEY), ...(method !== 'GET' && json) };
    await app.inject({ method, url, headers: good, ...payload });
    await app.inject({ method, url: `${url}?${word}=${word}`, headers: good, ...payload });
    await app.inject({ method, url, headers: { ...good, ...bearer(word) }, ...payload });
    await app.inject({ method, url, headers: { ...good, 'content-type': `text/${word}` }, ...payload });
    await app.inject({ method, url, headers: good, ...(method !== 'GET' && { payload: `{"${word}` }) });
  }
  for (const method of METHODS) {
    for (const url of [`/${word}`, `/v1/${word}/${word}`, '/v1/remember', '/health', '/docs/', `/problems/${word}`]) {
      await app.inject({ method: method as 'GET', url });
    }
  }
  for (const path of ['', '/', '/json', '/static/index.css', `/static/${word}`]) await app.inject(`/docs${path}`);
}

describe('/metrics', () => {
  let app: TestApp;
  const page = async () => (await app.app.inject('/metrics')).body;
  /** The value of one line of the page; 0 when it isn't there. */
  const countOf = async (line: string) =>
    Number(new RegExp(`^${line.replace(/[{}+]/g, '\\$&')} (\\S+)$`, 'm').exec(await page())?.[1] ?? 0);

  beforeAll(async () => {
    app = await createTestApp({
      normSource: (...input) => {
        if (input[0].statement.includes('unreadable')) throw new Error('no reading');
        return read(...input);
      },
    });
  });
  afterAll(() => app.close());

  test('is text that Prometheus reads, and needs no key', async () => {
    const reply = await app.app.inject('/metrics');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    for (const line of reply.body.split('\n').filter((text) => text !== '')) {
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+|^\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+$/);
    }
  });

  test('counts requests by the template of their path', async () => {
    const labels = 'method="GET",route="/v1/claims/:claim_id",status="404"';
    const id = '01900000-0000-7000-8000-000000000000';
    await app.get(`/v1/claims/${id}`);
    await app.get('/v1/secret-path');
    expect(await countOf(`loreguard_http_requests_total{${labels}}`)).toBe(1);
    expect(await countOf('loreguard_http_request_duration_seconds_count{route="/v1/claims/:claim_id"}')).toBe(1);
    const text = await page();
    expect(text).toContain('route="unmatched",status="404"');
    expect(text).not.toMatch(new RegExp(`${id}|secret-path`));
  });

  test('is bounded whatever is requested', async () => {
    const own = await createTestApp();
    try {
      const read = async () => (await own.app.inject('/metrics')).body;
      const series = (text: string) =>
        [...text.matchAll(/^(\w+(?:\{.*\})?) \S+$/gm)].map(([, name]) => name ?? '').sort();
      await read();
      await oddRequests(own, 'a');
      const first = await read();
      // What the same faults of other paths, keys and methods add: nothing.
      await oddRequests(own, 'b');
      await oddRequests(own, 'c');
      expect(series(await read())).toEqual(series(first));
      const routes = new Set([...first.matchAll(/route="([^"]+)"/g)].map(([, route]) => route));
      expect(routes.size).toBeGreaterThan(TOOLS.length - 5);
      expect(routes.size).toBeLessThan(TOOLS.length + 10);
      expect(series(first).length).toBeLessThan(routes.size * 16);
      expect(first.length).toBeLessThan(routes.size * 1100);
    } finally {
      await own.close();
    }
  });

  test('counts decisions by tier, result and reason, with the time of each stage, but no check', async () => {
    await app.post('/v1/remember', body('Barges must be blue'));
    await app.post('/v1/remember', body('Barges must be blue'));
    await app.post('/v1/remember', body('Barges must be red'));
    await app.post('/v1/remember', { ...body('Barges must be red'), force_exception: true });
    await app.post('/v1/check', { op: 'remember', ...body('Barges must be green') });
    expect(await countOf('loreguard_decisions_total{tier="clean",result="stored"}')).toBe(1);
    expect(await countOf('loreguard_decisions_total{tier="unchanged",result="unchanged"}')).toBe(1);
    expect(await countOf('loreguard_decisions_total{tier="block",result="conflict"}')).toBe(1);
    expect(await countOf('loreguard_decisions_total{tier="forced",result="stored"}')).toBe(1);
    for (const tier of ['block', 'forced'])
      expect(await countOf(`loreguard_decision_reasons_total{tier="${tier}",code="value_differs"}`)).toBe(1);
    for (const stage of ['normalize', 'candidates', 'structural', 'nli', 'judge', 'commit']) {
      expect(await countOf(`loreguard_stage_duration_seconds_count{stage="${stage}"}`), stage).toBe(4);
    }
  });

  test('counts the items of a batch, atomic or not', async () => {
    const before = await countOf('loreguard_decisions_total{tier="clean",result="stored"}');
    const items = (colour: string) => [1, 2].map((n) => ({ op: 'remember', ...body(`Buoy ${n} must be ${colour}`) }));
    await app.post('/v1/batch', { items: items('blue') });
    await app.post('/v1/batch', {
      items: items('blue').map((item) => ({ ...item, project: 'p' })),
      project: 'p',
      atomic: true,
    });
    expect(await countOf('loreguard_decisions_total{tier="clean",result="stored"}')).toBe(before + 4);
    const refused = await countOf('loreguard_decisions_total{tier="block",result="conflict"}');
    expect((await app.post('/v1/batch', { items: items('red'), atomic: true })).status).toBe(409);
    expect(await countOf('loreguard_decisions_total{tier="block",result="conflict"}')).toBe(refused + 2);
  });

  test('counts what failed open and the jobs that follow, replays and connections', async () => {
    await app.post('/v1/remember', body('An unreadable statement'));
    expect(await countOf('loreguard_failed_open_total')).toBe(1);
    await countDue(app.deps);
    expect(await countOf('loreguard_jobs_due{kind="renormalise"}')).toBe(1);
    await renormaliseDue(app.deps, () => undefined);
    await countDue(app.deps);
    expect(await countOf('loreguard_jobs_due{kind="renormalise"}')).toBe(0);
    expect(await countOf('loreguard_jobs_total{kind="renormalise",outcome="failed"}')).toBe(1);
    for (let n = 0; n < 3; n++)
      await app.post('/v1/remember', body('Hulls must be tarred'), { 'idempotency-key': 'k' });
    expect(await countOf('loreguard_idempotent_replays_total')).toBe(2);
    expect(await countOf('loreguard_pool_connections{state="total"}')).toBeGreaterThan(0);
  });

  test('can be turned off', async () => {
    const silent = await createTestApp({}, { showMetrics: false });
    try {
      expect((await silent.app.inject('/metrics')).statusCode).toBe(404);
    } finally {
      await silent.close();
    }
  });
});

describe('the log', () => {
  test('has one line a request, of JSON, that says what became of it and never what it said', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const app = await createTestApp({}, { logger: { ...(loggerOptions('info') as object), stream } });
    const SECRET = 'zanzibar';
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    try {
      const secret = { statement: `The ${SECRET} port is 8080`, who: SECRET, reason: SECRET, tags: [SECRET] };
      const stored = await app.post(
        '/v1/remember',
        { ...secret, project: 'harbour' },
        {
          'x-request-id': 'call-1',
          traceparent: `00-${trace}-00f067aa0ba902b7-01`,
          'idempotency-key': SECRET,
        },
      );
      await app.post('/v1/learn', { ...secret, source: SECRET, nonsense: SECRET });
      await app.get(`/v1/claims?q=${SECRET}`);
      await app.get('/v1/claims', { authorization: `Bearer ${SECRET}` });
      await app.get(`/v1/nothing?${SECRET}`);
      await app.database.asAdmin('ALTER TABLE claims DROP COLUMN kind CASCADE');
      expect((await app.get(`/v1/claims?q=${SECRET}`)).status).toBe(500);
      expect((await app.post('/v1/remember', secret)).status).toBe(500);

      const logged = lines.map((line) => JSON.parse(line));
      const answered = logged.filter(({ msg }) => msg === 'answered');
      expect(answered.map(({ route, status }) => [route, status])).toEqual([
        ['/v1/remember', 201],
        ['/v1/learn', 400],
        ['/v1/claims', 200],
        ['/v1/claims', 401],
        ['unmatched', 404],
        ['/v1/claims', 500],
        ['/v1/remember', 500],
      ]);
      expect(answered[0]).toMatchObject({
        ...{ request_id: 'call-1', trace_id: trace, method: 'POST', ms: expect.any(Number) },
        ...{ org_id: 'default', project: 'harbour', tier: 'clean', decision_id: stored.body.decision_id },
      });
      expect(logged.filter(({ level }) => level >= 50)).toHaveLength(2);
      const text = lines.join('');
      expect(text).toMatch(/column .*kind.* does not exist/);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(API_KEY);
    } finally {
      await app.close();
    }
  });
});
