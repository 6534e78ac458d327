import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueDue, takeAndDo } from '../../src/flows/consistency/queue.js';
import { doRun } from '../../src/flows/consistency/run.js';
import { takeRun } from '../../src/store/queries/consistency/runs.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { oddWorld } from '../helpers/odd-world.js';
import { runFull } from '../helpers/violations.js';

/** Two replicas on one database. */
let [one, other]: [TestApp, TestApp] = [] as never;

beforeAll(async () => {
  one = await createTestApp();
  other = await createTestApp({}, { sharedDatabase: one.database });
});
afterAll(async () => {
  await other?.close();
  await one?.close();
});

const runsOf = (project: string) =>
  one.database.asAdmin<{ id: string; status: string; attempts: number; due_key: string | null; orphans_found: number }>(
    `SELECT id, status, attempts, due_key, orphans_found FROM consistency_runs WHERE project = $1 AND mode = 'batch' ORDER BY requested_at, id`,
    [project],
  );
const queue = (app: TestApp, project: string, scope = 'full') =>
  app.post('/v1/lore/run-consistency-check', { project, scope });
const ORG = 'default';

describe('batch runs', () => {
  test('are each done by one of two replicas', async () => {
    await oddWorld(one, 'shared');
    for (let turn = 0; turn < 5; turn++) {
      await queue(one, 'shared');
      const did = await Promise.all([takeAndDo(one.deps, ORG), takeAndDo(other.deps, ORG)]);
      expect(did.filter(Boolean)).toHaveLength(1);
    }
    const runs = await runsOf('shared');
    expect(runs.map(({ status, attempts }) => [status, attempts])).toEqual(Array(5).fill(['finished', 1]));
  });

  test('are asked for once a time of the schedule, whichever replica comes first', async () => {
    await oddWorld(one, 'nightly');
    await one.database.asAdmin(`UPDATE projects SET created_at = '2026-11-01' WHERE project = 'nightly'`);
    const night = Date.UTC(2026, 10, 24, 3, 0, 10);
    const at = (app: TestApp, now: number) => ({ ...app.deps, clock: { ...app.deps.clock, now: () => now } });
    for (const now of [night, night + 60_000, night + 3_600_000]) {
      await Promise.all([queueDue(at(one, now), ORG, '0 3 * * *'), queueDue(at(other, now), ORG, '0 3 * * *')]);
    }
    expect((await runsOf('nightly')).map(({ due_key }) => due_key)).toEqual(['2026-11-24T03:00:00.000Z']);
    await Promise.all([takeAndDo(one.deps, ORG), takeAndDo(other.deps, ORG)]);
    await queueDue(at(one, night + 86_400_000), ORG, '0 3 * * *');
    expect((await runsOf('nightly')).map(({ due_key }) => due_key)).toEqual([
      '2026-11-24T03:00:00.000Z',
      '2026-11-25T03:00:00.000Z',
    ]);
    await takeAndDo(one.deps, ORG);
  });

  test('are meant in the time zone of the project', async () => {
    await oddWorld(one, 'berlin');
    await one.put('/v1/settings', { project: 'berlin', consistency: { time_zone: 'Europe/Berlin' } });
    await one.database.asAdmin(`UPDATE projects SET created_at = '2026-11-01' WHERE project = 'berlin'`);
    const deps = { ...one.deps, clock: { ...one.deps.clock, now: () => Date.UTC(2026, 10, 20, 2, 30) } };
    await queueDue(deps, ORG, '0 3 * * *');
    expect((await runsOf('berlin')).map(({ due_key }) => due_key)).toEqual(['2026-11-20T02:00:00.000Z']);
    await one.database.asAdmin(`DELETE FROM consistency_runs WHERE status = 'queued'`);
  });

  test('that die are closed and done again by another, and nothing is found twice', async () => {
    await oddWorld(one, 'dying');
    await one.database.asAdmin(`DELETE FROM violations WHERE project = 'dying'`);
    await queue(one, 'dying');
    const taken = await one.store.tenant(ORG, (db) => takeRun(db, () => one.deps.ids.next()));
    expect(taken?.tenant.project).toBe('dying');
    // Nobody takes it while its lease lasts.
    expect(await takeAndDo(other.deps, ORG)).toBe(false);
    await one.database.asAdmin(`UPDATE consistency_runs SET lease_until = now() - interval '1 second' WHERE project = 'dying'
      AND status = 'running'`);
    expect(await takeAndDo(other.deps, ORG)).toBe(true);
    const runs = await runsOf('dying');
    expect(runs.map(({ status }) => status).sort()).toEqual(['failed', 'finished']);
    expect(runs.find(({ status }) => status === 'finished')?.orphans_found).toBe(2);
    // The one that fell silent wakes up, and finds that the run is not its own any more.
    if (taken === null) throw new Error('nothing was taken');
    expect(await doRun(one.deps, taken)).toBeNull();
    const [counted] = await one.database.asAdmin<{ n: number }>(
      `SELECT count(*)::int AS n FROM violations WHERE project = 'dying'`,
    );
    expect(counted?.n).toBe(4);
  });

  test('that die again and again are given up', async () => {
    await queue(one, 'doomed');
    for (let turn = 0; turn < 5; turn++) {
      await one.store.tenant(ORG, (db) => takeRun(db, () => one.deps.ids.next()));
      await one.database.asAdmin(`UPDATE consistency_runs SET lease_until = now() - interval '1 second' WHERE project = 'doomed'
        AND status = 'running'`);
    }
    const runs = await runsOf('doomed');
    expect(runs.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  });

  test('that are to stop wait for another to do them', async () => {
    await oddWorld(one, 'stopped');
    await queue(one, 'stopped');
    const stop = new AbortController();
    stop.abort();
    await takeAndDo(one.deps, ORG, stop.signal);
    expect((await runsOf('stopped')).map(({ status }) => status)).toEqual(['queued']);
    expect(await takeAndDo(other.deps, ORG)).toBe(true);
    expect((await runsOf('stopped')).map(({ status }) => status)).toEqual(['finished']);
  });

  test('agree with writes at the same time on what is open', async () => {
    const write = (n: number) =>
      one.post('/v1/ingest', {
        ...{ project: 'busy', source: `tale ${n}` },
        entities: [
          { type: 'Person', name: `P${n}` },
          { type: 'Kingdom', name: 'Karth' },
        ],
        relations: [{ type: 'RULES', from: `P${n}`, to: 'Karth', valid_from: '1300', valid_until: '1340' }],
      });
    await Promise.all([...Array.from({ length: 6 }, (_, n) => write(n)), runFull(one, 'busy')]);
    await runFull(one, 'busy');
    const [pairs] = await one.database.asAdmin<{ n: number }>(
      `SELECT count(*)::int AS n FROM violations WHERE project = 'busy' AND kind = 'contradiction' AND status = 'open'`,
    );
    expect(pairs?.n).toBe(15);
  });
});
