import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('query_as_npc', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('query_as_npc', query, headers)).body;

  type Known = {
    via: string;
    tier: string | null;
    fact: { type: string; from: { name: string }; to: { name: string } | null; value: string | null };
  };
  const told = (known: Known[]) =>
    known.map(({ via, fact: { from, type, to, value } }) => `${via}: ${from.name} ${type} ${to?.name ?? value}`).sort();

  beforeAll(async () => {
    world = await createLoreWorld();
    const add = (type: string, name: string) => world.post('/v1/lore/add-entity', { project: 'world', type, name });
    for (const name of ['Hilde Marsh', 'Otto Marsh', 'Lord Ironwood', 'Far Away']) await add('Person', name);
    for (const name of ['Marsh Battle', 'Marsh Feast', 'Marsh Secret']) await add('Event', name);
    for (const name of ['Marshtown', 'Distant Keep']) await add('Location', name);
    await world.post('/v1/lore/add-lore-source', { project: 'world', uri: 'talk.md', reliability: 'rumor' });
    const relate = (type: string, from: string, to: string, more = {}) => ({ type, from, to, ...more });
    const dated = (type: string, from: string, value: string) => ({ type, from, to: value });
    const relations = [
      dated('BORN_ON', 'Hilde Marsh', '80 AB'),
      dated('DIED_ON', 'Hilde Marsh', '120 AB'),
      relate('LOCATED_IN', 'Hilde Marsh', 'Marshtown', { valid_from: '90 AB', valid_until: '110 AB' }),
      relate('WITNESSED', 'Hilde Marsh', 'Marsh Battle'),
      dated('OCCURRED_ON', 'Marsh Battle', '100 AB'),
      dated('OCCURRED_ON', 'Marsh Feast', '105 AB'),
      relate('OCCURRED_AT', 'Marsh Feast', 'Marshtown'),
      dated('OCCURRED_ON', 'Marsh Secret', '105 AB'),
      relate('OCCURRED_AT', 'Marsh Secret', 'Distant Keep'),
      ...['Marsh Battle', 'Marsh Feast', 'Marsh Secret'].map((event) =>
        relate('PARTICIPATED_IN', 'Lord Ironwood', event),
      ),
      relate('RULES', 'Lord Ironwood', 'Marshtown', { valid_from: '95 AB', valid_until: '130 AB' }),
      relate('RULES', 'Lord Ironwood', 'Distant Keep', {
        valid_from: '140 AB',
        valid_until: '150 AB',
        source: 'talk.md',
      }),
      relate('SPOUSE_OF', 'Lord Ironwood', 'Far Away', { valid_from: '98 AB', source: 'talk.md' }),
    ];
    for (const relation of relations) {
      const { status } = await world.post('/v1/lore/add-relation', { project: 'world', ...relation });
      expect(status).toBe(201);
    }
  }, 90_000);
  afterAll(() => world?.close());

  test('200 tells what was seen, and where one was, and what is talked of, with its tier', async () => {
    const body = await ask({ npc: 'Hilde Marsh', entity: 'Lord Ironwood', at_time: '106 AB' });
    expect(body).toMatchObject({
      outcome: 'answered',
      status: 'alive',
      about: [{ name: 'Lord Ironwood' }],
      retcons: [],
    });
    expect(told(body.known)).toEqual([
      'present: Lord Ironwood PARTICIPATED_IN Marsh Feast',
      'present: Lord Ironwood RULES Marshtown',
      'told: Lord Ironwood SPOUSE_OF Far Away',
      'witnessed: Lord Ironwood PARTICIPATED_IN Marsh Battle',
    ]);
    const tiers = body.known.map(({ via, tier }: Known) => (via === 'told' ? tier : null));
    expect(tiers.filter(Boolean)).toEqual(['rumor']);
  });

  test('200 nothing of what came later: neither what began then, nor an end that was to come', async () => {
    const body = await ask({ npc: 'Hilde Marsh', entity: 'Lord Ironwood', at_time: '99 AB' });
    expect(told(body.known)).toEqual([
      ...['present: Lord Ironwood RULES Marshtown', 'told: Lord Ironwood SPOUSE_OF Far Away'],
    ]);
    // Ids and times of the system may hold any digits.
    const shown = JSON.stringify(body).replace(/"(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[^"]*)"/g, '""');
    expect(shown).not.toMatch(/130|140|Feast|Battle/);
  });

  test('200 the dead learn nothing more, and who was not born knows nothing', async () => {
    const after = await ask({ npc: 'Hilde Marsh', entity: 'Lord Ironwood', at_time: '145 AB' });
    expect(after.status).toBe('dead');
    expect(told(after.known).join()).not.toContain('Distant Keep');
    const before = await ask({ npc: 'Hilde Marsh', entity: 'Lord Ironwood', at_time: '70 AB' });
    expect(before).toMatchObject({ outcome: 'not_applicable', status: 'not_yet', known: [] });
  });

  test('200 takes a question, finds whom it names, and pages', async () => {
    const body = await ask({
      npc: 'Hilde Marsh',
      question: 'Who fought in the Marsh Battle with Lord Ironwood?',
      at_time: '106 AB',
    });
    expect(body.about).toMatchObject([{ name: 'Marsh Battle' }, { name: 'Lord Ironwood' }]);
    expect(told(body.known)).toEqual(expect.arrayContaining(['own: Hilde Marsh WITNESSED Marsh Battle']));
    const seen: Known[] = [];
    let cursor: string | null = null;
    do {
      const more = cursor === null ? {} : { cursor };
      const page = await ask({ npc: 'Hilde Marsh', entity: 'Lord Ironwood', at_time: '106 AB', limit: '2', ...more });
      seen.push(...page.known);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(4);
    const nobody = await ask({ npc: 'Hilde Marsh', question: 'what is there to eat?' });
    expect(nobody).toMatchObject({ outcome: 'not_applicable', about: [], hint: expect.stringContaining('entity') });
    const short = await ask({ npc: 'Hilde Marsh', entity: 'Lord Ironwood', at_time: '106 AB', view: 'compact' });
    expect(short.known).toContain('told, rumor: Lord Ironwood SPOUSE_OF Far Away, 98 Third Age – …');
  });

  test('200 does not apply to a place', async () => {
    expect((await ask({ npc: 'Orrevane', entity: 'Maren Tarn' })).outcome).toBe('not_applicable');
  });

  test('400 without a question, or with two', async () => {
    for (const more of [{}, { entity: 'Orrevane', question: 'Who rules Orrevane?' }] as Record<string, string>[]) {
      expect(await ask({ npc: 'Maren Tarn', ...more })).toMatchObject({
        ...{ status: 400, code: 'invalid_request', errors: [{ path: 'question' }] },
      });
    }
  });

  test('400 for a date that can not be read', async () => {
    expect(await ask({ entity: 'Isaude Hallowmere', at_time: 'someday', npc: 'Maren Tarn' })).toMatchObject({
      ...{ status: 400, code: 'invalid_date', errors: [{ path: 'at_time' }] },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ entity: 'Isaud Hallowmer', npc: 'Maren Tarn' })).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'entity' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ entity: 'Wren', npc: 'Maren Tarn' })).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', candidates: [{}, {}] },
    });
  });
});
