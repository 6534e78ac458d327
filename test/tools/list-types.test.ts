import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('list_types', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 lists what is built in and what the project declares', async () => {
    const before = (await app.get('/v1/lore/types')).body;
    expect(before).toMatchObject({ templates: [] });
    const template = { type: 'Airship', attributes: { hull: { kind: 'choice', values: ['oak', 'iron'] } } };
    await app.put('/v1/lore/types', template);
    const { status, body } = await app.get('/v1/lore/types');
    expect(status).toBe(200);
    expect(body.entity_types).toEqual([...before.entity_types, 'Airship']);
    expect(body.templates).toEqual([template]);
    const type = (name: string) => body.relation_types.find((one: { type: string }) => one.type === name);
    expect(type('RULES')).toMatchObject({ inverse: 'RULED_BY', one_at_a_time: ['to'], guard: 'block', value: null });
    expect(type('HULL')).toMatchObject({ from: ['airship'], value: 'choice', choices: ['oak', 'iron'] });
    expect(body.relation_types).toHaveLength(before.relation_types.length + 1);
  });

  test('400 for a parameter that it does not know', async () => {
    expect((await app.get('/v1/lore/types?type=Person')).status).toBe(400);
  });
});
