import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askingSource } from '../../src/flows/asking-source.js';
import { recheckDue } from '../../src/jobs/recheck.js';
import { renormaliseDue, startRenormalising } from '../../src/jobs/renormalise.js';
import { openStatementReader } from '../../src/llm/statement-reader.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { fails, type LlmServer, restates, says, startLlmServer } from '../helpers/llm-server.js';

const fail = (error: unknown): never => {
  throw error;
};
const ignore = () => undefined;
const down = fails(401);

describe('a claim that nobody could read', () => {
  let llm: LlmServer;
  let app: TestApp;
  let project = 0;
  const remember = (statement: string, rest: object = {}) =>
    app.post('/v1/remember', { project: `p${project}`, statement, who: 'alice', reason: 'Agreed', ...rest });
  const read = async (id: string) => (await app.get(`/v1/claims/${id}?project=p${project}`)).body;
  const unguarded = async (): Promise<[string, string][]> =>
    (await app.get(`/v1/unguarded?project=p${project}`)).body.items.map(
      ({ why, claim }: { why: string; claim: { id: string } }) => [claim.id, why],
    );
  const dueNow = () => app.database.asAdmin('UPDATE jobs SET not_before = now()');

  beforeAll(async () => {
    llm = await startLlmServer();
    const reader = await openStatementReader({
      ...{ baseUrl: llm.baseUrl, apiKey: null, model: 'small', timeoutMs: 2000 },
      ...{ breaker: { failures: 1000, pauseMs: 1 }, clock: systemClock, random: systemRandom },
    });
    app = await createTestApp({ normSource: askingSource(reader) });
  });
  beforeEach(async () => {
    await app.database.asAdmin('DELETE FROM jobs');
    project++;
    llm.behave(restates);
  });
  afterAll(async () => {
    await app.close();
    await llm.close();
  });

  test('is read when the endpoint works again, and the contradiction opened', async () => {
    const one = (await remember('Backups must be enabled')).body.claim.id;
    llm.behave(down);
    const { status, body } = await remember('Backups must be disabled');
    const two = body.claim.id;
    expect([status, body.tier]).toEqual([201, 'warn']);
    expect(await unguarded()).toEqual([[two, 'failed_open']]);
    llm.behave(restates);
    expect(await renormaliseDue(app.deps, fail)).toBe(1);
    expect(await unguarded()).toEqual([[two, 'not_fully_compared']]);
    expect(await recheckDue(app.deps, fail)).toBe(1);
    expect(await unguarded()).toEqual([]);
    expect(await read(one)).toMatchObject({ is_disputed: true, disputed_with: [two] });
    expect(await read(two)).toMatchObject({
      ...{ is_disputed: true, disputed_with: [one], normalizer_state: 'read', guarded: true },
      norms: [{ modality: 'must', subject_kind: 'PRESENT' }],
    });
    const violations = await app.database.asAdmin(
      `SELECT kind, status FROM violations WHERE kind <> 'orphan' AND project = 'p${project}'`,
    );
    expect(violations).toEqual([{ kind: 'contradiction', status: 'open' }]);
  });

  test('keeps the version that nobody could read, which was believed until then', async () => {
    llm.behave(down);
    const { id, system_from } = (await remember('Queues must be drained')).body.claim;
    llm.behave(restates);
    await renormaliseDue(app.deps, fail);
    const { versions } = (await app.get(`/v1/claims/${id}/history?project=p${project}`)).body;
    expect(versions).toMatchObject([
      { normalizer_state: 'failed_open', system_from, system_until: expect.any(String) },
      { normalizer_state: 'read', system_until: null, status: 'active' },
    ]);
    expect(versions[1].system_from).toBe(versions[0].system_until);
  });

  test('is found by its new keys and by its text, and by no other any more', async () => {
    llm.behave(down);
    const { id } = (await remember('Caches must be warm')).body.claim;
    llm.behave(restates);
    await renormaliseDue(app.deps, fail);
    const rows = await app.database.asAdmin<{ listed: string[]; kept: string[] }>(
      `SELECT (SELECT array_agg(key ORDER BY key) FROM recall_keys WHERE claim_id = c.id) AS listed,
         (SELECT array_agg(key ORDER BY key) FROM unnest(lock_keys || recall_keys) AS key) AS kept
       FROM claims c WHERE id = '${id}' AND system_until IS NULL`,
    );
    expect(rows[0]?.listed).toEqual(rows[0]?.kept);
    expect((await remember('Caches must not be warm')).status).toBe(409);
    expect((await remember('caches must be warm!')).body).toMatchObject({ result: 'unchanged', claim: { id } });
  });

  test('makes a writer that did not see it decide again', async () => {
    llm.behave(down);
    const { id } = (await remember('Alarms must be loud')).body.claim;
    const heads = () =>
      app.database.asAdmin(`SELECT key, version FROM guard_head WHERE project = 'p${project}' ORDER BY key`);
    const before = await heads();
    llm.behave(restates);
    await renormaliseDue(app.deps, fail);
    const keys = await app.database.asAdmin<{ lock_keys: string[] }>(
      `SELECT lock_keys FROM claims WHERE id = '${id}' ORDER BY system_from`,
    );
    const after = await heads();
    expect(before).toHaveLength(1);
    expect(after.map(({ key }) => key).sort()).toEqual(keys.flatMap(({ lock_keys }) => lock_keys).sort());
    expect(after.find(({ key }) => key === before[0]?.key)).toMatchObject({ version: '2' });
  });

  test('never stands beside what contradicts it without being disputed, whoever comes first', async () => {
    for (let turn = 0; turn < 12; turn++) {
      project++;
      llm.behave(down);
      const { id } = (await remember('Alarms must be enabled')).body.claim;
      llm.behave(restates);
      const [, against] = await Promise.all([renormaliseDue(app.deps, fail), remember('Alarms must be disabled')]);
      await recheckDue(app.deps, fail);
      const isDisputed = against.status === 201;
      expect(await read(id)).toMatchObject({ normalizer_state: 'read', is_disputed: isDisputed });
    }
  });

  test('is an exact duplicate of one that was read, and the other way round', async () => {
    const one = (await remember('Logs must be kept and must not be sold')).body.claim.id;
    llm.behave(down);
    const again = await remember('logs must be kept  and must not be sold.');
    expect(again.body).toMatchObject({ result: 'unchanged', claim: { id: one } });
    const two = (await remember('Tokens must expire and must not be shared')).body.claim.id;
    expect((await remember('Tokens must expire and must not be shared')).body).toMatchObject({ claim: { id: two } });
    llm.behave(restates);
    expect((await remember('Tokens must expire and must not be shared')).body).toMatchObject({
      ...{ result: 'unchanged', claim: { id: two } },
    });
    expect((await remember('Tokens must expire and must not be shared', { scope: { env: 'dev' } })).status).toBe(201);
  });

  test('stays due while the endpoint fails, and takes no turn from the others', async () => {
    llm.behave(down);
    await remember('Builds must be signed');
    await remember('Images must be scanned');
    const errors: unknown[] = [];
    expect(await renormaliseDue(app.deps, (error) => errors.push(error))).toBe(0);
    expect(errors).toHaveLength(1);
    const jobs = await app.database.asAdmin("SELECT attempts FROM jobs WHERE kind = 'renormalise' ORDER BY attempts");
    expect(jobs).toEqual([{ attempts: 0 }, { attempts: 1 }]);
    llm.behave(restates);
    await dueNow();
    expect(await renormaliseDue(app.deps, fail)).toBe(2);
  });

  test('stays as it is where the answer is of no use, and is asked about again', async () => {
    llm.behave(says('Certainly!'));
    const { id } = (await remember('Builds must be signed')).body.claim;
    expect(await renormaliseDue(app.deps, ignore)).toBe(0);
    expect(await read(id)).toMatchObject({ normalizer_state: 'failed_open' });
    expect(await unguarded()).toEqual([[id, 'failed_open']]);
    await dueNow();
    llm.behave(restates);
    expect(await renormaliseDue(app.deps, fail)).toBe(1);
  });

  test('needs nothing when it is gone meanwhile, and is not asked about', async () => {
    llm.behave(down);
    const { id } = (await remember('Builds must be signed')).body.claim;
    await app.post('/v1/cancel', { project: `p${project}`, claim_id: id, who: 'alice', reason: 'Wrong' });
    llm.behave(restates);
    expect(await renormaliseDue(app.deps, fail)).toBe(1);
    expect(llm.asked).toHaveLength(0);
    expect(await app.database.asAdmin('SELECT 1 FROM jobs')).toEqual([]);
  });

  test('keeps the window that an update gave it', async () => {
    llm.behave(down);
    const { id } = (await remember('Staging must use port 8080', { valid_from: '2020' })).body.claim;
    llm.behave(restates);
    await app.post('/v1/supersede', {
      ...{ project: `p${project}`, claim_id: id, statement: 'Staging must use port 9090', who: 'bob' },
      ...{ reason: 'Moved', reason_kind: 'update', valid_from: '2026-02-01' },
    });
    expect(await renormaliseDue(app.deps, fail)).toBe(1);
    expect(await read(id)).toMatchObject({
      ...{ status: 'active', valid_until: { text: '2026-02-01' }, normalizer_state: 'read' },
      norms: [{ period: { from: { text: '2020-01-01T00:00:00Z' }, until: { text: '2026-02-01T00:00:00Z' } } }],
    });
    expect(await recheckDue(app.deps, fail)).toBe(1);
    expect(await read(id)).toMatchObject({ is_disputed: false });
  });

  test('is read in the background until that is stopped', async () => {
    llm.behave(down);
    const { id } = (await remember('Builds must be signed')).body.claim;
    llm.behave(restates);
    const work = startRenormalising(app.deps, ignore);
    await expect.poll(async () => (await read(id)).normalizer_state).toBe('read');
    await work.stop();
  });

  test('is replayed from the record, without asking anybody', async () => {
    await remember('Deploys must use a blue canary');
    llm.behave(down);
    const unread = (await remember('Canaries must be blue')).body.decision_id;
    llm.behave(restates);
    const refused = await remember('Deploys must use a red canary');
    expect(refused.status).toBe(409);
    llm.behave(down);
    for (const id of [unread, refused.body.decision_id]) {
      const { body } = await app.post(`/v1/decisions/${id}/replay`, { project: `p${project}` });
      expect(body).toMatchObject({ matches: true, differences: [] });
    }
    expect(llm.asked).toHaveLength(0);
    const { body } = await app.get(`/v1/decisions/${refused.body.decision_id}?project=p${project}`);
    expect(body.versions).toMatchObject({ source: 'llm:small' });
    expect(body.reading).toBeUndefined();
  });
});
