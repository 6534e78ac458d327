import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';
import { runFull } from '../helpers/violations.js';

describe('acknowledge_violation', () => {
  let app: TestApp;
  const acknowledge = (id: string, body: object = {}) =>
    app.post('/v1/lore/acknowledge-violation', { project: 'odd', id, reason: 'The tales disagree', ...body });

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
    await runFull(app, 'odd');
  });
  afterAll(() => app?.close());

  test('200 leaves it open, and answers no longer call it one of many', async () => {
    await app.put('/v1/settings', { project: 'odd', consistency: { many_violations: 1 } });
    const caveats = async () => (await app.get('/v1/lore/lookup?project=odd&query=Karth')).body.caveats;
    await expect.poll(caveats).toMatchObject([{ code: 'many_violations', open: 1 }]);
    const [id = ''] = await listed(app, 'odd', 'contradictions');
    const { body } = await acknowledge(id);
    expect(body).toMatchObject({ id, status: 'open' });
    expect(body.acknowledged_at).not.toBeNull();
    expect(await caveats()).toEqual([]);
    const { items } = (await app.get('/v1/audit?project=odd&action=acknowledge_violation')).body;
    expect(items).toMatchObject([{ reason: 'The tales disagree', node_id: id }]);
  });

  test('400 without a reason', async () => {
    expect((await acknowledge(app.deps.ids.next(), { reason: '' })).status).toBe(400);
  });

  test('404 for a violation that there is not', async () => {
    expect((await acknowledge(app.deps.ids.next())).status).toBe(404);
  });
});
