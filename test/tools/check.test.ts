import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

/** What a check and the write after it must have in common. */
const COMPARED = ['result', 'tier', 'warnings', 'conflicts', 'conflicts_total', 'resolutions'] as const;

describe('check', () => {
  let app: TestApp;
  const write = { who: 'alice', reason: 'Agreed' };

  beforeAll(async () => {
    app = await createTestApp();
    await app.post('/v1/remember', { ...write, statement: 'Deploys must use a blue canary' });
    await app.post('/v1/remember', { ...write, statement: 'Use tabs for indentation' });
  });
  afterAll(() => app.close());

  test.each([
    ['clean', 'Logs must be written as JSON', 201],
    ['refused', 'Deploys must use a red canary', 409],
    ['unchanged', 'Deploys must use a blue canary', 200],
    ['forced', 'Deploys must use a green canary', 409],
  ])('200 with the decision that the write then gets: %s', async (_name, statement, status) => {
    const checked = await app.post('/v1/check', { op: 'remember', ...write, statement });
    expect(checked.status).toBe(200);
    expect(checked.body).toMatchObject({ status, decision_id: null });
    const written = await app.post('/v1/remember', { ...write, statement });
    expect(written.status).toBe(status);
    const shared = COMPARED.filter((field) => field in written.body);
    expect(pick(checked.body, shared)).toEqual(pick(written.body, shared));
  });

  test('200 for a supersede, with what it replaces left out of the comparison', async () => {
    const { body } = await app.get('/v1/claims?q=canary');
    const supersede = { ...write, claim_id: body.items[0].id, statement: 'Deploys must use a red canary' };
    const checked = await app.post('/v1/check', { op: 'supersede', ...supersede });
    expect(checked.body).toMatchObject({ result: 'stored', status: 201, conflicts: [] });
    expect((await app.get(`/v1/claims/${supersede.claim_id}`)).body.status).toBe('active');
  });

  test('leaves no row behind, in any table', async () => {
    const before = await rowCounts();
    const statements = ['Deploys must use a red canary', 'Caches must be warmed', 'Use tabs for indentation'];
    for (const statement of statements) {
      await app.post('/v1/check', { op: 'remember', project: 'never-written', ...write, statement });
      await app.post('/v1/check', { op: 'remember', ...write, statement, force_exception: true });
    }
    expect(await rowCounts()).toEqual(before);
  });

  test('400 without an op, and for a body that its op does not take', async () => {
    expect((await app.post('/v1/check', { ...write, statement: 'x' })).status).toBe(400);
    const wrong = await app.post('/v1/check', { op: 'remember', ...write, statement: 'x', claim_id: UNKNOWN });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'claim_id' }] } });
  });

  test('422 for what rests on a claim that is not there', async () => {
    const body = { op: 'remember', ...write, statement: 'x', depends_on: [UNKNOWN] };
    expect(await app.post('/v1/check', body)).toMatchObject({ status: 422, body: { code: 'unknown_dependency' } });
  });

  test('404 for a claim to supersede that is not there', async () => {
    const checked = await app.post('/v1/check', { op: 'supersede', ...write, claim_id: UNKNOWN, statement: 'x' });
    expect(checked).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('409 for a claim to supersede that is no longer active', async () => {
    const { body } = await app.post('/v1/remember', { ...write, statement: 'Queues must be drained' });
    await app.post('/v1/cancel', { claim_id: body.claim.id, who: 'alice', reason: 'Wrong' });
    const checked = await app.post('/v1/check', { op: 'supersede', ...write, claim_id: body.claim.id, statement: 'x' });
    expect(checked).toMatchObject({ status: 409, body: { code: 'not_active' } });
  });

  async function rowCounts(): Promise<Record<string, number>> {
    const tables = await app.database.asAdmin<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    expect(tables.length).toBeGreaterThan(5);
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const rows = await app.database.asAdmin<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`);
      counts[name] = rows[0]?.n ?? -1;
    }
    return counts;
  }
});

function pick(body: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, body[field]]));
}
