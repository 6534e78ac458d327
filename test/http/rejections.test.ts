import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const BUS = 'Use Kafka as the event bus';

describe('rejections', () => {
  let app: TestApp;
  let project = 0;
  const said = (statement: string, kind: string, rest: object = {}) =>
    app.post('/v1/remember', { project: `p${project}`, statement, who: 'alice', kind, reason: 'weighed', ...rest });
  const rejected = async (statement: string) => {
    project++;
    const stored = await said(statement, 'rejection');
    expect(stored.status).toBe(201);
    return stored.body;
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('the same words as a decision contradict it, and no claim is their duplicate', async () => {
    const { claim } = await rejected(BUS);
    expect(claim).toMatchObject({ kind: 'rejection', norms: [{ modality: 'must_not', value: 'kafka' }] });
    for (const kind of ['decision', 'constraint', 'fact']) {
      const { status, body } = await said(BUS, kind);
      expect([kind, status, body.conflicts?.[0]?.code]).toEqual([kind, 409, 'modality_opposed']);
    }
    expect((await said(BUS, 'rejection')).body.result).toBe('unchanged');
  });

  test('and it contradicts them where they came first', async () => {
    project++;
    await said(BUS, 'decision');
    const { status, body } = await said(BUS, 'rejection');
    expect([status, body.conflicts[0].code]).toEqual([409, 'modality_opposed']);
  });

  test('a fact against it warns, and a denial of it stands beside it', async () => {
    await rejected(BUS);
    const fact = await said('We use Kafka as the event bus', 'fact');
    expect([fact.status, fact.body.warnings[0].code]).toEqual([201, 'norm_not_met']);
    project++;
    await rejected(BUS);
    expect((await said('Do not use Kafka as the event bus', 'decision')).status).toBe(201);
  });

  test('another value than the one turned down is no contradiction', async () => {
    await rejected('The default branch is develop');
    expect((await said('The default branch is main', 'decision')).body).toMatchObject({ tier: 'clean' });
    expect((await said('The default branch is develop', 'decision')).status).toBe(409);
  });

  test('turning down a rule leaves everybody free to do what it asked', async () => {
    await rejected('Commits must be signed');
    expect((await said('Commits may be signed', 'decision')).status).toBe(201);
    expect((await said('Commits must be signed', 'decision')).status).toBe(409);
  });

  test.each(['Do not use Kafka as the event bus', 'Kafka was rejected as the event bus'])(
    'what is worded as a denial is one: %s',
    async (statement) => {
      await rejected(statement);
      expect((await said('Do not use Kafka as the event bus', 'decision')).status).not.toBe(409);
      expect((await said(statement, 'fact')).body.result).toBe('unchanged');
    },
  );

  test('of several things turned down at once it is open which, and the answer says so', async () => {
    const stored = await rejected('Use Kafka as the event bus and Redis as the cache');
    expect(stored.warnings.map(({ code }: { code: string }) => code)).toEqual(['not_fully_read']);
    expect((await said('Use Redis as the cache', 'decision')).status).toBe(201);
    expect((await said('Use Kafka as the event bus and Redis as the cache', 'decision')).status).toBe(409);
  });

  test('it keeps no relation of what is not so, and takes none', async () => {
    await rejected('Aldric ruled Valdorn from 320 to 360');
    const relations = await app.get(`/v1/lore/list-relations?project=p${project}&entity=Valdorn`);
    expect(relations.status).toBe(404);
    const given = { relation: { type: 'RULES', from: 'Aldric', to: 'Valdorn' } };
    const { status, body } = await said('Aldric ruled Valdorn', 'rejection', given);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', 'relation']);
  });

  test('reads tell of it as turned down', async () => {
    await rejected(BUS);
    const { body } = await app.get(`/v1/recall?project=p${project}&q=Kafka`);
    expect(body.items[0].marks).toEqual(['rejected']);
    const verify = (text: string) => app.post('/v1/verify-answer', { project: `p${project}`, text });
    expect((await verify(`${BUS}.`)).body.sentences[0].verdict).toBe('contradicted');
    expect((await verify('Do not use Kafka as the event bus.')).body.sentences[0].verdict).toBe('supported');
  });
});
