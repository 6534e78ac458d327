import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('report_contradiction', () => {
  let app: TestApp;
  let curator: Record<string, string>;
  let writer: Record<string, string>;
  let made = 0;
  let project = '';

  const remember = async (statement: string): Promise<{ claim: { id: string }; related: { id: string }[] }> => {
    const write = { project, statement, kind: 'fact', who: 'mara' };
    return (await app.post('/v1/remember', write, writer)).body;
  };
  const report = (a: string, b: string, body: object = {}) =>
    app.post(
      '/v1/report-contradiction',
      { project, claim_a: a, claim_b: b, reason: 'What is off serves nobody', ...body },
      writer,
    );
  const settle = (operation: string, id: string, action: string) =>
    app.post(`/v1/lore/${operation}`, { project, id, action, reason: 'Looked at' }, curator);
  const listed = async (status: string): Promise<string[]> =>
    (await app.get(`/v1/contradictions?project=${project}&status=${status}`)).body.items.map(
      ({ id }: { id: string }) => id,
    );
  const disputed = async (id: string): Promise<boolean> =>
    (await app.get(`/v1/claims/${id}?project=${project}`)).body.is_disputed;

  beforeAll(async () => {
    app = await createTestApp();
    curator = bearer(await app.keyFor('curator'));
    writer = bearer(await app.keyFor('writer'));
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    project = `p${made++}`;
  });

  /** What the answer to the second of two statements shows as related is the first. */
  const both = async (): Promise<[string, string]> => {
    const first = await remember('The staging cluster was switched off');
    const second = await remember('The staging cluster serves the demo');
    expect(second.related.map(({ id }) => id)).toEqual([first.claim.id]);
    return [first.claim.id, second.claim.id];
  };

  test('201 suspects the pair: it is listed with who reports it and why, and nobody is disputed', async () => {
    const [first, second] = await both();
    const { status, body } = await report(first, second, { who: 'bo' });
    expect([status, body.result, body.violation.status]).toEqual([201, 'reported', 'suspected']);
    expect([await listed('open'), await listed('suspected')]).toEqual([[], [body.violation.id]]);
    expect([await disputed(first), await disputed(second)]).toEqual([false, false]);
    const told = (await app.get(`/v1/contradictions/${body.violation.id}?project=${project}`)).body;
    expect(told).toMatchObject({ stage: 'reported', sentence: 'What is off serves nobody', status: 'suspected' });
    expect(told).toMatchObject({ is_disputed: false, violations: { contradictions: 0 } });
    expect(told.resolutions.map(({ action }: { action: string }) => action)).toEqual(['confirm', 'dismiss']);
    for (const { method, path, body: way, needs } of told.resolutions) {
      expect([method, path, way.id, needs]).toEqual([
        'POST',
        '/v1/lore/resolve-violation',
        body.violation.id,
        ['reason'],
      ]);
    }
    const { items } = (await app.get(`/v1/audit?project=${project}&action=suspect_contradiction`)).body;
    expect(items).toMatchObject([{ who: 'bo', reason: 'What is off serves nobody', node_id: body.violation.id }]);
  });

  test.each([
    ['confirm', 'open'],
    ['dismiss', 'dismissed'],
  ])('200 the way out to %s it is a request that lacks its reason alone', async (wanted, becomes) => {
    const { id } = (await report(...(await both()))).body.violation;
    const { resolutions } = (await app.get(`/v1/contradictions/${id}?project=${project}`)).body;
    const way = resolutions.find(({ action }: { action: string }) => action === wanted);
    const settled = await app.post(way.path, { ...way.body, reason: 'Looked at' }, curator);
    expect([settled.status, settled.body.result], JSON.stringify(settled.body)).toEqual([200, becomes]);
  });

  test('200 for a pair that was reported before, from either side', async () => {
    const [first, second] = await both();
    const { body } = await report(first, second);
    const again = await report(second, first, { reason: 'Still so' });
    expect([again.status, again.body.result, again.body.violation.id]).toEqual([200, 'known', body.violation.id]);
    expect(await listed('suspected')).toHaveLength(1);
  });

  test('a curator confirms it: both are disputed, until it is settled for one of them', async () => {
    const [first, second] = await both();
    const { id } = (await report(first, second)).body.violation;
    expect((await settle('resolve-violation', id, 'confirm')).body.violation.status).toBe('open');
    expect([await disputed(first), await disputed(second), await listed('open')]).toEqual([true, true, [id]]);
    expect((await report(first, second)).body).toMatchObject({ result: 'known', violation: { status: 'open' } });
    const kept = { project, id, action: 'keep', keep: second, reason: 'It was switched on again' };
    const { status, body } = await app.post('/v1/lore/resolve-contradiction', kept, curator);
    expect([status, body.result, body.closed.map((claim: { id: string }) => claim.id)]).toEqual([
      ...[200, 'resolved', [first]],
    ]);
    expect([await disputed(second), await listed('open')]).toEqual([false, []]);
  });

  test.each(['resolve-violation', 'resolve-contradiction'])(
    'what a curator dismisses by %s is not raised again',
    async (operation) => {
      const [first, second] = await both();
      const { id } = (await report(first, second)).body.violation;
      expect((await settle(operation, id, 'dismiss')).body.result).toBe('dismissed');
      const again = await report(second, first);
      expect([again.status, again.body.violation.id, again.body.violation.status]).toEqual([200, id, 'dismissed']);
      expect([await listed('suspected'), await listed('open')]).toEqual([[], []]);
      expect([await disputed(first), await disputed(second)]).toEqual([false, false]);
    },
  );

  test('400 for one claim twice, and without a reason', async () => {
    const [first, second] = await both();
    expect((await report(first, first)).body).toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await report(first, second, { reason: ' ' })).body.errors).toMatchObject([{ path: 'reason' }]);
  });

  test('403 for a reader', async () => {
    const reader = bearer(await app.keyFor('reader'));
    const [first, second] = await both();
    const body = { project, claim_a: first, claim_b: second, reason: 'x' };
    expect((await app.post('/v1/report-contradiction', body, reader)).status).toBe(403);
  });

  test('404 for a claim that is not there, that was taken back, or that is of another project', async () => {
    const [first, second] = await both();
    expect((await report(first, app.deps.ids.next())).status).toBe(404);
    expect((await report(first, second, { project: 'elsewhere' })).status).toBe(404);
    await app.post('/v1/cancel', { project, claim_id: second, reason: 'It was wrong', who: 'mara' }, writer);
    expect((await report(first, second)).body).toMatchObject({ status: 404, code: 'not_found' });
  });
});
