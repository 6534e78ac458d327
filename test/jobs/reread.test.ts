import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeWalk } from '../../src/flows/reread.js';
import { NORM_VERSION } from '../../src/guard/pipeline.js';
import { recheckDue } from '../../src/jobs/recheck.js';
import { rereadOlder, startRereading } from '../../src/jobs/reread.js';
import { readBefore } from '../../src/store/queries/claims/reread.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

const fail = (error: unknown): never => {
  throw error;
};

describe('claims that an older normalizer read', () => {
  let app: TestApp;
  let project = 0;
  const remember = (statement: string, rest: object = {}) =>
    app.post('/v1/remember', { project: `p${project}`, statement, who: 'alice', reason: 'Agreed', ...rest });
  const read = async (id: string) => (await app.get(`/v1/claims/${id}?project=p${project}`)).body;
  const versions = async (id: string) =>
    (await app.get(`/v1/claims/${id}/history?project=p${project}`)).body.versions.length;
  const walks = () => app.database.asAdmin<{ cursor: string; ended_at: unknown }>('SELECT * FROM rereads');

  /** As an older release would have stored it: read otherwise, and found under other keys. */
  async function older(id: string, reading: object = {}): Promise<void> {
    await app.database.asAdmin(
      `UPDATE claims SET norm_version = 1, lock_keys = '{old}', recall_keys = '{older}',
         reading = (reading::jsonb || $2::jsonb)::json WHERE id = $1`,
      [id, JSON.stringify({ normVersion: 1, norms: [], ...reading })],
    );
    await app.database.asAdmin('DELETE FROM recall_keys WHERE claim_id = $1', [id]);
    await app.database.asAdmin(
      `INSERT INTO recall_keys SELECT org_id, project, unnest(lock_keys || recall_keys), id, octet_length(statement) FROM claims WHERE id = $1`,
      [id],
    );
  }

  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    project++;
    await app.database.asAdmin('DELETE FROM rereads');
    await app.database.asAdmin('DELETE FROM jobs');
    await app.database.asAdmin('DELETE FROM recall_keys');
    await app.database.asAdmin("UPDATE claims SET system_until = clock_timestamp(), status = 'cancelled'");
  });
  afterAll(() => app.close());

  test('are read again, found by their new keys, and what they contradict is opened', async () => {
    const one = (await remember('Backups must be enabled')).body.claim.id;
    await older(one);
    const two = (await remember('Backups must be disabled')).body.claim.id;
    await rereadOlder(app.deps, fail);
    expect(await read(one)).toMatchObject({ norms: [{ modality: 'must' }], system_until: null });
    expect(await versions(one)).toBe(2);
    expect(await recheckDue(app.deps, fail)).toBe(1);
    expect(await read(two)).toMatchObject({ is_disputed: true, disputed_with: [one] });
    const { body } = await remember('Backups must be disabled', { scope: { env: 'dev' } });
    expect(body.conflicts).toHaveLength(1);
  });

  test('get no new version where nothing comes out differently', async () => {
    const { id } = (await remember('Backups must be enabled')).body.claim;
    await app.database.asAdmin(
      `UPDATE claims SET norm_version = 1, reading = regexp_replace(reading::text, '"normVersion":\\d+',
         '"normVersion":1')::json WHERE id = $1`,
      [id],
    );
    await rereadOlder(app.deps, fail);
    expect(await versions(id)).toBe(1);
    expect(await app.database.asAdmin('SELECT 1 FROM jobs')).toEqual([]);
  });

  test('are read as of the day they were told, with the window and scope that they have', async () => {
    const said = { scope: { env: 'prod' }, valid_from: '2020', valid_until: '2030' };
    const { id } = (await remember('Backups must be enabled', said)).body.claim;
    const before = (await read(id)).norms;
    await older(id);
    await rereadOlder(app.deps, fail);
    expect((await read(id)).norms).toEqual(before);
    expect(await read(id)).toMatchObject({ valid_from: { text: '2020' }, valid_until: { text: '2030' } });
  });

  test('are each told on a day of their own', async () => {
    const told: string[] = [];
    for (const thing of ['Backups', 'Caches'])
      told.push((await remember(`${thing} must be kept`)).body.claim.system_from);
    const tenant = { orgId: 'default', project: `p${project}` };
    const all = { normVersion: NORM_VERSION + 1, after: '00000000-0000-0000-0000-000000000000', limit: 10 };
    const { items } = await app.store.tenant('default', (db) => readBefore(db, tenant, all));
    expect(items.map(({ toldAt }) => toldAt)).toEqual(told);
  });

  test('are passed once: the walk goes on from where it was, and ends when nobody can write older ones', async () => {
    const one = (await remember('Backups must be enabled')).body.claim.id;
    await older(one);
    await rereadOlder(app.deps, fail);
    expect(await walks()).toContainEqual(
      expect.objectContaining({ project: `p${project}`, cursor: one, ended_at: null }),
    );
    const late = (await remember('Caches must be warm')).body.claim.id;
    await older(late);
    await app.database.asAdmin('UPDATE rereads SET leased_until = now()');
    await rereadOlder(app.deps, fail);
    expect([await versions(one), await versions(late)]).toEqual([2, 2]);
    await app.database.asAdmin("UPDATE rereads SET leased_until = now(), started_at = now() - interval '11 minutes'");
    await rereadOlder(app.deps, fail);
    for (const { ended_at } of await walks()) expect(ended_at).not.toBeNull();
    expect(await takeWalk(app.deps, 'default')).toBeNull();
  });

  test('are one server’s at a time, however many walk', async () => {
    const ids: string[] = [];
    for (const thing of ['Backups', 'Caches', 'Queues', 'Alarms']) {
      const { id } = (await remember(`${thing} must be enabled`)).body.claim;
      await older(id);
      ids.push(id);
    }
    let held = 0;
    while ((await takeWalk(app.deps, 'default')) !== null) held++;
    expect(held).toBeGreaterThan(0);
    await rereadOlder(app.deps, fail);
    for (const id of ids) expect(await versions(id)).toBe(1);
    await app.database.asAdmin('UPDATE rereads SET leased_until = now()');
    await Promise.all([1, 2, 3].map(() => rereadOlder(app.deps, fail)));
    for (const id of ids) expect(await versions(id)).toBe(2);
  });

  test('keep their reading where the source fails, and the walk stays where it was', async () => {
    const { id } = (await remember('Backups must be enabled')).body.claim;
    await older(id, { source: 'llm:small' });
    const errors: unknown[] = [];
    const broken = { ...app.deps, normSource: fail };
    await rereadOlder(broken, (error) => errors.push(error));
    expect(errors).toHaveLength(1);
    expect(await versions(id)).toBe(1);
    await app.database.asAdmin('UPDATE rereads SET leased_until = now()');
    await rereadOlder(app.deps, fail);
    expect(await versions(id)).toBe(2);
    expect((await read(id)).normalizer_state).toBe('read');
  });

  test('are read by the rules where the rules read them before, whatever reads now', async () => {
    const { id } = (await remember('Backups must be enabled')).body.claim;
    await older(id);
    await rereadOlder({ ...app.deps, normSource: fail }, fail);
    expect(await versions(id)).toBe(2);
  });

  test('are left alone when they are no longer active, or nobody could read them', async () => {
    const gone = (await remember('Backups must be enabled')).body.claim.id;
    await older(gone);
    await app.post('/v1/cancel', { project: `p${project}`, claim_id: gone, who: 'alice', reason: 'Wrong' });
    const unread = (await remember('Caches must be warm')).body.claim.id;
    await older(unread, { normalizerState: 'failed_open' });
    await app.database.asAdmin("UPDATE claims SET normalizer_state = 'failed_open' WHERE id = $1", [unread]);
    await rereadOlder(app.deps, fail);
    expect([await versions(gone), await versions(unread)]).toEqual([2, 1]);
  });

  test('are read in the background until that is stopped', async () => {
    const { id } = (await remember('Backups must be enabled')).body.claim;
    await older(id);
    const work = startRereading(app.deps, fail);
    await expect.poll(() => versions(id)).toBe(2);
    await work.stop();
    expect((await read(id)).norms).not.toEqual([]);
    const rows = await app.database.asAdmin('SELECT max(norm_version) AS newest FROM claims WHERE id = $1', [id]);
    expect(rows).toEqual([{ newest: NORM_VERSION }]);
  });
});
