import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('to_story_date', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('to_story_date', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 reads dates, eras, events and the current time', async () => {
    expect(await ask({ text: 'the 340th year of the Age of Lanterns' })).toMatchObject({
      ...{ canonical: 'age_of_lanterns.year_340', time: { text: '340 First Age' }, is_uncertain: false },
    });
    expect(await ask({ text: 'circa 340 AL' })).toMatchObject({ is_uncertain: true });
    expect(await ask({ text: 'Lamp Wars' })).toMatchObject({ canonical: 'lamp_wars', is_uncertain: true });
    expect(await ask({ text: 'Siege of Ashlode' })).toMatchObject({
      canonical: null,
      time: { text: 'Siege of Ashlode' },
    });
    expect(await ask({ text: 'current' })).toMatchObject({ time: { text: '188 Third Age' } });
  });

  test('200 of an event says who tells its time, and what has to be said with that', async () => {
    const dated = await ask({ text: 'Siege of Ashlode' });
    expect(dated.sources.length).toBeGreaterThan(0);
    expect(dated.sources[0].passages[0].document).toEqual(expect.any(String));
    expect(dated).toMatchObject({ confidence: expect.any(Number), violations: { contradictions: expect.any(Number) } });
    expect(dated.at_time).toMatchObject({ text: 'Siege of Ashlode' });
    expect(await ask({ text: 'Siege of Ashlode', known_at: '2020-01-01T00:00:00Z' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date' },
    });
    expect(await ask({ text: 'current' })).toMatchObject({ confidence: null, sources: [], is_disputed: false });
  });

  test('400 for what is no time', async () => {
    for (const text of ['someday', 'Isaude Hallowmere', '500 AL']) {
      expect(await ask({ text }), text).toMatchObject({
        status: 400,
        code: 'invalid_date',
        errors: [{ path: 'text' }],
      });
    }
  });

  test('422 for a time that several may be', async () => {
    for (const type of ['Event', 'Era'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'The Hush' });
    expect(await ask({ text: 'The Hush' })).toMatchObject({ status: 422, code: 'ambiguous_entity' });
  });
});
