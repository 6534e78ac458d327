import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';

describe('flag_for_review', () => {
  let app: TestApp;
  const flag = (nodeId: string, body: object = {}) =>
    app.post('/v1/lore/flag-for-review', { project: 'odd', node_id: nodeId, reason: 'It looks wrong', ...body });

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
  });
  afterAll(() => app?.close());

  test('201 takes an entity, a relation, a claim and a violation, and puts it on the record', async () => {
    const { items } = (await app.get('/v1/lore/list-relations?project=odd&entity=Karth')).body;
    const claim = await app.post('/v1/remember', {
      project: 'odd',
      statement: 'Karth is cold',
      kind: 'fact',
      who: 'bo',
    });
    const [violation = ''] = await listed(app, 'odd', 'anachronisms');
    const nodes = [items[0].to.id, items[0].id, claim.body.claim.id, violation];
    const abouts: string[] = [];
    for (const node of nodes) {
      const { status, body } = await flag(node, { who: 'bo' });
      expect([status, body.result, body.review.node_id]).toEqual([201, 'flagged', node]);
      expect(body.review).toMatchObject({ who: 'bo', reason: 'It looks wrong', closed_at: null });
      abouts.push(body.review.about);
    }
    expect(abouts).toEqual(['entity', 'relation', 'claim', 'violation']);
    const audit = (await app.get('/v1/audit?project=odd&action=flag_for_review')).body.items;
    expect(audit.map(({ node_id }: { node_id: string }) => node_id).sort()).toEqual([...nodes].sort());
  });

  test('400 without a reason', async () => {
    expect((await flag(app.deps.ids.next(), { reason: ' ' })).status).toBe(400);
  });

  test('404 for an id of nothing', async () => {
    expect((await flag(app.deps.ids.next())).status).toBe(404);
  });
});
