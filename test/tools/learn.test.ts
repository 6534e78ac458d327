import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('learn', () => {
  let app: TestApp;
  const learn = (statement: string, source: string, rest: object = {}) =>
    app.post('/v1/learn', { statement, source, who: 'reader', ...rest });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('201 stores a belief with its source', async () => {
    const { status, body } = await learn('The default port of the gateway is 8080', 'docs/gateway.md:12');
    expect(status).toBe(201);
    expect(body.claim).toMatchObject({ kind: 'belief', source: 'docs/gateway.md:12', reason: null });
  });

  test('200 for the same statement from another source: the guard sees the statement only', async () => {
    const { status, body } = await learn('The default port of the gateway is 8080', 'docs/other.md:3');
    expect(status).toBe(200);
    expect(body.claim.source).toBe('docs/gateway.md:12');
  });

  test('409 for what contradicts a belief, with ways out that keep the source', async () => {
    const { status, body } = await learn('The default port of the gateway is 9090', 'docs/new.md:1');
    expect(status).toBe(409);
    const force = body.resolutions.find((way: { action: string }) => way.action === 'force_exception');
    expect(force).toMatchObject({ path: '/v1/learn', body: { source: 'docs/new.md:1' } });
    const supersede = body.resolutions.find((way: { action: string }) => way.action === 'supersede');
    const done = await app.post(supersede.path, { ...supersede.body, reason: 'The newer page says so' });
    expect(done).toMatchObject({ status: 201, body: { claim: { kind: 'belief', source: 'docs/new.md:1' } } });
  });

  test('409 against what was remembered', async () => {
    await app.post('/v1/remember', { statement: 'Backups must be enabled', who: 'a', reason: 'r' });
    expect((await learn('Backups must be disabled', 'blog')).status).toBe(409);
  });

  test('422 for a belief that rests on a claim that is not there', async () => {
    const reply = await learn('Caches must be warmed', 'docs', {
      depends_on: ['01900000-0000-7000-8000-000000000000'],
    });
    expect([reply.status, reply.body.code]).toEqual([422, 'unknown_dependency']);
  });

  test('400 without a source, and for a kind, which a belief has not', async () => {
    const { status, body } = await app.post('/v1/learn', { statement: 'x', who: 'reader', kind: 'fact' });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual(['kind', 'source']);
  });
});
