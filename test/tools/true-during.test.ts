import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('true_during', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('true_during', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Fact = { from: { name: string }; to: { name: string }; valid_from: { text: string } | null; held: string };
  const windows = (body: { intervals: Fact[] }) =>
    body.intervals.map(({ to, valid_from }) => `${to.name} ${valid_from?.text}`);
  const rule = { relation: 'RULES', subject: 'Corvane Tarn' };

  test('200 finds the windows of a relation that was not so at the time one thought of', async () => {
    const body = await ask({ ...rule, object: 'Free Holds of Saltfell', era: 'Age of Bridges' });
    expect(body.intervals.length).toBeGreaterThan(0);
    expect(new Set(windows(body))).toEqual(new Set(['Free Holds of Saltfell 116 Third Age']));
    expect(windows(await ask({ ...rule, from: '100 AB', to: '117 AB' }))).not.toContain('Orrevane 118 Third Age');
    expect(windows(await ask({ ...rule, from: '120 AB', until: '121 AB' }))).toContain('Orrevane 118 Third Age');
  });

  test('200 by the other name of a relation, and of a marriage from either side', async () => {
    const body = await ask({ relation: 'RULED_BY', subject: 'Orrevane', from: '100 AB', until: '110 AB' });
    expect(body.intervals.map(({ from }: Fact) => from.name)).toContain('Isaude Hallowmere');
    for (const subject of ['Isaude Hallowmere', 'Florian Dusk']) {
      const married = await ask({ relation: 'SPOUSE_OF', subject, from: '100 AB', until: '101 AB' });
      expect(married.intervals.length, subject).toBeGreaterThan(0);
    }
  });

  test('200 without a time all there were, in order, and in short', async () => {
    const body = await ask({ relation: 'RULED_BY', subject: 'Orrevane' });
    expect(body.time_defaulted).toBe(true);
    const starts = body.intervals.map(({ when }: { when: { from: { from: number } } }) => when.from.from);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect((await ask({ ...rule, view: 'compact' })).intervals[0]).toContain('Corvane Tarn RULES');
  });

  test('400 for a time that ends before it begins', async () => {
    expect(await ask({ ...rule, from: '120 AB', until: '100 AB' })).toMatchObject({
      status: 400,
      code: 'invalid_period',
    });
    expect(await ask({ ...rule, era: 'Age of Glass' })).toMatchObject({ status: 400, code: 'invalid_date' });
  });

  test('404 for who is not known, with suggestions', async () => {
    expect(await ask({ ...rule, subject: 'Corvane Tam' })).toMatchObject({ status: 404, code: 'unknown_entity' });
  });

  test('422 for a name that several bear', async () => {
    for (const type of ['Person', 'Location'])
      await world.post('/v1/lore/add-entity', { project: 'world', type, name: 'Wren' });
    expect(await ask({ ...rule, subject: 'Wren' })).toMatchObject({ status: 422, code: 'ambiguous_entity' });
  });
});
