import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { getRelation } from '../../src/store/queries/lore/relations.js';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { dispute, disputedPair, newRelation } from '../helpers/lore.js';

const TENANT = { orgId: 'default', project: 'default' };

describe('resolve_contradiction', () => {
  let app: TestApp;
  const settle = (body: object, headers = {}) =>
    app.post('/v1/lore/resolve-contradiction', { reason: 'Looked up', ...body }, headers);
  const pair = () => app.store.tenant('default', (db) => disputedPair(db, TENANT));
  const relation = (id: string, knownAt?: string) =>
    app.store.tenant('default', (db) => getRelation(db, TENANT, id, knownAt));
  const remember = async (statement: string, rest = {}) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest })).body.claim.id;
  const claim = async (id: string) => (await app.get(`/v1/claims/${id}`)).body;
  const contradictionOf = async (id: string) => {
    const { items } = (await app.get('/v1/contradictions?status=all&limit=200')).body;
    return items.find(({ sides }: { sides: { id: string }[] }) => sides.some((side) => side.id === id));
  };
  /** Two claims that contradict each other, both stored. */
  const claims = async (first: string, second: string) => {
    const [a, b] = [await remember(first), await remember(second, { force_exception: true })];
    return { a, b, id: (await contradictionOf(a)).id };
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 keeps one relation and takes the other back', async () => {
    const { ids, violationId, believed } = await pair();
    const { status, body } = await settle({ id: violationId, action: 'keep', keep: ids[1], who: 'mara' });
    expect([status, body.result]).toEqual([200, 'resolved']);
    expect(body.contradiction).toMatchObject({ id: violationId, status: 'resolved', resolution: 'keep' });
    expect(body.contradiction.resolved_at).not.toBeNull();
    expect(await relation(ids[0])).toMatchObject({ status: 'retracted', isDisputed: false });
    expect(await relation(ids[1])).toMatchObject({ status: 'active', isDisputed: false, disputedWith: [] });
    expect(await relation(ids[0], believed)).toMatchObject({ status: 'active' });
    const audit = await app.get(`/v1/audit?node_id=${violationId}`);
    expect(audit.body.items).toMatchObject([{ action: 'resolve_contradiction', who: 'mara', reason: 'Looked up' }]);
  });

  test('200 ends the other contradictions of what is taken back, and no others', async () => {
    const { ids, violationId } = await pair();
    const third = newRelation();
    const [gone, left] = await app.store.tenant('default', async (db) => {
      await insertRelations(db, TENANT, [{ relation: third, keys: [] }]);
      return [await dispute(db, TENANT, ids[0], third.id), await dispute(db, TENANT, ids[1], third.id)];
    });
    await settle({ id: violationId, action: 'keep', keep: ids[1] });
    expect(await relation(third.id)).toMatchObject({ isDisputed: true, disputedWith: [ids[1]] });
    expect(await relation(ids[1])).toMatchObject({ isDisputed: true, disputedWith: [third.id] });
    const statuses = await app.database.asAdmin(
      'SELECT id, status, resolution FROM violations WHERE id = ANY ($1) ORDER BY id',
      [[gone, left]],
    );
    expect(statuses).toEqual([
      { id: gone, status: 'resolved', resolution: 'gone' },
      { id: left, status: 'open', resolution: null },
    ]);
  });

  test('200 merges into the earlier side', async () => {
    const { ids, violationId } = await pair();
    expect((await settle({ id: violationId, action: 'merge' })).body.contradiction.resolution).toBe('merge');
    const [first, second] = [...ids].sort();
    expect(await relation(first ?? '')).toMatchObject({ status: 'active', isDisputed: false });
    expect(await relation(second ?? '')).toMatchObject({ status: 'superseded', supersededBy: first });
  });

  test('200 dismisses, and the pair is never raised again', async () => {
    const { ids, violationId } = await pair();
    expect((await settle({ id: violationId, action: 'dismiss' })).body.result).toBe('dismissed');
    for (const id of ids) expect(await relation(id)).toMatchObject({ status: 'active', isDisputed: false });
    await app.store.tenant('default', (db) => dispute(db, TENANT, ids[0], ids[1]));
    const rows = await app.database.asAdmin('SELECT status FROM violations WHERE $1 = ANY (sides)', [ids[0]]);
    expect(rows).toEqual([{ status: 'dismissed' }]);
  });

  test('200 keeps one claim and cancels the other', async () => {
    const { a, b, id } = await claims('Backups must be encrypted', 'Backups must not be encrypted');
    expect(await claim(a)).toMatchObject({ is_disputed: true });
    await settle({ id, action: 'keep', keep: a });
    expect(await claim(a)).toMatchObject({ status: 'active', is_disputed: false, disputed_with: [] });
    expect(await claim(b)).toMatchObject({ status: 'cancelled', is_disputed: false });
    const again = await app.post('/v1/check', {
      ...{ op: 'remember', statement: 'Backups must not be encrypted', who: 'bob', reason: 'x' },
    });
    expect(again.body.conflicts.map((one: { claim: { id: string } }) => one.claim.id)).toEqual([a]);
  });

  test('200 merges and dismisses claims', async () => {
    const merged = await claims('Queues must be drained', 'Queues must not be drained');
    await settle({ id: merged.id, action: 'merge', keep: merged.b });
    expect(await claim(merged.a)).toMatchObject({ status: 'superseded', superseded_by: merged.b, is_disputed: false });
    expect(await claim(merged.b)).toMatchObject({ status: 'active', is_disputed: false });
    const both = await claims('Caches must be warmed', 'Caches must not be warmed');
    await settle({ id: both.id, action: 'dismiss' });
    for (const id of [both.a, both.b]) expect(await claim(id)).toMatchObject({ status: 'active', is_disputed: false });
    expect(await contradictionOf(both.a)).toMatchObject({ about: 'claim', status: 'dismissed' });
  });

  test('200 of two who settle it differently one wins', async () => {
    const { ids, violationId } = await pair();
    const both = await Promise.all(ids.map((keep) => settle({ id: violationId, action: 'keep', keep })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const statuses = await Promise.all(ids.map(async (id) => (await relation(id))?.status));
    expect([...statuses].sort()).toEqual(['active', 'retracted']);
  });

  test('400 where the kept one is missing or no side of it', async () => {
    const { violationId } = await pair();
    for (const keep of [undefined, v7()]) {
      const { status, body } = await settle({ id: violationId, action: 'keep', keep });
      expect([status, body.errors[0].path]).toEqual([400, 'keep']);
    }
  });

  test('404 for an unknown contradiction', async () => {
    expect(await settle({ id: v7(), action: 'dismiss' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('409 for one that is settled', async () => {
    const { violationId } = await pair();
    await settle({ id: violationId, action: 'dismiss' });
    expect(await settle({ id: violationId, action: 'merge' })).toMatchObject({
      ...{ status: 409, body: { code: 'already_settled' } },
    });
  });

  test('403 for a writer', async () => {
    expect((await settle({ id: v7(), action: 'dismiss' }, bearer(await app.keyFor('writer')))).status).toBe(403);
  });
});
