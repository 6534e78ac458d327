import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recheckDue, startRechecks } from '../../src/jobs/recheck.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

const fail = (error: unknown): never => {
  throw error;
};

describe('the re-check of claims that were not fully compared', () => {
  let app: TestApp;
  let project = 0;
  const remember = (statement: string) =>
    app.post('/v1/remember', { project: `p${project}`, statement, who: 'alice', reason: 'Agreed' });
  const read = async (id: string) => (await app.get(`/v1/claims/${id}?project=p${project}`)).body;

  /** Two claims that contradict each other, of which the second was stored as in a race that it kept losing. */
  async function storeBoth(first: string, second: string): Promise<[string, string]> {
    project++;
    const one = (await remember(first)).body.claim.id;
    await app.database.asAdmin(`DELETE FROM recall_keys WHERE claim_id = '${one}'`);
    const two = (await remember(second)).body.claim.id;
    await app.database.asAdmin(
      `INSERT INTO recall_keys SELECT org_id, project, unnest(lock_keys || recall_keys), id, octet_length(statement) FROM claims WHERE id = '${one}'`,
    );
    await app.database.asAdmin(
      `INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
       VALUES ('default', 'p${project}', 'recheck', '${two}', now(), now())`,
    );
    return [one, two];
  }

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('opens the contradiction that was missed, and both become disputed', async () => {
    const [one, two] = await storeBoth('Backups must be enabled', 'Backups must be disabled');
    expect(await recheckDue(app.deps, fail)).toBe(1);
    expect(await read(one)).toMatchObject({ status: 'active', is_disputed: true, disputed_with: [two] });
    expect(await read(two)).toMatchObject({ status: 'active', is_disputed: true, disputed_with: [one] });
    const violations = await app.database.asAdmin(
      `SELECT kind, status FROM violations WHERE kind <> 'orphan' AND project = 'p${project}'`,
    );
    expect(violations).toEqual([{ kind: 'contradiction', status: 'open' }]);
  });

  test('is done once, and leaves what contradicts nothing as it is', async () => {
    const [one, two] = await storeBoth('Queues must be drained', 'Caches must be warmed');
    expect(await recheckDue(app.deps, fail)).toBe(1);
    expect(await recheckDue(app.deps, fail)).toBe(0);
    expect(await read(one)).toMatchObject({ is_disputed: false });
    expect(await read(two)).toMatchObject({ is_disputed: false });
  });

  test('a claim that is gone meanwhile needs none', async () => {
    const [one, two] = await storeBoth('Alarms must be enabled', 'Alarms must be disabled');
    await app.post('/v1/cancel', { project: `p${project}`, claim_id: two, who: 'alice', reason: 'Wrong' });
    expect(await recheckDue(app.deps, fail)).toBe(1);
    expect(await read(one)).toMatchObject({ is_disputed: false });
  });

  test('a job that fails is reported and stays due', async () => {
    await storeBoth('Lint runs must be enabled', 'Lint runs must be disabled');
    const errors: unknown[] = [];
    const broken = { ...app.deps, ids: { next: () => 'not an id' } };
    expect(await recheckDue(broken, (error) => errors.push(error))).toBe(0);
    expect(errors).toHaveLength(1);
    await app.database.asAdmin('UPDATE jobs SET not_before = now()');
    expect(await recheckDue(app.deps, fail)).toBe(1);
  });

  test('a job that fails keeps none of the others back', async () => {
    const [, two] = await storeBoth('Probes must be enabled', 'Probes must be disabled');
    const free = (await remember('Mirrors must be synced')).body.claim.id;
    await app.database.asAdmin(
      `INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
       VALUES ('default', 'p${project}', 'recheck', '${free}', now(), now())`,
    );
    const errors: unknown[] = [];
    const broken = { ...app.deps, ids: { next: () => 'not an id' } };
    await recheckDue(broken, (error) => errors.push(error));
    expect(errors).toHaveLength(1);
    const left = await app.database.asAdmin(`SELECT claim_id FROM jobs WHERE project = 'p${project}'`);
    expect(left).toEqual([{ claim_id: two }]);
    await app.database.asAdmin('UPDATE jobs SET not_before = now()');
    await recheckDue(app.deps, fail);
    expect(await read(two)).toMatchObject({ is_disputed: true });
  });

  test('runs in the background until it is stopped', async () => {
    const [one] = await storeBoth('Reviews must be required', 'Reviews must not be required');
    const work = startRechecks(app.deps, fail);
    await expect.poll(async () => (await read(one)).is_disputed).toBe(true);
    await work.stop();
  });
});
