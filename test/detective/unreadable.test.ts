import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOn } from '../../src/flows/detective/pass.js';
import { readStories } from '../../src/jobs/detective.js';
import { beginAttempt } from '../../src/store/queries/detective/story-failures.js';
import { takeWalk } from '../../src/store/queries/detective/story-walks.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { facts, readAll } from '../helpers/stories.js';

const ON = 'The night export is enabled.';
const OFF = 'The night export is disabled.';
const OTHER = 'The night export writes to the archive.';

describe('a claim whose story can not be read', () => {
  let app: TestApp;
  const ingest = async (project: string, ...told: Parameters<typeof facts>): Promise<string[]> => {
    await app.post('/v1/ingest', { project, facts: facts(...told) });
    const text = 'SELECT id FROM claims WHERE project = $1 AND system_until IS NULL ORDER BY said_at';
    return (await app.database.asAdmin<{ id: string }>(text, [project])).map(({ id }) => id);
  };
  const found = async (project: string) => (await app.get(`/v1/findings?project=${project}`)).body.items;
  const stateOf = async (project: string) => (await app.get(`/v1/diagnose?project=${project}`)).body.detective;
  /** As a version of the program that is to come might store it. */
  const spoil = (id: string) =>
    app.database.asAdmin(`UPDATE claims SET reading = '{"norms": [{"tokens": 7}]}' WHERE id = $1`, [id]);
  /** All that is due, as the job does it; answers what it reports. */
  const readDue = async () => {
    const faults: unknown[] = [];
    while ((await readStories(app.deps, (error) => faults.push(error), { debounceMs: 0 })) > 0);
    return faults;
  };
  const letTimePass = (project: string) =>
    app.database.asAdmin(
      'UPDATE story_failures SET not_before = clock_timestamp() WHERE project = $1 AND not_before IS NOT NULL',
      [project],
    );

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('keeps it from no other one, is told of, tried some times and then left alone', async () => {
    const [, , , spoilt = ''] = await ingest('spoilt', ON, OFF, ON, OTHER);
    await spoil(spoilt);
    expect(await readDue()).toHaveLength(1);
    expect((await found('spoilt')).map(({ kind }: { kind: string }) => kind)).toEqual(['reversal']);
    expect(await stateOf('spoilt')).toMatchObject({
      ...{ is_behind: false, covered: { claims_failed: 1 } },
      failures: [{ claim_id: spoilt, attempts: 1, retried_at: expect.stringMatching(/^\d{4}-.*Z$/) }],
    });
    for (let time = 2; time <= 5; time += 1) {
      await letTimePass('spoilt');
      expect(await readDue()).toHaveLength(1);
    }
    const failures = [{ claim_id: spoilt, attempts: 5, retried_at: null }];
    expect(await stateOf('spoilt')).toMatchObject({ is_behind: false, failures });
    await letTimePass('spoilt');
    expect(await readDue()).toEqual([]);
  });

  test('is read once it can be, when somebody asks for it or it is said anew', async () => {
    const [, , asked = ''] = await ingest('mended', ON, OFF, ON);
    const [good] = await app.database.asAdmin<{ reading: object }>('SELECT reading FROM claims WHERE id = $1', [asked]);
    await spoil(asked);
    await readDue();
    const first = (await app.post('/v1/investigate', { project: 'mended' })).body;
    expect([first.result, first.coverage.claims_failed, first.findings]).toEqual(['finished', 1, []]);
    await app.database.asAdmin('UPDATE claims SET reading = $2 WHERE id = $1', [asked, JSON.stringify(good?.reading)]);
    const { findings, coverage } = (await app.post('/v1/investigate', { project: 'mended' })).body;
    expect([findings.length, coverage.claims_failed]).toEqual([1, 0]);
    expect((await stateOf('mended')).failures).toEqual([]);
  });

  test('and that ends the process does so once: the others are read without it', async () => {
    await readAll(app);
    const [, , , deadly = ''] = await ingest('deadly', ON, OFF, ON, OTHER);
    const tenant = { orgId: 'default', project: 'deadly' };
    const due = () =>
      app.database.asAdmin("UPDATE story_walks SET not_before = clock_timestamp() WHERE project = 'deadly'");
    for (let time = 0; time < 3; time += 1) {
      // As if the process were killed each time before it noted how far it came.
      expect((await app.store.tenant('default', takeWalk))?.tenant.project).toBe('deadly');
      await due();
    }
    const [version] = await app.database.asAdmin<{ at: string }>(
      'SELECT system_from::text AS at FROM claims WHERE id = $1',
      [deadly],
    );
    // And once more while it read this one by itself.
    await app.store.tenant('default', (db) => beginAttempt(db, tenant, { id: deadly, systemFrom: version?.at ?? '' }));
    const walk = await app.store.tenant('default', takeWalk);
    expect(walk).toMatchObject({ tenant, attempts: 4 });
    if (walk !== null)
      expect(await readOn(app.deps, walk, 0)).toMatchObject({ coverage: { claimsFailed: 0 }, faults: [] });
    expect(await found('deadly')).toHaveLength(1);
    expect(await stateOf('deadly')).toMatchObject({ is_behind: false, failures: [{ claim_id: deadly, attempts: 1 }] });
  });
});
