import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doWaiting } from '../../src/jobs/consistency.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { oddWorld } from '../helpers/odd-world.js';

describe('run_consistency_check', () => {
  let app: TestApp;
  const check = (body: object) => app.post('/v1/lore/run-consistency-check', { project: 'odd', ...body });

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
  });
  afterAll(() => app?.close());

  test('200 checks an entity at once, and finds nothing twice', async () => {
    const { status, body } = await check({ scope: 'entity', entity: 'Karth' });
    expect([status, body.result]).toEqual([200, 'finished']);
    expect(body.run).toMatchObject({ mode: 'batch', scope: 'entity', violations_found: 0, errors: [] });
    await app.database.asAdmin(`DELETE FROM violations WHERE project = 'odd' AND kind = 'contradiction'`);
    expect((await check({ scope: 'entity', entity: 'Karth' })).body.run.violations_found).toBe(1);
  });

  test('202 queues a run of everything once, however often it is asked for', async () => {
    const [first, second] = [await check({ scope: 'full' }), await check({ scope: 'full' })];
    expect([first.status, first.body.result, second.body.result]).toEqual([202, 'queued', 'already_queued']);
    expect(second.body.run.id).toBe(first.body.run.id);
    const done = await doWaiting(app.deps, (error) => {
      throw error;
    });
    expect(done).toBe(1);
  });

  test('202 queues a run of an era', async () => {
    await app.post('/v1/lore/add-entity', { project: 'odd', type: 'Era', name: 'Glass Age' });
    const { status, body } = await check({ scope: 'era', entity: 'Glass Age' });
    expect([status, body.run.scope]).toEqual([202, 'era']);
    await doWaiting(app.deps, (error) => {
      throw error;
    });
    const { run } = (await app.get(`/v1/lore/latest-run?project=odd&run_id=${body.run.id}`)).body;
    expect(run).toMatchObject({ status: 'finished', scope: 'era', errors: [] });
  });

  test('400 where it is not said what to look at, or that is no era', async () => {
    expect(await check({ scope: 'entity' })).toMatchObject({ status: 400, body: { errors: [{ path: 'entity' }] } });
    expect((await check({ scope: 'era', entity: 'Karth' })).status).toBe(400);
    expect((await check({ scope: 'some' })).status).toBe(400);
  });

  test('404 for an entity that there is not', async () => {
    expect((await check({ scope: 'entity', entity: 'Nobody' })).body.code).toBe('unknown_entity');
  });

  test('422 for a name that several bear', async () => {
    await app.post('/v1/lore/add-entity', { project: 'odd', type: 'Faction', name: 'Karth' });
    expect((await check({ scope: 'entity', entity: 'Karth' })).status).toBe(422);
  });

  test('429 for more than ten runs within the hour', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      const { status, body } = await app.post('/v1/lore/run-consistency-check', { project: 'busy', scope: 'full' });
      statuses.push(status);
      await app.database.asAdmin(`UPDATE consistency_runs SET status = 'finished' WHERE project = 'busy'`);
      if (status === 429) expect(body.code).toBe('rate_limited');
    }
    expect(statuses).toEqual([...Array(10).fill(202), 429]);
  });
});
