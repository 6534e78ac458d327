import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('diagnose', () => {
  let app: TestApp;
  let project = 'guard';
  const post = async (path: string, body: object) => (await app.post(path, { project, ...body })).body;
  const remember = (statement: string, rest: object = {}) =>
    post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest });
  const diagnose = async (query = '') => (await app.get(`/v1/diagnose?project=${project}${query}`)).body;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 counts what the project holds', async () => {
    project = 'holdings';
    await remember('Deploys must use a blue canary');
    await remember('Deploys must use a red canary', { force_exception: true });
    const { claim } = await remember('Reviews must be required', { kind: 'convention' });
    await post('/v1/cancel', { claim_id: claim.id, who: 'bob', reason: 'Wrong' });
    await post('/v1/ingest', { facts: [{ statement: 'The gateway is written in Go' }] });
    const { claims, violations, jobs, versions } = await diagnose();
    expect(claims).toEqual({
      ...{ counted: 4, is_capped: false, by_status: { active: 3, cancelled: 1 } },
      ...{ by_kind: { decision: 2, fact: 1 }, disputed: 2, ingested: 1, unguarded: { forced: 1 } },
    });
    expect(violations).toEqual({ open: 1, is_capped: false });
    expect(jobs).toEqual({ waiting: 0, is_capped: false, by_kind: {}, oldest_created_at: null });
    expect(versions).toMatchObject({ app: '0.0.0-test', model: null, schema: expect.stringMatching(/^\d{4}_/) });
    expect(versions.lexicon).toBe(app.deps.lexicon.hash);
  });

  test('200 counts the jobs that wait, and since when', async () => {
    project = 'waiting';
    await app.database.asAdmin(
      `INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
       SELECT 'default', 'waiting', 'recheck', gen_random_uuid(), '2026-01-01Z'::timestamptz + n * interval '1 day', now()
       FROM generate_series(0, 2) AS n`,
    );
    expect((await diagnose()).jobs).toEqual({
      ...{ waiting: 3, is_capped: false, by_kind: { recheck: 3 }, oldest_created_at: '2026-01-01T00:00:00.000000Z' },
    });
  });

  test('200 counts what the guard decided, why, and what did not last', async () => {
    project = 'guard';
    const blue = (await remember('Deploys must use a blue canary')).claim;
    await remember('Deploys must use a blue canary');
    await remember('Deploys must use a red canary');
    await post('/v1/supersede', {
      ...{ claim_id: blue.id, statement: 'Deploys must use a red canary', who: 'alice', reason: 'Red is brighter' },
    });
    await remember('Deploys must use a green canary');
    await remember('Deploys must use a green canary', { force_exception: true });
    const review = (await remember('Reviews must be required')).claim;
    await post('/v1/cancel', { claim_id: review.id, who: 'bob', reason: 'Wrong' });
    const { guard } = await diagnose();
    expect(guard).toMatchObject({
      ...{ counted: 7, is_capped: false, clean: 3, warned: 0, unchanged: 1, blocked: 2, forced: 1 },
      reversed: { refused_then_stored: 2, stored_then_cancelled: 1, stored_then_disputed: 1, forced_then_kept: 1 },
      ...{ reasons_counted: 3, reasons: [{ code: 'value_differs', tier: 'block', decisions: 3 }] },
    });
    expect(guard.counted_from).toBe(blue.system_from);
  });

  test('200 counts within the window only, and nothing of other projects', async () => {
    project = 'guard';
    const none = { counted: 0, clean: 0, blocked: 0, counted_from: null, reasons: [] };
    expect((await diagnose('&until=2020-01-08T00:00:00Z')).guard).toMatchObject({
      ...{ from: '2020-01-01T00:00:00.000Z', until: '2020-01-08T00:00:00Z', ...none },
    });
    project = 'nothing';
    expect(await diagnose()).toMatchObject({ claims: { counted: 0, by_status: {} }, guard: none });
  });

  test('400 for a window that ends before it begins, or a time that is none', async () => {
    for (const query of ['from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'until=soon']) {
      const { status, body } = await app.get(`/v1/diagnose?${query}`);
      expect([status, body.errors[0].path]).toEqual([400, 'until']);
    }
  });
});
