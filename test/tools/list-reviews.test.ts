import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';

describe('list_reviews', () => {
  let app: TestApp;
  let node: string;
  const list = (query: Record<string, string> = {}) =>
    app.get(`/v1/reviews?${new URLSearchParams({ project: 'odd', ...query })}`);
  const reasons = async (query: Record<string, string> = {}) =>
    (await list(query)).body.items.map(({ reason }: { reason: string }) => reason);

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
    node = (await listed(app, 'odd', 'anachronisms'))[0] ?? '';
    for (const reason of ['first', 'second', 'third']) {
      await app.post('/v1/lore/flag-for-review', { project: 'odd', node_id: node, reason });
    }
    const { items } = (await list()).body;
    await app.post(`/v1/reviews/${items[1].id}/close`, { project: 'odd', reason: 'Done' });
  });
  afterAll(() => app?.close());

  test('200 lists what is open, oldest first, or what was closed', async () => {
    expect(await reasons()).toEqual(['first', 'third']);
    expect(await reasons({ status: 'closed' })).toEqual(['second']);
    expect(await reasons({ status: 'all' })).toEqual(['first', 'second', 'third']);
    expect((await list({ status: 'closed' })).body.items[0]).toMatchObject({ closing_reason: 'Done' });
  });

  test('200 narrows by what is to be looked at, and pages', async () => {
    expect(await reasons({ node_id: node })).toEqual(['first', 'third']);
    expect(await reasons({ node_id: app.deps.ids.next() })).toEqual([]);
    const first = (await list({ limit: '1' })).body;
    expect(await reasons({ limit: '1', cursor: first.next_cursor })).toEqual(['third']);
  });

  test('400 for a status that there is not', async () => {
    expect((await list({ status: 'lost' })).status).toBe(400);
  });
});
