import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('events_during', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('events_during', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type One = { event: { name: string }; held: string; when: object | null; is_disputed: boolean };
  const names = (body: { events: One[] }) => body.events.map(({ event }) => event.name);
  const heldOf = (body: { events: One[] }, name: string) => body.events.find(({ event }) => event.name === name)?.held;

  test('200 lists what happened in a time, what crosses its edge too, in order', async () => {
    expect(names(await ask({ from: '115 AB', until: '119 AB' }))).toEqual([
      ...['Saltfell Rising', 'Proclamation of Tarnhold', 'Breaking of the Third Pier'],
    ]);
    expect(names(await ask({ from: '118 AB', until: '118 AB' }))).toEqual(['Saltfell Rising']);
  });

  test('200 of an era by its name alone, whose years nobody knows', async () => {
    const body = await ask({ era: 'Lamp Wars' });
    expect(heldOf(body, 'Siege of Ashlode')).toBe('true');
    expect(heldOf(body, 'Founding of the Circle')).toBe('unknown');
    expect(names(body)).not.toContain('Crowning of Isaude');
    // A part of the era is the era too.
    expect(heldOf(await ask({ era: 'Age of Lanterns', limit: '200' }), 'Siege of Ashlode')).toBe('true');
  });

  test('200 in a place and what lies inside it, those that nobody dates as unknown', async () => {
    expect(names(await ask({ location: 'Lanternshore', from: '100 AB', until: '110 AB' }))).toEqual([
      'Wedding of the Two Houses',
    ]);
    expect(heldOf(await ask({ location: 'Gullspire', era: 'Age of Bridges' }), 'The Nameless Frost')).toBe('unknown');
    expect(await ask({ location: 'Gullspire', view: 'compact' })).toMatchObject({
      ...{ events: expect.arrayContaining([expect.stringContaining('Flight to Gullspire')]) },
    });
  });

  test('200 a disputed date is said to be one, and pages have no gap', async () => {
    const body = await ask({ from: '200 DA', until: '210 DA' });
    expect(body).toMatchObject({
      is_disputed: true,
      events: [{ event: { name: 'Battle of Wrackline' }, is_disputed: true }],
    });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask({ era: 'Age of Bridges', limit: '4', ...(cursor ? { cursor } : {}) });
      seen.push(...names(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(names(await ask({ era: 'Age of Bridges', limit: '200' })));
  });

  test('400 for a time that can not be read, or ends before it begins', async () => {
    expect(await ask({ era: 'Age of Glass' })).toMatchObject({
      status: 400,
      code: 'invalid_date',
      errors: [{ path: 'era' }],
    });
    expect(await ask({ from: '120 AB', until: '100 AB' })).toMatchObject({ status: 400, code: 'invalid_period' });
  });

  test('404 for a place that is not known', async () => {
    expect(await ask({ location: 'Lanternshire' })).toMatchObject({ status: 404, code: 'unknown_entity' });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ location: 'Wren' })).toMatchObject({ status: 422, code: 'ambiguous_entity' });
  });
});
