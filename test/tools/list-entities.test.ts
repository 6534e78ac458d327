import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('list_entities', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('list_entities', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Item = { name: string; type: string; lore_verified: boolean; status: string };
  const names = (body: { items: Item[] }) => body.items.map(({ name }) => name);

  test('200 by type and by how a name begins, aliases too', async () => {
    const planes = await ask({ type: 'plane' });
    expect(names(planes).sort()).toEqual(['The Undertow', 'Waking Shore']);
    expect(names(await ask({ name: 'undert' }))).toEqual(['The Undertow', 'Undertow Bell']);
    expect(names(await ask({ name: 'Maren of' }))).toEqual(['Maren Tarn']);
    expect(names(await ask({ name: 'isaude', type: 'Person', view: 'compact' }))).toEqual(['Isaude Hallowmere']);
  });

  test('200 those who lived at a time, with who may have', async () => {
    const alive = async (at: string) => names(await ask({ type: 'Person', alive_at: at, limit: '200' }));
    expect(await alive('120 AB')).toEqual(expect.arrayContaining(['Isaude Hallowmere', 'The Gaunt Ferryman']));
    expect(await alive('120 AB')).not.toContain('Ansa Ledra');
    expect(await alive('45 AL')).toContain('Ansa Ledra');
  });

  test('200 provisional ones only, and pages without a gap', async () => {
    await world.post('/v1/lore/log-encounter', { project: 'world', name: 'Mist Hound', by: 'Yara Senn' });
    const body = await ask({ verified: 'false', name: 'mist' });
    expect(body).toMatchObject({
      items: [{ name: 'Mist Hound', lore_verified: false }],
      caveats: [{ code: 'provisional' }, { code: 'stale_run' }],
    });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask({ type: 'Event', limit: '20', ...(cursor ? { cursor } : {}) });
      seen.push(...names(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(names(await ask({ type: 'Event', limit: '200' })));
    const some: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask({ type: 'Person', alive_at: '120 AB', limit: '3', ...(cursor ? { cursor } : {}) });
      some.push(...names(page));
      cursor = page.next_cursor;
    }
    expect(some).toEqual(names(await ask({ type: 'Person', alive_at: '120 AB', limit: '200' })));
  });

  test('400 for a type or a time that there is not', async () => {
    expect(await ask({ type: 'Starship' })).toMatchObject({ status: 400, errors: [{ path: 'type' }] });
    expect(await ask({ alive_at: 'someday' })).toMatchObject({ status: 400, errors: [{ path: 'alive_at' }] });
  });

  test('422 for a time that several events may be', async () => {
    for (const type of ['Event', 'Era'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'The Hush' });
    expect(await ask({ alive_at: 'The Hush' })).toMatchObject({ status: 422, code: 'ambiguous_entity' });
  });
});
