import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('why', () => {
  let app: TestApp;
  let old: { id: string; system_from: string };
  let current: { id: string };
  const why = async (query: Record<string, string>) => (await app.get(`/v1/why?${new URLSearchParams(query)}`)).body;

  beforeAll(async () => {
    app = await createTestApp();
    const write = (statement: string, rest: object) => app.post('/v1/remember', { statement, who: 'alice', ...rest });
    old = (await write('The message queue must be RabbitMQ', { reason: 'The team knows it' })).body.claim;
    const replaced = await app.post('/v1/supersede', {
      ...{ claim_id: old.id, statement: 'The message queue must be Kafka', who: 'bob' },
      ...{ reason: 'Audits need a replay', why_replaced: 'RabbitMQ forgets', reason_kind: 'revision' },
    });
    current = replaced.body.claim;
    await write('Parcels are weighed at the depot', { kind: 'fact' });
  });
  afterAll(() => app.close());

  test('200 answers the reasoned claim that fits best, its reason, and the line behind it with who, when and why', async () => {
    const body = await why({ q: 'Why is Kafka our message queue?' });
    expect(body).toMatchObject({ answer: { id: current.id }, rationale: 'Audits need a replay', refusal: null });
    expect(body.chain).toMatchObject([
      {
        ...{ id: old.id, status: 'superseded', who: 'alice', reason: 'The team knows it' },
        ...{ superseded_by: current.id, why_replaced: 'RabbitMQ forgets', cancelled: null },
      },
      { id: current.id, status: 'active', who: 'bob', superseded_by: null, why_replaced: null },
    ]);
    expect(body.chain[0].stored_at < body.chain[1].stored_at).toBe(true);
  });

  test('200 answers from no claim without a reason, and says so', async () => {
    const body = await why({ q: 'Why are parcels weighed at the depot?' });
    expect(body).toMatchObject({ answer: null, rationale: null, refusal: 'no_reason', chain: [] });
    expect(body.without_reason.map(({ statement }: { statement: string }) => statement)).toEqual([
      'Parcels are weighed at the depot',
    ]);
    const [{ id }] = body.without_reason;
    expect(await why({ claim_id: id })).toMatchObject({ answer: null, refusal: 'no_reason' });
    expect(await why({ q: 'zeppelins' })).toMatchObject({ answer: null, refusal: 'nothing_found', without_reason: [] });
  });

  test('200 of what held at a time in the world', async () => {
    const write = (path: string, rest: object) => app.post(path, { project: 'then', who: 'alice', ...rest });
    const first = { statement: 'The build server must be Jenkins', valid_from: '2020-01', reason: 'It is there' };
    const { claim } = (await write('/v1/remember', first)).body;
    await write('/v1/supersede', {
      ...{ claim_id: claim.id, statement: 'The build server must be Buildkite', reason: 'It is faster' },
      ...{ reason_kind: 'update', valid_from: '2024-01' },
    });
    const at = async (time: string) =>
      (await why({ project: 'then', q: 'Why that build server?', at_time: time })).rationale;
    expect(await Promise.all(['2021', '2025', '2019'].map(at))).toEqual(['It is there', 'It is faster', null]);
  });

  test('200 of what was cancelled tells who took it back and why; as of before, nothing of it', async () => {
    const { claim } = (
      await app.post('/v1/remember', { statement: 'Badges must be blue', who: 'alice', reason: 'Taste' })
    ).body;
    await app.post('/v1/cancel', { claim_id: claim.id, who: 'carol', reason: 'Nobody cares' });
    const now = await why({ claim_id: claim.id });
    expect(now.answer.status).toBe('cancelled');
    expect(now.chain[0].cancelled).toMatchObject({ who: 'carol', reason: 'Nobody cares' });
    const then = await why({ claim_id: claim.id, known_at: claim.system_from });
    expect([then.answer.status, then.chain[0].cancelled]).toEqual(['active', null]);
  });

  test('200 as of before the reversal answers with what was believed then, and not with what came later', async () => {
    const body = await why({ q: 'the message queue', known_at: old.system_from });
    expect(body.answer.id).toBe(old.id);
    expect(body.chain.map(({ id, superseded_by: next }: Record<string, string>) => [id, next])).toEqual([
      [old.id, null],
    ]);
  });

  test('200 in short', async () => {
    const body = await why({ claim_id: current.id, view: 'compact' });
    expect(body).toMatchObject({ view: 'compact', answer: { id: current.id }, chain: [old.id, current.id] });
  });

  test('400 for neither or both of q and claim_id', async () => {
    for (const query of ['', `q=x&claim_id=${current.id}`, 'q=%20', 'claim_id=7', 'q=x&at_time=noon']) {
      expect((await app.get(`/v1/why?${query}`)).status, query).toBe(400);
    }
  });

  test('404 for a claim that is not there, or that another tenant has', async () => {
    const path = `/v1/why?claim_id=${current.id}`;
    expect((await app.get(path.replace(/.{4}$/, '0000'))).body.code).toBe('not_found');
    expect((await app.get(`${path}&project=other`)).body.code).toBe('not_found');
  });
});
