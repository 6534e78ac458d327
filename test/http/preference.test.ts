import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnswerSize, answerSizes, TOKENS_MAX, tokensOf } from '../helpers/answer-sizes.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('an answer in short', () => {
  let app: TestApp;
  let project = 0;
  const SHORT = { prefer: 'return=minimal' };
  const APPLIED = { 'preference-applied': 'return=minimal' };
  const body = (statement: string, rest: object = {}) => ({
    ...{ project: `p${project}`, statement, who: 'alice', reason: 'Agreed', ...rest },
  });
  const remember = (statement: string, headers: Record<string, string> = SHORT) =>
    app.post('/v1/remember', body(statement), headers);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('says what became of a write', async () => {
    project++;
    const stored = await remember('Deploys must use a blue canary');
    expect(stored).toMatchObject({ status: 201, headers: APPLIED });
    const { claim_id, decision_id } = stored.body;
    expect(stored.body).toEqual({ view: 'minimal', result: 'stored', tier: 'clean', claim_id, decision_id });
    expect((await app.get(`/v1/claims/${claim_id}?project=p${project}`)).status).toBe(200);
    expect((await remember('Deploys must use a blue canary')).body).toMatchObject({ result: 'unchanged', claim_id });

    const refused = await remember('Deploys must use a red canary');
    expect(refused).toMatchObject({ status: 409, headers: APPLIED });
    expect(refused.body).toEqual({
      ...{ view: 'minimal', status: 409, code: 'conflict', decision_id: refused.body.decision_id },
      conflicts: [
        {
          ...{ id: claim_id, statement: 'Deploys must use a blue canary', code: 'value_differs' },
          sentence: 'Both require a value of the same kind for the same subject, and the values differ: blue, red.',
        },
      ],
      ways: ['supersede', 'cancel_stored', 'force_exception', 'abandon'],
    });
  });

  test('names what is doubtful, and what rested on what was closed', async () => {
    project++;
    const old = (await remember('The default port of the gateway is 8080')).body.claim_id;
    const resting = (await app.post('/v1/remember', body('The firewall opens port 8080', { depends_on: [old] }), SHORT))
      .body.claim_id;
    const change = body('The default port of the gateway is 9090', { claim_id: old });
    expect((await app.post('/v1/supersede', change, SHORT)).body).toMatchObject({ unsupported: [resting] });
    await remember('Aldric ruled Valdorn from 320 to 360');
    const warned = await remember('Valdorn was ruled by Sera from 350');
    expect(warned).toMatchObject({ status: 201, body: { tier: 'warn', warnings: [{ code: 'period_unsure' }] } });
    const cancelled = await app.post('/v1/cancel', { ...body('x'), statement: undefined, claim_id: resting }, SHORT);
    expect(cancelled.body).toEqual({ view: 'minimal', result: 'cancelled', claim_id: resting });
  });

  test('of a batch has each item in short, also where it is refused', async () => {
    project++;
    const items = ['Use npm for installs', 'Use npm for installs', 'Use pnpm for installs'].map((statement) => ({
      ...{ op: 'remember', statement, who: 'alice', reason: 'Agreed' },
    }));
    const send = (atomic: boolean) => app.post('/v1/batch', { project: `p${project}`, items, atomic }, SHORT);
    const refused = await send(true);
    expect(refused).toMatchObject({ status: 409, headers: APPLIED, body: { view: 'minimal', code: 'batch_refused' } });
    const done = await send(false);
    expect(done).toMatchObject({ status: 200, headers: APPLIED });
    const { results } = done.body as { results: { status: number; body: { view: string } }[] };
    expect(results.map(({ status, body: { view } }) => [status, view])).toEqual([
      [201, 'minimal'],
      [200, 'minimal'],
      [409, 'minimal'],
    ]);
  });

  test('of a check says what the write would be answered', async () => {
    project++;
    await remember('Deploys must use a blue canary');
    const check = await app.post('/v1/check', { op: 'remember', ...body('Deploys must use a red canary') }, SHORT);
    expect(check).toMatchObject({ status: 200, body: { view: 'minimal', status: 409, conflicts: [{}] } });
  });

  test('is given however the preference is written, and for no other one', async () => {
    project++;
    for (const prefer of ['return=minimal', 'Return = Minimal', 'respond-async, return=minimal'])
      expect((await remember('Use npm for installs', { prefer })).body.view, prefer).toBe('minimal');
    for (const prefer of ['return=representation', 'handling=strict', '']) {
      const reply = await remember('Use npm for installs', { prefer });
      expect([reply.body.view, reply.headers['preference-applied']], prefer).toEqual(['full', undefined]);
    }
    const problem = await app.post('/v1/remember', { project: `p${project}` }, SHORT);
    expect(problem).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', type: '/problems/invalid_request' },
    });
  });

  test('that is replayed keeps its first view', async () => {
    project++;
    const key = (view: string) => ({ 'idempotency-key': `${project}-${view}` });
    const first = await remember('Use npm for installs', { ...SHORT, ...key('short') });
    const again = await remember('Use npm for installs', key('short'));
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({ ...APPLIED, 'idempotency-replayed': 'true' });
    const full = await remember('Use npm for installs', key('full'));
    const shortly = await remember('Use npm for installs', { ...SHORT, ...key('full') });
    expect([shortly.body, shortly.headers['preference-applied']]).toEqual([full.body, undefined]);
  });

  test('of a read is asked for with view=compact', async () => {
    project++;
    const long = `The default port of the gateway is 8080${' and that of the proxy is 8081'.repeat(3)}`;
    const { claim_id } = (await remember(long)).body;
    const { status, body: page } = await app.get(`/v1/claims?project=p${project}&view=compact`);
    expect([status, page.view]).toEqual([200, 'compact']);
    expect(page.items).toEqual([{ id: claim_id, statement: `${long.slice(0, 79)}…`, kind: 'decision', who: 'alice' }]);
    const one = await app.get(`/v1/claims/${claim_id}?project=p${project}&view=compact`);
    expect(one.body).toMatchObject({ view: 'compact', statement: long, reason: 'Agreed' });
    expect((await app.get('/v1/claims?view=tiny')).body).toMatchObject({ errors: [{ path: 'view' }] });
  });

  describe('costs an agent few tokens', () => {
    let sizes: AnswerSize[];
    beforeAll(async () => {
      sizes = await answerSizes((method, path, sent, headers) => app.send(method, path, sent, headers));
    });

    test.each(['stored', 'refused', 'listed', 'related'] as const)('%s', (kind) => {
      expect(sizes.map((size) => size.kind)).toContain(kind);
      const over = sizes.filter((size) => size.kind === kind && tokensOf(size.characters) > TOKENS_MAX[kind]);
      expect(over).toEqual([]);
    });
  });
});
