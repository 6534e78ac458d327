import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';
import { runFull } from '../helpers/violations.js';

describe('resolve_violation', () => {
  let app: TestApp;
  let made = 0;
  let project = '';
  const settle = (id: string | undefined, body: object) =>
    app.post('/v1/lore/resolve-violation', { project, id, reason: 'Looked at', who: 'dora', ...body });

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    project = `p${made++}`;
    await oddWorld(app, project);
  });

  test('200 keeps a side of an anachronism, and takes the other back', async () => {
    const { items } = (await app.get(`/v1/lore/get-anachronisms?project=${project}`)).body;
    const [{ id, sides }] = items;
    const died = sides.find(({ text }: { text: string }) => text.includes('DIED_ON'));
    const { status, body } = await settle(id, { action: 'keep', keep: died.id });
    expect([status, body.result]).toEqual([200, 'resolved']);
    const left = (await app.get(`/v1/lore/list-relations?project=${project}&entity=Edda`)).body.items;
    expect(left.map(({ type }: { type: string }) => type).sort()).toEqual(['BORN_ON', 'DIED_ON']);
    expect(left.every(({ is_disputed }: { is_disputed: boolean }) => !is_disputed)).toBe(true);
  });

  test('200 dismisses an anachronism and an orphan, which no run raises again', async () => {
    const ids = [...(await listed(app, project, 'anachronisms')), ...(await listed(app, project, 'orphans'))];
    expect(ids).toHaveLength(3);
    for (const id of ids) expect((await settle(id, { action: 'dismiss' })).body.result).toBe('dismissed');
    await runFull(app, project);
    expect([await listed(app, project, 'anachronisms'), await listed(app, project, 'orphans')]).toEqual([[], []]);
    const { items } = (await app.get(`/v1/audit?project=${project}&action=resolve_violation`)).body;
    expect(items).toHaveLength(3);
  });

  test('400 to keep a side of an orphan, or one that is none', async () => {
    const [orphan] = await listed(app, project, 'orphans');
    expect(await settle(orphan, { action: 'keep' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'action' }] },
    });
    const [anachronism] = await listed(app, project, 'anachronisms');
    expect((await settle(anachronism, { action: 'keep', keep: app.deps.ids.next() })).status).toBe(400);
  });

  test('404 for a violation that there is not', async () => {
    expect((await settle(app.deps.ids.next(), { action: 'dismiss' })).status).toBe(404);
  });

  test('409 for one that is settled', async () => {
    const [id] = await listed(app, project, 'orphans');
    await settle(id, { action: 'dismiss' });
    expect(await settle(id, { action: 'dismiss' })).toMatchObject({ status: 409, body: { code: 'already_settled' } });
  });
});
