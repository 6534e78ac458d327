import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';

describe('dismiss_violations', () => {
  let app: TestApp;
  const dismiss = (body: object) =>
    app.post('/v1/lore/dismiss-violations', { project: 'odd', reason: 'Meant so', who: 'dora', ...body });

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
  });
  afterAll(() => app?.close());

  test('200 dismisses what passes the filter, and nothing else', async () => {
    const { status, body } = await dismiss({ kind: 'orphan', rule_id: 'person_unknown_lineage' });
    expect([status, body.dismissed.length, body.failed, body.has_more]).toEqual([200, 1, [], false]);
    expect(await listed(app, 'odd', 'orphans')).toHaveLength(1);
    expect((await dismiss({ kind: 'anachronism', entity: 'Osric' })).body.dismissed).toEqual([]);
    expect((await dismiss({ kind: 'anachronism', entity: 'Edda' })).body.dismissed).toHaveLength(1);
    const { items } = (await app.get('/v1/audit?project=odd&action=resolve_violation')).body;
    expect(items.map(({ reason }: { reason: string }) => reason)).toEqual(['Meant so', 'Meant so']);
  });

  test('200 says that others are left', async () => {
    await oddWorld(app, 'other');
    const request = { project: 'other', kind: 'orphan', limit: 1 };
    expect((await dismiss(request)).body.has_more).toBe(true);
    expect((await dismiss(request)).body.has_more).toBe(false);
  });

  test('400 for a kind that there is not', async () => {
    expect((await dismiss({ kind: 'gap' })).status).toBe(400);
  });

  test('404 for an entity that there is not', async () => {
    expect((await dismiss({ kind: 'orphan', entity: 'Nobody' })).status).toBe(404);
  });

  test('422 for a name that several bear', async () => {
    await app.post('/v1/lore/add-entity', { project: 'odd', type: 'Faction', name: 'Edda' });
    expect((await dismiss({ kind: 'orphan', entity: 'Edda' })).status).toBe(422);
  });
});
