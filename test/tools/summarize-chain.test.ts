import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('summarize_chain', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('summarize_chain', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Sentence = { sentence: string; citations: { relation_id: string; line: number }[]; is_disputed: boolean };

  test('200 tells a chain in order, every sentence with what it rests on', async () => {
    const body = await ask({ entity: 'The Drowning' });
    expect(body).toMatchObject({ raw_material: true, worded_by: 'template', fallback: null, is_cut: false });
    const told = body.sentences.map(({ sentence }: Sentence) => sentence);
    expect(told[0]).toBe('In 410 First Age, Dousing of the Ninth Lamp took place at Ninth Lighthouse.');
    expect(told).toContain('Dousing of the Ninth Lamp caused The Drowning.');
    expect(told.at(-1)).toBe('In 1 Second Age, The Drowning caused Flight to Gullspire.');
    for (const { citations } of body.sentences as Sentence[]) expect(citations.length).toBeGreaterThan(0);
    expect(body.sentences[0].citations).toHaveLength(2);
    expect(body.sentences[0].citations[0]).toMatchObject({ document: 'timeline.yaml', line: expect.any(Number) });
    expect(body.prose.split(/\n\n/)).toHaveLength(2);
  });

  test('200 says what is disputed, and resolves nothing', async () => {
    const { sentences, is_disputed } = await ask({ entity: 'The Drowning' });
    expect(is_disputed).toBe(true);
    for (const { sentence, is_disputed } of sentences as Sentence[]) {
      expect(/which is disputed/.test(sentence), sentence).toBe(is_disputed);
    }
    expect(sentences.some((one: Sentence) => one.is_disputed)).toBe(true);
  });

  test('200 in another style, bounded, in short, and of what nobody tells', async () => {
    const plain = await ask({ entity: 'The Drowning', style: 'plain' });
    expect(plain.sentences[0].sentence).toBe(
      'Dousing of the Ninth Lamp took place at Ninth Lighthouse in 410 First Age.',
    );
    const short = await ask({ entity: 'The Drowning', limit: '2', view: 'compact' });
    expect(short).toMatchObject({ sentences: [/Dousing/, {}].map(() => expect.any(String)), total: plain.total });
    expect(await ask({ entity: 'Moortongue' })).toMatchObject({ prose: '', sentences: [], total: 0 });
  });

  test('400 for a style that there is none of', async () => {
    expect(await ask({ entity: 'The Drowning', style: 'limerick' })).toMatchObject({ status: 400 });
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
