import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';

describe('set_severity', () => {
  let app: TestApp;
  let id: string;
  const set = (body: object) =>
    app.post('/v1/lore/set-severity', {
      project: 'odd',
      id,
      severity: 'error',
      reason: 'It matters',
      who: 'dora',
      ...body,
    });

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
    id = (await listed(app, 'odd', 'contradictions'))[0] ?? '';
  });
  afterAll(() => app?.close());

  test('200 raises one, which lists then narrow by, and puts it on the record', async () => {
    const errors = async () => (await app.get('/v1/contradictions?project=odd&severity=error')).body.items.length;
    expect(await errors()).toBe(0);
    expect((await set({})).body).toMatchObject({ id, kind: 'contradiction', severity: 'error', status: 'open' });
    expect(await errors()).toBe(1);
    const atLeast = (await app.get('/v1/contradictions?project=odd&severity=warn')).body.items;
    expect(atLeast.length).toBe(1);
    const { items } = (await app.get('/v1/audit?project=odd&action=set_severity')).body;
    expect(items).toMatchObject([{ who: 'dora', reason: 'It matters', node_id: id }]);
    expect((await set({ severity: 'warn' })).body.severity).toBe('warn');
  });

  test('400 for a severity that there is not', async () => {
    expect((await set({ severity: 'high' })).status).toBe(400);
  });

  test('404 for a violation that there is not', async () => {
    expect((await set({ id: app.deps.ids.next() })).status).toBe(404);
  });
});
