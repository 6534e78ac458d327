import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

const REASON = 'The dashboards watch it';

describe('remember', () => {
  let app: TestApp;
  let project = 0;
  const remember = (statement: string, rest: object = {}) =>
    app.post('/v1/remember', { project: `p${project}`, statement, who: 'alice', reason: REASON, ...rest });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('201 stores a claim with its norms and a decision', async () => {
    project++;
    const { status, body } = await remember('Deploys must use a blue canary', { tags: ['deploy'], entity: 'canary' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ result: 'stored', tier: 'clean', warnings: [] });
    expect(body.claim).toMatchObject({
      statement: 'Deploys must use a blue canary',
      kind: 'decision',
      status: 'active',
      who: 'alice',
      reason: REASON,
      tags: ['deploy'],
      entity: 'canary',
      is_disputed: false,
      guarded: true,
      system_until: null,
    });
    expect(body.claim.norms[0]).toMatchObject({ modality: 'must', subject: 'canary deploy', value: 'blue' });
  });

  test('409 names the conflicting claim, the slots, the spans and the ways out', async () => {
    project++;
    const stored = (await remember('Deploys must use a blue canary')).body;
    const { status, headers, body } = await remember('Deploys must use a red canary');
    expect(status).toBe(409);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(body).toMatchObject({
      type: '/problems/conflict',
      code: 'conflict',
      result: 'conflict',
      conflicts_total: 1,
      detail: '1 active claim contradicts this statement.',
    });
    expect(body.conflicts[0]).toMatchObject({
      claim: { id: stored.claim.id, statement: 'Deploys must use a blue canary', who: 'alice' },
      tier: 'block',
      code: 'value_differs',
      confidence: 'HIGH',
      stage: 'structural',
      score: 1,
      slots: {
        subject: { stored: 'canary deploy', incoming: 'canary deploy' },
        modality: { stored: 'must', incoming: 'must' },
        value: { stored: 'blue', incoming: 'red' },
      },
      shared: { scope: { env: null, team: null }, period: { from: null, until: null } },
    });
    expect(body.conflicts[0].spans.stored).toContainEqual({ slot: 'value', start: 19, end: 23 });
    expect(body.conflicts[0].spans.incoming).toContainEqual({ slot: 'value', start: 19, end: 22 });
    expect(body.resolutions[0]).toMatchObject({ action: 'supersede', method: 'POST', path: '/v1/supersede' });
    expect(body.resolutions.at(-1)).toMatchObject({ action: 'abandon' });
  });

  test('409 shows quantities as intervals and the one that no number satisfies', async () => {
    project++;
    const stored = await remember('Uploads must not exceed 30 s');
    expect(stored.body.claim.norms[0]).toMatchObject({
      modality: 'must',
      value_class: 'duration',
      quantity: { min: null, max: 30, unit: 's', dimension: 'duration' },
      preferred_over: null,
    });
    const { status, body } = await remember('Uploads must exceed 1 min');
    expect(status).toBe(409);
    expect(body.conflicts[0]).toMatchObject({
      code: 'quantity_disjoint',
      slots: { quantity: { stored: '<=30 s', incoming: '>1 min' } },
      spans: { incoming: [{ slot: 'quantity', start: 20, end: 25 }] },
    });
  });

  test('201 shows what is preferred to what', async () => {
    project++;
    const { body } = await remember('Prefer tabs over spaces');
    expect(body.claim.norms[0]).toMatchObject({ value: 'tabs', preferred_over: 'spaces', quantity: null });
  });

  test('201 shows what a plain sentence says of two named things, and 409 which relations clash', async () => {
    project++;
    const stored = await remember('Aldric ruled Valdorn from 320 to 360', { kind: 'fact' });
    expect(stored.body.claim.norms[0]).toMatchObject({
      relation: {
        type: 'RULES',
        from: 'aldric',
        to: 'valdorn',
        is_prophecy: false,
        period: { from: { text: '0320-01-01T00:00:00Z' }, until: { text: '0360-01-01T00:00:00Z' } },
      },
    });
    const { status, body } = await remember('Valdorn was ruled by Sera from 350', { kind: 'fact' });
    expect([status, body.warnings?.[0]?.code]).toEqual([201, 'period_unsure']);
    const refused = await remember('Sera ruled Valdorn from 350 to 380', { kind: 'fact' });
    expect(refused.status).toBe(409);
    expect(refused.body.conflicts[0]).toMatchObject({
      code: 'relation_exclusive',
      slots: {
        type: { stored: 'RULES', incoming: 'RULES' },
        from: { stored: 'Aldric', incoming: 'Sera' },
        to: { stored: 'Valdorn', incoming: 'Valdorn' },
      },
      shared: { period: { from: { text: '0350-01-01T00:00:00Z' }, until: { text: '0360-01-01T00:00:00Z' } } },
      spans: {
        stored: [
          { slot: 'from', start: 0, end: 6 },
          { slot: 'to', start: 13, end: 20 },
        ],
      },
      reason: 'RULES holds for one at a time, and the two overlap: Aldric RULES Valdorn, Sera RULES Valdorn.',
    });
  });

  test('409 leaves the claims as they were, and its decision on the record', async () => {
    project++;
    await remember('Backups must be enabled');
    const refused = await remember('Backups must be disabled');
    expect(refused.status).toBe(409);
    const listed = await app.get(`/v1/claims?project=p${project}`);
    expect(listed.body.items.map((claim: { statement: string }) => claim.statement)).toEqual([
      'Backups must be enabled',
    ]);
    const decision = await app.get(`/v1/decisions/${refused.body.decision_id}?project=p${project}`);
    expect(decision.body).toMatchObject({ result: 'conflict', tier: 'block', statement: 'Backups must be disabled' });
  });

  test('every way out of a 409 works once its needs are filled in', async () => {
    const ways = ['supersede', 'cancel_stored', 'narrow_scope', 'narrow_window', 'force_exception'];
    for (const action of ways) {
      project++;
      await remember('Deploys must use a blue canary', { scope: { env: 'prod' }, valid_from: '2030' });
      const refused = await remember('Deploys must use a red canary');
      const way = refused.body.resolutions.find((resolution: { action: string }) => resolution.action === action);
      expect(way, action).toBeDefined();
      const done = await app.post(way.path, fill(way.body, way.needs));
      expect([200, 201], `${action}: ${JSON.stringify(done.body)}`).toContain(done.status);
    }
  });

  test('200 answers an exact duplicate with the stored claim', async () => {
    project++;
    const first = await remember('Use pnpm for installs');
    const { status, body } = await remember('Use pnpm for installs.');
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'unchanged', tier: 'unchanged', claim: { id: first.body.claim.id } });
  });

  test('scopes that are disjoint and windows that meet keep both', async () => {
    project++;
    await remember('Debug logging must be enabled', { scope: { env: 'dev' } });
    expect((await remember('Debug logging must be disabled', { scope: { env: 'prod' } })).status).toBe(201);
    await remember('The default port of the gateway is 8080', { valid_until: '2026-12-31' });
    const next = await remember('The default port of the gateway is 9090', { valid_from: '2026-12-31' });
    expect(next.status).toBe(201);
    expect((await remember('The default port of the gateway is 7070', { valid_from: '2026-12-01' })).status).toBe(409);
  });

  test('force_exception stores it beside the other, and both become disputed', async () => {
    project++;
    const blue = await remember('Deploys must use a blue canary');
    const red = await remember('Deploys must use a red canary', { force_exception: true });
    expect(red).toMatchObject({ status: 201, body: { result: 'stored', tier: 'forced' } });
    expect(red.body.claim).toMatchObject({ is_disputed: true, disputed_with: [blue.body.claim.id], guarded: false });
    const other = await app.get(`/v1/claims/${blue.body.claim.id}?project=p${project}`);
    expect(other.body).toMatchObject({ is_disputed: true, disputed_with: [red.body.claim.id], status: 'active' });
    const rows = await app.database.asAdmin(
      `SELECT kind, status, sides FROM violations WHERE kind <> 'orphan' AND project = 'p${project}'`,
    );
    expect(rows).toEqual([{ kind: 'contradiction', status: 'open', sides: [blue.body.claim.id, red.body.claim.id] }]);
  });

  test('400 names each wrong field and what it must be', async () => {
    const { status, body } = await app.post('/v1/remember', {
      statement: ' ',
      who: 'alice',
      reason: REASON,
      colour: 'blue',
    });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_request');
    const paths = body.errors.map((error: { path: string }) => error.path).sort();
    expect(paths).toEqual(['colour', 'statement']);
  });

  test('400 asks for a reason for every kind but fact', async () => {
    const decision = await app.post('/v1/remember', { statement: 'Use pnpm', who: 'alice' });
    expect(decision.body.errors).toEqual([{ path: 'reason', message: 'is required for every kind but fact' }]);
    const fact = await app.post('/v1/remember', { statement: 'The sky is blue', who: 'alice', kind: 'fact' });
    expect(fact.status).toBe(201);
  });

  test('400 for a date that can not be read and a window that ends before it begins', async () => {
    project++;
    const unread = await remember('Use pnpm', { valid_from: 'someday' });
    expect(unread).toMatchObject({ status: 400, body: { code: 'invalid_date', errors: [{ path: 'valid_from' }] } });
    const reversed = await remember('Use pnpm', { valid_from: '2027', valid_until: '2026' });
    expect(reversed).toMatchObject({ status: 400, body: { code: 'invalid_period' } });
    const early = await remember('Use pnpm', { said_at: '2999-01-01T00:00:00Z' });
    expect(early).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ path: 'said_at' }] } });
  });

  test('422 for a claim that rests on one that is not there', async () => {
    project++;
    const { body: base } = await remember('Use Postgres for storage');
    const unknown = '01900000-0000-7000-8000-000000000000';
    const refused = await remember('Use pg_dump for backups', { depends_on: [base.claim.id, unknown] });
    expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_dependency' } });
    expect(refused.body.errors).toMatchObject([{ path: 'depends_on.1' }]);
    const capitals = ['01900000-0000-7000-8000-00000000ABCD', base.claim.id.toUpperCase(), unknown.toUpperCase()];
    const refusedToo = await remember('Use pg_dump for backups', { depends_on: capitals });
    expect(refusedToo).toMatchObject({ status: 422, body: { code: 'unknown_dependency' } });
    expect(refusedToo.body.errors).toMatchObject([{ path: 'depends_on.0' }, { path: 'depends_on.2' }]);
    const stored = await remember('Use pg_dump for backups', { depends_on: [base.claim.id] });
    expect(stored.body.claim.depends_on).toEqual([base.claim.id]);
  });

  test('null means absent', async () => {
    project++;
    const nulls = { scope: { env: null, team: null }, valid_from: null, valid_until: null, tags: null, entity: null };
    expect((await remember('Use tabs for indentation', nulls)).status).toBe(201);
  });

  test('a normalizer that fails never fails the write', async () => {
    const failing = await createTestApp({
      normSource: () => {
        throw new Error('the normalizer is down');
      },
    });
    try {
      const body = { statement: 'Use pnpm', who: 'alice', reason: REASON };
      const stored = await failing.post('/v1/remember', body);
      expect(stored.status).toBe(201);
      expect(stored.body.claim).toMatchObject({ normalizer_state: 'failed_open', guarded: false });
      expect(stored.body.warnings).toMatchObject([{ code: 'normalizer_failed_open' }]);
    } finally {
      await failing.close();
    }
  });

  test('odd text is stored as it is, whatever it holds', async () => {
    project++;
    const texts = [
      '😀'.repeat(4000),
      '\u0007\u0000 beep',
      '必ず青いカナリアを使う',
      '\ud800 alone',
      `${'no '.repeat(2666)}x`,
    ];
    for (const text of texts) expect((await remember(text)).status).toBe(201);
    expect((await remember('x'.repeat(8001))).status).toBe(400);
  });

  test('201 warns of a support that stands no longer, as a check does', async () => {
    project++;
    const base = (await remember('Use Postgres for storage')).body.claim;
    await app.post('/v1/cancel', { project: `p${project}`, claim_id: base.id, reason: 'No', who: 'alice' });
    const rest = { depends_on: [base.id] };
    const { status, body } = await remember('Backups must be made with pg_dump', rest);
    expect([status, body.tier]).toEqual([201, 'warn']);
    expect(body.warnings).toMatchObject([{ code: 'closed_dependency', claim: { id: base.id } }]);
    const asked = { op: 'remember', project: `p${project}`, reason: REASON, statement: 'Dumps must be encrypted' };
    const checked = await app.post('/v1/check', { ...asked, ...rest });
    expect(checked.body.warnings).toMatchObject([{ code: 'closed_dependency', claim: { id: base.id } }]);
  });
});

/** Fills in what only the writer can know. */
function fill(body: Record<string, unknown>, needs: string[]): Record<string, unknown> {
  const values: Record<string, string> = { 'scope.env': 'staging', valid_until: '2029' };
  const filled = structuredClone(body);
  for (const path of needs) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Record<string, unknown>>((node, key) => {
      node[key] ??= {};
      return node[key] as Record<string, unknown>;
    }, filled);
    parent[last] = values[path] ?? 'Because it was agreed';
  }
  return filled;
}
