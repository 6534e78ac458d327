import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ToldWorld, tellWorld } from '../helpers/told-world.js';

describe('what holds only with both of its ends, and what excludes something else', () => {
  let world: ToldWorld;
  beforeAll(async () => {
    world = await tellWorld(
      'beside',
      {
        Person: ['Ann Vey', 'Bob Vey', 'Odo Marr', 'Maud Corvane', 'Edric Corvane'],
        Lineage: ['Corvanes'],
        Kingdom: ['Skarn', 'Wessen'],
        Location: ['Mirefort', 'Holm', 'Fenwick'],
        Event: ['Battle of Mirefort', 'War of the Fens'],
      },
      [
        ['BORN_ON', 'Ann Vey', '100 IR'],
        ['DIED_ON', 'Ann Vey', '150 IR'],
        ['DIED_ON', 'Bob Vey', '140 IR'],
        ['SPOUSE_OF', 'Ann Vey', 'Bob Vey', '120 IR'],
        ['BORN_ON', 'Odo Marr', '20 IR'],
        ['DIED_ON', 'Odo Marr', '80 IR'],
        ['BORN_ON', 'Maud Corvane', '168 IR'],
        ['BORN_ON', 'Edric Corvane', '190 IR'],
        ['GENDER', 'Maud Corvane', 'female'],
        ['PARENT_OF', 'Maud Corvane', 'Edric Corvane'],
        ['DESCENDED_FROM', 'Maud Corvane', 'Corvanes'],
        ['OCCURRED_ON', 'Battle of Mirefort', '203 IR'],
        ['OCCURRED_ON', 'War of the Fens', '200 IR'],
        ['PART_OF', 'Battle of Mirefort', 'War of the Fens'],
        ['PART_OF', 'Mirefort', 'Skarn'],
        ['PART_OF', 'Holm', 'Skarn'],
        ['OCCURRED_AT', 'Battle of Mirefort', 'Mirefort'],
        ['BORN_IN', 'Ann Vey', 'Holm'],
      ],
    );
  }, 60_000);
  afterAll(() => world?.app.close());

  test('a marriage is over with the first death, whichever side one asks from', async () => {
    for (const [one, other] of [
      ['Ann Vey', 'Bob Vey'],
      ['Bob Vey', 'Ann Vey'],
    ] as const) {
      const married = ['130 IR', '140 IR', '141 IR', '150 IR'].map((at) => world.truth('SPOUSE_OF', one, other, at));
      expect(await Promise.all(married)).toEqual(['true', 'true', 'false', 'false']);
    }
    expect(await world.verdict('Ann Vey was married to Bob Vey in 145 IR.')).toEqual(['contradicted', 'not_then']);
    const { intervals } = await world.ask('true_during', { relation: 'SPOUSE_OF', subject: 'Ann Vey', from: '141 IR' });
    expect(intervals).toEqual([]);
  });

  test('nothing holds before its ends came to be, and what outlives them goes on', async () => {
    const parent = ['180 IR', '190 IR', '300 IR'].map((at) =>
      world.truth('PARENT_OF', 'Maud Corvane', 'Edric Corvane', at),
    );
    expect(await Promise.all(parent)).toEqual(['false', 'true', 'true']);
    expect(await world.truth('DESCENDED_FROM', 'Maud Corvane', 'Corvanes', '100 IR')).toBe('false');
    expect(await world.truth('GENDER', 'Maud Corvane', 'female', '100 IR')).toBe('false');
    expect(await world.truth('GENDER', 'Maud Corvane', 'female', '200 IR')).toBe('true');
    expect(await world.truth('PART_OF', 'Battle of Mirefort', 'War of the Fens', '100 IR')).toBe('false');
    expect(await world.truth('PART_OF', 'Battle of Mirefort', 'War of the Fens', '300 IR')).toBe('true');
    const walk = { start: 'Maud Corvane', relations: 'PARENT_OF', direction: 'out' };
    expect((await world.ask('graph_traverse', { ...walk, at_time: '180 IR' })).nodes).toEqual([]);
    expect((await world.ask('graph_traverse', { ...walk, at_time: '195 IR' })).nodes).toHaveLength(1);
    expect((await world.ask('state_at', { entity: 'Maud Corvane', at_time: '50 IR' })).relations).toEqual([]);
  });

  test('nobody knows of who is not born yet', async () => {
    const known = async (entity: string) =>
      (await world.ask('query_as_npc', { npc: 'Odo Marr', entity, at_time: '50 IR' })).known;
    expect(await known('Maud Corvane')).toEqual([]);
    expect(await known('Battle of Mirefort')).toEqual([]);
  });

  test('a place that contains the one recorded, or lies in it, is not denied', async () => {
    expect((await world.verdict('The Battle of Mirefort took place in Skarn.'))[0]).not.toBe('contradicted');
    expect(await world.verdict('Ann Vey was born in Skarn.')).toEqual(['unknown', 'silent']);
    expect(await world.verdict('Ann Vey was born in Wessen.')).toEqual(['contradicted', 'other_recorded']);
    expect(await world.verdict('Ann Vey was born in Fenwick.')).toEqual(['contradicted', 'other_recorded']);
    expect(await world.truth('BORN_IN', 'Ann Vey', 'Skarn', '100 IR')).toBe('unknown');
    expect(await world.truth('BORN_IN', 'Ann Vey', 'Wessen', '300 IR')).toBe('false');
  });

  test('a birth in the realm of the place that is recorded is stored, one elsewhere is refused', async () => {
    const born = (to: string) =>
      world.app.post('/v1/lore/add-relation', { project: 'beside', who: 'mara', type: 'BORN_IN', from: 'Ann Vey', to });
    expect((await born('Wessen')).status).toBe(409);
    expect((await born('Skarn')).status).toBe(201);
  });

  test('another date is false, whenever one asks', async () => {
    const born = (date: string) => world.truth('BORN_ON', 'Ann Vey', date, '300 IR');
    expect(await Promise.all(['100 IR', '101 IR', 'circa 103 IR', 'circa 110 IR'].map(born))).toEqual([
      ...['true', 'false', 'true', 'false'],
    ]);
    expect(await world.truth('DIED_ON', 'Bob Vey', '141 IR', '300 IR')).toBe('false');
    expect(await world.truth('OCCURRED_ON', 'Battle of Mirefort', '204 IR', '300 IR')).toBe('false');
    expect(await world.truth('BORN_ON', 'Bob Vey', '100 IR', '300 IR')).toBe('unknown');
  });
});
