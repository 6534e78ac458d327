import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { oddWorld } from '../helpers/odd-world.js';

describe('get_orphans', () => {
  let app: TestApp;
  const get = (query: Record<string, string> = {}) =>
    app.get(`/v1/lore/get-orphans?${new URLSearchParams({ project: 'odd', ...query })}`);
  const of = async (query: Record<string, string> = {}) =>
    (await get(query)).body.items.map(({ reason, entity }: { reason: string; entity: { name: string } }) => [
      reason,
      entity.name,
    ]);

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
  });
  afterAll(() => app?.close());

  test('200 says of whom what is unknown, which is not that there is none', async () => {
    const { status, body } = await get();
    expect([status, body.open_total]).toEqual([200, 2]);
    expect((await of()).sort()).toEqual([
      ['event_without_location', 'Siege of Karth'],
      ['person_unknown_lineage', 'Osric'],
    ]);
    expect(body.items[0]).toMatchObject({ status: 'open', severity: 'warn', resolution: null });
    expect(body.items[0].sentence).toMatch(/is(?: not)? told/);
  });

  test('200 narrows by reason and entity, and pages', async () => {
    expect(await of({ reason: 'person_unknown_lineage' })).toEqual([['person_unknown_lineage', 'Osric']]);
    expect(await of({ entity: 'Osric' })).toEqual([['person_unknown_lineage', 'Osric']]);
    expect(await of({ entity: 'Ilse' })).toEqual([]);
    const first = (await get({ limit: '1' })).body;
    const second = (await get({ limit: '1', cursor: first.next_cursor })).body;
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([1, 1, null]);
    expect(second.items[0].id).not.toBe(first.items[0].id);
  });

  test('200 no longer lists what is told by now, and lists it again when that is taken back', async () => {
    const told = await app.post('/v1/lore/add-relation', {
      project: 'odd',
      type: 'BORN_ON',
      from: 'Osric',
      to: '1280',
    });
    expect([told.status, await of({ entity: 'Osric' })]).toEqual([201, []]);
    const { body } = await get({ entity: 'Osric', status: 'resolved' });
    expect(body.items).toMatchObject([{ resolution: 'gone' }]);
    const [{ detected_at: opened }] = body.items;
    expect(await of({ entity: 'Osric', known_at: opened })).toEqual([['person_unknown_lineage', 'Osric']]);
    expect(await of({ entity: 'Osric', known_at: '2020-01-01T00:00:00Z' })).toEqual([]);
    const back = { project: 'odd', claim_id: told.body.claim.id, reason: 'Nobody knows' };
    expect((await app.post('/v1/cancel', back)).status).toBe(200);
    expect(await of({ entity: 'Osric' })).toEqual([['person_unknown_lineage', 'Osric']]);
  });

  test('200 flags what it delivered', async () => {
    await get();
    await expect.poll(async () => (await get()).body.items[0].flagged).toBe(true);
  });

  test('400 for a reason that there is not', async () => {
    expect((await get({ reason: 'lonely' })).status).toBe(400);
  });

  test('422 for a name that several bear', async () => {
    await app.post('/v1/lore/add-entity', { project: 'odd', type: 'Kingdom', name: 'Osric' });
    expect(await get({ entity: 'Osric' })).toMatchObject({ status: 422, body: { code: 'ambiguous_entity' } });
  });
});
