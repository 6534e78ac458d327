import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('was_true_at', () => {
  let world: LoreWorld;
  const ask = async (relation: string, subject: string, object: string, at_time?: string, rest = {}) =>
    (
      await world.ask('was_true_at', {
        relation,
        subject,
        object,
        ...(at_time === undefined ? {} : { at_time }),
        ...rest,
      })
    ).body;
  const truth = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).was_true;
  const codes = (body: { caveats: { code: string }[] }) => body.caveats.map(({ code }) => code);

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 60_000);
  afterAll(() => world?.close());

  test('200 true, with window, sources, confidence and what disputes it', async () => {
    const body = await ask('RULES', 'Isaude Hallowmere', 'Orrevane', '120 AB');
    expect(body).toMatchObject({
      ...{ was_true: 'true', covers: 'all', outcome: 'answered', time_defaulted: false, is_disputed: true },
      at_time: { text: '120 Third Age' },
      relation: { valid_from: { text: '98 Third Age' }, valid_until: { text: '131 Third Age' }, is_disputed: true },
      disputed_with: [{ from: { name: 'Corvane Tarn' } }],
    });
    expect(codes(body)).toContain('disputed');
    expect(body.violations.contradictions).toBeGreaterThan(0);
    expect(body.sources.length).toBeGreaterThan(1);
    expect(body.sources[0].open_contradictions).toBeGreaterThan(0);
    expect(body.sources[0].passages[0].document).toMatch(/\.(yaml|md)$/);
  });

  test('200 false before and after its window, and who had the place then', async () => {
    expect(await truth('RULES', 'Isaude Hallowmere', 'Orrevane', '90 AB')).toBe('false');
    const before = await ask('RULES', 'Corvane Tarn', 'Orrevane', '110 AB');
    expect(before.was_true).toBe('false');
    expect(new Set(before.held_by.map(({ from }: { from: { name: string } }) => from.name))).toEqual(
      new Set(['Isaude Hallowmere']),
    );
    // Never recorded, but another certainly had the throne.
    expect(await ask('RULED_BY', 'Orrevane', 'Juno Hask', '105 AB')).toMatchObject({
      ...{ was_true: 'false', facts: [{ from: { name: 'Isaude Hallowmere' } }, {}] },
    });
  });

  test('200 unknown where the record is silent, and of a prophecy alone, which is listed', async () => {
    expect(await ask('ALLIED_WITH', 'Black Oar', 'Barge Moot')).toMatchObject({
      ...{ was_true: 'unknown', facts: [], sources: [], confidence: null, relation: null, time_defaulted: true },
    });
    const foretold = await ask('RULES', 'Elspeth Hallowmere', 'Free Holds of Saltfell', '188 AB');
    expect(foretold).toMatchObject({ was_true: 'unknown', prophecies: [{ prophetic: true }], confidence: null });
    expect(codes(foretold)).toContain('prophetic');
  });

  test('200 both are true in the year of a handover, and in part of an era', async () => {
    const body = await ask('RULES', 'Isaude Hallowmere', 'Orrevane', 'Age of Bridges');
    expect(body).toMatchObject({ was_true: 'true', covers: 'part' });
    const heirs = (await world.ask('list_relations', { entity: 'Orrevane', type: 'RULES' })).body.items.filter(
      (one: { valid_from: { text: string } | null }) => one.valid_from?.text === '131 Third Age',
    );
    expect(heirs).toHaveLength(1);
    expect(await truth('RULES', heirs[0].from.name, 'Orrevane', '131 AB')).toBe('true');
    expect(await truth('RULES', 'Isaude Hallowmere', 'Orrevane', '131 AB')).toBe('true');
  });

  test('200 of what happens once whether it had happened by then, and when', async () => {
    const siege = ['PARTICIPATED_IN', 'Maud Ashlode', 'Siege of Ashlode'] as const;
    expect(await ask(...siege, '380 AL')).toMatchObject({
      ...{ was_true: 'true', happened_at: { from: { text: '347 First Age' } } },
    });
    expect(await truth(...siege, '340 AL')).toBe('false');
    expect(await truth('FOUNDED', 'Bellamy Rook', 'Black Oar', '91 AB')).toBe('false');
    expect(await truth('FOUNDED', 'Bellamy Rook', 'Black Oar', '92 AB')).toBe('true');
    expect(await truth('BORN_ON', 'Isaude Hallowmere', '61 AB', '100 AB')).toBe('true');
    // Undated: it had happened by a time at which both were there.
    expect(await truth('ENCOUNTERED', 'Yara Senn', 'Pale Eel', '180 AB')).toBe('false');
  });

  test('200 an open end is over with the life of who holds it', async () => {
    expect(await truth('RULES', 'Corvane Tarn', 'Free Holds of Saltfell', '150 AB')).toBe('false');
    expect(await ask('MEMBER_OF', 'Yara Senn', 'Tidewardens')).toMatchObject({ was_true: 'true', covers: 'all' });
  });

  test('200 at the time of an event, or of an era', async () => {
    expect(await ask('RULES', 'Isaude Hallowmere', 'Orrevane', 'Crowning of Isaude')).toMatchObject({
      ...{ was_true: 'true', at_time: { text: 'Crowning of Isaude' } },
    });
    // Nobody knows when in the Age of Lanterns the Lamp Wars were.
    expect(await truth('CONTROLS', 'Tidewardens', 'Tidegate', 'Lamp Wars')).toBe('false');
  });

  test('200 not_applicable of the wrong kind of thing, with a hint', async () => {
    expect(await ask('PARTICIPATED_IN', 'Isaude Hallowmere', 'Lamp Wars')).toMatchObject({
      ...{ was_true: 'not_applicable', outcome: 'not_applicable', hint: expect.stringContaining('events_during') },
    });
  });

  test('200 in short', async () => {
    const body = await ask('RULES', 'Isaude Hallowmere', 'Orrevane', '120 AB', { view: 'compact' });
    expect(body).toMatchObject({ view: 'compact', was_true: 'true', is_disputed: true });
    expect(body.facts[0]).toContain('Isaude Hallowmere RULES Orrevane');
  });

  test('400 for a relation, a date or an event that there is not', async () => {
    expect(await ask('ADMIRES', 'Isaude Hallowmere', 'Orrevane')).toMatchObject({ errors: [{ path: 'relation' }] });
    expect(await ask('RULES', 'Isaude Hallowmere', 'Orrevane', 'someday')).toMatchObject({
      ...{ code: 'invalid_date', errors: [{ path: 'at_time' }] },
    });
    expect(await ask('RULES', 'Isaude Hallowmere', 'Orrevane', 'The Nameless Frost')).toMatchObject({
      ...{ code: 'invalid_date' },
    });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask('RULES', 'Isaud Hallowmer', 'Orrevane')).toMatchObject({
      ...{ status: 404, code: 'unknown_entity', errors: [{ path: 'subject' }] },
      candidates: expect.arrayContaining([expect.objectContaining({ name: 'Isaude Hallowmere' })]),
    });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask('RULES', 'Isaude Hallowmere', 'Wren')).toMatchObject({
      ...{ status: 422, code: 'ambiguous_entity', errors: [{ path: 'object' }], candidates: [{}, {}] },
    });
  });
});
