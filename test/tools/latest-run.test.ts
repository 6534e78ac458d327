import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { oddWorld } from '../helpers/odd-world.js';
import { runFull } from '../helpers/violations.js';

describe('latest_run', () => {
  let app: TestApp;
  const get = (query: Record<string, string> = {}) =>
    app.get(`/v1/lore/latest-run?${new URLSearchParams({ project: 'odd', ...query })}`);

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('200 is stale where nothing ever ran', async () => {
    const { status, body } = await get({ project: 'empty' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ run: null, last_full: null, age_seconds: null, stale: true, waiting: [] });
  });

  test('200 tells of the live run after a write, which does not make the record fresh', async () => {
    await oddWorld(app, 'odd');
    const { body } = await get();
    expect(body.run).toMatchObject({ mode: 'live', scope: 'write', status: 'finished', violations_found: 1 });
    expect(body.run).toMatchObject({ anachronisms_found: 1, orphans_found: 2, errors: [] });
    expect(body).toMatchObject({ stale: true, open: { contradictions: 1, anachronisms: 1, orphans: 2 } });
  });

  test('200 tells of a run that waits, and is fresh once it has ended', async () => {
    const { body: asked } = await app.post('/v1/lore/run-consistency-check', { project: 'odd', scope: 'full' });
    expect((await get()).body.waiting).toMatchObject([{ id: asked.run.id, status: 'queued', progress: { total: 0 } }]);
    await runFull(app, 'odd');
    const { body } = await get({ run_id: asked.run.id, rates: 'true' });
    expect(body).toMatchObject({ stale: false, waiting: [], run: { id: asked.run.id, status: 'finished' } });
    expect(body.last_full.id).toBe(asked.run.id);
    expect(body.run.progress.done).toBe(body.run.progress.total);
    const rate = body.rates.find(({ rule_id }: { rule_id: string }) => rule_id === 'relation_exclusive');
    expect(rate.open).toBe(1);
    expect(rate.per_thousand).toBeGreaterThan(100);
  });

  test('200 is stale again after a day', async () => {
    await app.database.asAdmin(`UPDATE consistency_runs SET finished_at = finished_at - interval '25 hours'
      WHERE project = 'odd' AND scope = 'full'`);
    const { body } = await get();
    expect(body.stale).toBe(true);
    expect(body.age_seconds).toBeGreaterThan(24 * 3600);
    const { caveats } = (await app.get('/v1/lore/lookup?project=odd&query=Karth')).body;
    expect(caveats).toMatchObject([{ code: 'stale_run', age_seconds: expect.any(Number) }]);
    const open = { open: 2, age_seconds: expect.any(Number) };
    expect(body.caveats).toMatchObject([{ code: 'stale_run', ...open }]);
    expect(body).toMatchObject({ confidence: null, is_disputed: false, sources: [], time_defaulted: false });
    expect(body.violations).toMatchObject({ contradictions: 1, anachronisms: 1, orphans: 2 });
    await app.put('/v1/settings', { project: 'odd', consistency: { many_violations: 2 } });
    expect((await get()).body.caveats).toMatchObject([{ code: 'many_violations', ids: [], ...open }, {}]);
  });

  test('400 for an id that is none', async () => {
    expect((await get({ run_id: 'x' })).status).toBe(400);
  });

  test('404 for a run that there is not', async () => {
    expect((await get({ run_id: app.deps.ids.next() })).status).toBe(404);
  });
});
