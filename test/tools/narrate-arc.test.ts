import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('narrate_arc', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('narrate_arc', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Sentence = { sentence: string; citations: object[]; is_disputed: boolean; is_uncertain: boolean };
  const told = (body: { sentences: Sentence[] }) => body.sentences.map(({ sentence }) => sentence);

  test('200 tells a life in order, both sides of a dispute, every sentence cited', async () => {
    const body = await ask({ entity: 'Isaude Hallowmere' });
    const sentences = told(body);
    expect(sentences).toEqual(
      expect.arrayContaining([
        'In 61 Third Age, Isaude Hallowmere was born, which is disputed.',
        'In 64 Third Age, Isaude Hallowmere was born, which is disputed.',
        'Isaude Hallowmere ruled Orrevane from 98 Third Age to 131 Third Age, which is disputed.',
        'In 131 Third Age, Isaude Hallowmere died.',
      ]),
    );
    expect(sentences.indexOf('In 131 Third Age, Isaude Hallowmere died.')).toBeGreaterThan(
      sentences.indexOf('In 98 Third Age, Isaude Hallowmere took part in Crowning of Isaude.'),
    );
    for (const { citations, sentence } of body.sentences) expect(citations.length, sentence).toBeGreaterThan(0);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(body).toMatchObject({ raw_material: true, worded_by: 'template', is_disputed: true, time_defaulted: true });
  });

  test('200 says what can not be relied on, and leaves out what is foretold', async () => {
    const rumours = await ask({ entity: 'Tobin Hallowmere' });
    for (const { sentence, is_uncertain, is_disputed } of rumours.sentences as Sentence[]) {
      expect(/which is (uncertain|disputed)/.test(sentence), sentence).toBe(is_uncertain || is_disputed);
    }
    const heir = told(await ask({ entity: 'Elspeth Hallowmere' }));
    expect(heir.some((sentence) => sentence.includes('ruled Free Holds'))).toBe(false);
  });

  test('200 between two times, in short', async () => {
    const body = await ask({ entity: 'Corrin Ashlode', from: '330 AL', to: '340 AL' });
    expect(told(body)).toContain('In 331 First Age, Corrin Ashlode took part in Burning of Candlewick.');
    expect(told(body).join(' ')).not.toMatch(/In 349/);
    expect(body.during).toMatchObject({ from: { text: '330 First Age' } });
    const short = await ask({ entity: 'Corrin Ashlode', from: '330 AL', until: '340 AL', view: 'compact' });
    expect(short.sentences).toEqual(told(body));
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ entity: 'Isaude Hallowmere', from: 'someday' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date', errors: [{ path: 'from' }] },
    });
    expect(await ask({ entity: 'Isaude Hallowmere', from: '120 AB', until: '110 AB' })).toMatchObject({
      ...{ status: 400, code: 'invalid_period' },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ entity: 'Isaud Hallowmer' })).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'entity' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ entity: 'Wren' })).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', candidates: [{}, {}] },
    });
  });
});
