import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('log_encounter', () => {
  let app: TestApp;
  const log = (body: object) => app.post('/v1/lore/log-encounter', body);

  beforeAll(async () => {
    app = await createTestApp();
    await app.post('/v1/lore/add-entity', { type: 'Person', name: 'Osric Vane' });
  });
  afterAll(() => app.close());

  test('201 makes a provisional creature and tells who met it when', async () => {
    const { status, body } = await log({
      name: 'Bog Light',
      by: 'Osric Vane',
      at_time: '1312',
      note: 'It hummed',
      who: 'mara',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ result: 'stored', is_new: true });
    expect(body.entity).toMatchObject({ type: 'Creature', lore_verified: false, properties: { note: 'It hummed' } });
    expect(body.relation).toMatchObject({
      type: 'ENCOUNTERED',
      from: { name: 'Osric Vane' },
      to: { id: body.entity.id },
    });
    expect(body.relation).toMatchObject({
      valid_from: { text: '1312' },
      valid_until: { text: '1312' },
      who: 'mara',
      confidence: 1,
    });
  });

  test('201 knows what it met before, and of an event it tells who took part', async () => {
    const first = await log({ name: 'The Drowned Feast', type: 'event' });
    expect(first.body).toMatchObject({ is_new: true, relation: null, entity: { type: 'Event' } });
    const again = await log({ name: 'drowned feast', type: 'Event', by: 'Osric Vane' });
    expect(again.body).toMatchObject({ is_new: false, entity: { id: first.body.entity.id } });
    expect(again.body.relation).toMatchObject({ type: 'PARTICIPATED_IN' });
  });

  test('404 for an unknown witness, and nothing is stored', async () => {
    const { status, body } = await log({ name: 'Marsh Hound', by: 'Nobody at all' });
    expect([status, body.code, body.errors[0].path]).toEqual([404, 'unknown_entity', 'by']);
    expect((await app.get('/v1/lore/lookup?query=Marsh%20Hound')).body.items).toEqual([]);
  });

  test('422 for a name that several of the type bear', async () => {
    for (const distinction of ['', 'grey']) {
      await app.post('/v1/lore/add-entity', { type: 'Creature', name: 'Wyrm', distinction: distinction || null });
    }
    expect(await log({ name: 'Wyrm' })).toMatchObject({ status: 422, body: { code: 'ambiguous_entity' } });
  });

  test('400 for a date that can not be read, and nothing is stored', async () => {
    const { status, body } = await log({ name: 'Tar Cat', by: 'Osric Vane', at_time: 'last winter' });
    expect([status, body.code]).toEqual([400, 'invalid_date']);
    expect((await app.get('/v1/lore/lookup?query=Tar%20Cat')).body.items).toEqual([]);
  });
});
