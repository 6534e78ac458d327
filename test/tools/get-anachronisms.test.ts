import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { oddWorld } from '../helpers/odd-world.js';

describe('get_anachronisms', () => {
  let app: TestApp;
  const get = (query: Record<string, string> = {}) =>
    app.get(`/v1/lore/get-anachronisms?${new URLSearchParams({ project: 'odd', ...query })}`);

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
  });
  afterAll(() => app?.close());

  test('200 says who does not exist, what it does all the same, and who says so', async () => {
    const { status, body } = await get();
    expect([status, body.items.length, body.open_total]).toEqual([200, 1, 1]);
    const [one] = body.items;
    expect(one).toMatchObject({ claim: 'EXISTED_AFTER', entity: { name: 'Edda' }, event: { name: 'Siege of Karth' } });
    expect(one).toMatchObject({ rule_id: 'outside_lifespan', severity: 'warn', status: 'open', flagged: false });
    expect(one.expected).toMatchObject({ from: { text: '1300-01-01T00:00:00Z' } });
    expect(one.actual).toMatchObject({ from: { text: '1400-01-01T00:00:00Z' } });
    expect(one.sources).toMatchObject([{ uri: 'ballads.md', reliability: 'fanon' }]);
    expect(one.sentence).toBe(
      'Edda PARTICIPATED_IN Siege of Karth, 1400 – 1400: this is after it has ended, as is told of Edda.',
    );
  });

  test('200 narrows by entity, severity and status', async () => {
    const count = async (query: Record<string, string>) => (await get(query)).body.items.length;
    expect(await count({ entity: 'Edda' })).toBe(1);
    expect(await count({ entity: 'Siege of Karth' })).toBe(1);
    expect(await count({ entity: 'Osric' })).toBe(0);
    expect(await count({ entity: 'Nobody' })).toBe(0);
    expect(await count({ severity: 'warn' })).toBe(1);
    expect(await count({ severity: 'error' })).toBe(0);
    expect(await count({ status: 'resolved' })).toBe(0);
    expect(await count({ status: 'all', entity: 'Edda' })).toBe(1);
  });

  test('200 as it was at a system time', async () => {
    const project = 'retold';
    await oddWorld(app, project);
    const [{ detected_at: opened, sentence, sides }] = (await get({ project })).body.items;
    const act = sides.find(({ text }: { text: string }) => text.includes('PARTICIPATED_IN'));
    const told = await app.post('/v1/lore/retcon', { project, old: act.id, new: null, reason: 'A ballad' });
    expect(told.status, JSON.stringify(told.body)).toBe(200);
    expect((await get({ project })).body.items).toEqual([]);
    expect((await get({ project, known_at: opened })).body.items).toMatchObject([{ status: 'open', sentence }]);
    expect((await get({ project, known_at: '2020-01-01T00:00:00Z' })).body.items).toEqual([]);
  });

  test('200 flags what it delivered', async () => {
    await get();
    await expect.poll(async () => (await get()).body.items[0].flagged).toBe(true);
  });

  test('400 for a severity that there is not', async () => {
    expect((await get({ severity: 'high' })).status).toBe(400);
  });

  test('422 for a name that several bear', async () => {
    await app.post('/v1/lore/add-entity', { project: 'odd', type: 'Faction', name: 'Edda' });
    expect(await get({ entity: 'Edda' })).toMatchObject({ status: 422, body: { code: 'ambiguous_entity' } });
  });
});
