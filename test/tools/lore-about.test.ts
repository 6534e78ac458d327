import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('lore_about', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('lore_about', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Passage = {
    place: { text: string; line: number; document: string };
    mentions: { start: number; end: number }[];
  };

  test('200 lists passages that name it, with document, heading, line and where', async () => {
    const body = await ask({ entity: 'Isaude Hallowmere' });
    expect(body.passages[0].place).toMatchObject({
      ...{ document: 'chronicles/chronicle-of-isaude.md', heading: 'The queen', line: 20 },
      ...{ quote: 'Isaude Hallowmere', source: { reliability: 'canonical' } },
    });
    for (const { place, mentions } of body.passages as Passage[]) {
      for (const { start, end } of mentions) expect(place.text.slice(start, end)).toMatch(/^Isaude\sHallowmere$/);
    }
    expect(body.sources.map(({ title }: { title: string }) => title)).toContain('The Chronicle of Isaude');
    expect(body.total).toBe(body.passages.length);
  });

  test('200 of prose, of records, or of both', async () => {
    const ends = async (type: string) =>
      (await ask({ entity: 'The Drowning', type })).passages.map(({ place }: Passage) =>
        place.document.split('.').at(-1),
      );
    expect(new Set(await ends('records'))).toEqual(new Set(['yaml']));
    expect(new Set(await ends('prose'))).toEqual(new Set(['md']));
    expect(new Set(await ends('all'))).toEqual(new Set(['yaml', 'md']));
  });

  test('200 finds aliases and names that a line breaks, and no other words; pages', async () => {
    const content = [
      '# Notes',
      '',
      'Old Rosamund\nof the Reeds sang.',
      '',
      '## More',
      '',
      'The reeds stood high. Old Rosamund',
      'of the Reeds left.',
    ];
    await world.post('/v1/ingest', {
      project: 'world',
      documents: [{ path: 'reeds.md', format: 'markdown', content: content.join('\n') }],
      entities: [{ type: 'Person', name: 'Mother Sedge', aliases: ['Old Rosamund of the Reeds'] }],
    });
    const body = await ask({ entity: 'Mother Sedge' });
    expect(body.passages.map(({ place }: Passage) => place.line)).toHaveLength(2);
    const page = await ask({ entity: 'Mother Sedge', limit: '1' });
    const rest = await ask({ entity: 'Mother Sedge', limit: '1', cursor: page.next_cursor });
    expect([...page.passages, ...rest.passages]).toEqual(body.passages);
    expect(rest.next_cursor).toBeNull();
    expect(await ask({ entity: 'Mother Sedge', known_at: '2020-01-01T00:00:00Z' })).toMatchObject({ passages: [] });
    const short = await ask({ entity: 'Mother Sedge', view: 'compact' });
    expect(short.passages[0]).toMatch(/^reeds\.md:\d+, (Notes|More): /);
  });

  test('400 for a type of passage that there is none of', async () => {
    expect(await ask({ entity: 'The Drowning', type: 'songs' })).toMatchObject({ status: 400 });
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
