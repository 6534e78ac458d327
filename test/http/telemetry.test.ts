import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { read } from '../../src/guard/pipeline.js';
import { loggerOptions } from '../../src/http/log.js';
import { countDue } from '../../src/jobs/count-due.js';
import { renormaliseDue } from '../../src/jobs/renormalise.js';
import { API_KEY, createTestApp, type TestApp } from '../helpers/app.js';

const body = (statement: string) => ({ statement, who: 'alice', reason: 'Agreed' });

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
    expect(await countOf(`loreguard_http_request_duration_seconds_count{${labels}}`)).toBe(1);
    const text = await page();
    expect(text).toContain('route="unmatched",status="404"');
    expect(text).not.toMatch(new RegExp(`${id}|secret-path`));
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
    expect(await countOf('loreguard_decisions_total{tier="block",result="stored"}')).toBe(1);
    expect(await countOf('loreguard_decision_reasons_total{tier="block",code="value_differs"}')).toBe(2);
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
