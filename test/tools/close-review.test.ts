import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';

describe('close_review', () => {
  let app: TestApp;
  let id: string;
  const close = (review: string, body: object = {}) =>
    app.post(`/v1/reviews/${review}/close`, { project: 'odd', reason: 'One person', who: 'dora', ...body });

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
    const [node] = await listed(app, 'odd', 'orphans');
    const flagged = { project: 'odd', node_id: node, reason: 'May be two' };
    id = (await app.post('/v1/lore/flag-for-review', flagged)).body.review.id;
  });
  afterAll(() => app?.close());

  test('200 takes it from the queue, with what came of it; 409 a second time', async () => {
    const { status, body } = await close(id);
    expect([status, body.result]).toEqual([200, 'closed']);
    expect(body.review).toMatchObject({ closed_by: 'dora', closing_reason: 'One person' });
    expect((await app.get('/v1/reviews?project=odd')).body.items).toEqual([]);
  });

  test('400 without a reason', async () => {
    expect((await close(id, { reason: '' })).status).toBe(400);
  });

  test('404 for a review that there is not', async () => {
    expect((await close(app.deps.ids.next())).status).toBe(404);
  });

  test('409 for one that is closed', async () => {
    expect(await close(id)).toMatchObject({ status: 409, body: { code: 'already_settled' } });
  });
});
