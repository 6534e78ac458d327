import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ToldWorld, tellWorld } from '../helpers/told-world.js';

describe('uncertain births, deaths and events', () => {
  let world: ToldWorld;
  beforeAll(async () => {
    world = await tellWorld(
      'uncertain',
      {
        Person: ['Abe', 'Bea', 'Cid', 'Dot', 'Maud', 'Brenna', 'Edric'],
        Faction: ['Guild'],
        Kingdom: ['Hollowmarch', 'East', 'West'],
        Location: ['Port'],
        Event: ['Great Knelling', 'Parley', 'Frostfair', 'Oath', 'Siege'],
        Era: ['Long Frost'],
      },
      [
        ['DIED_ON', 'Abe', 'circa 100 IR'],
        ['MEMBER_OF', 'Abe', 'Guild', '70 IR'],
        ['BORN_ON', 'Bea', '180 IR'],
        ['DIED_ON', 'Bea', 'Sundering Years'],
        ['MEMBER_OF', 'Bea', 'Guild', '190 IR'],
        ['BORN_ON', 'Cid', 'Iron Reckoning'],
        ['DIED_ON', 'Cid', '130 IR'],
        ['MEMBER_OF', 'Cid', 'Guild', '70 IR'],
        ['BORN_ON', 'Dot', '60 IR'],
        ['DIED_ON', 'Dot', 'circa 130 IR'],
        ['RULES', 'Brenna', 'Hollowmarch', '10 IR', '40 IR'],
        ['RULES', 'Maud', 'Hollowmarch', '41 IR', '90 IR'],
        ['RULES', 'Edric', 'Hollowmarch', '91 IR', '140 IR'],
        ['OCCURRED_ON', 'Great Knelling', 'iron_reckoning.event_3'],
        ['OCCURRED_ON', 'Parley', 'circa 100 IR'],
        ['OCCURRED_ON', 'Oath', '100 IR'],
        ['OCCURRED_DURING', 'Frostfair', 'Long Frost'],
        ['OCCURRED_ON', 'Siege', '120 IR'],
        ['PART_OF', 'Port', 'East', null, '100 IR'],
        ['PART_OF', 'Port', 'West', '101 IR'],
        ['OCCURRED_AT', 'Parley', 'Port'],
        ['OCCURRED_AT', 'Frostfair', 'Port'],
        ['OCCURRED_AT', 'Great Knelling', 'Port'],
        ['CAUSED', 'Parley', 'Siege'],
      ],
    );
  }, 60_000);
  afterAll(() => world?.app.close());

  const status = async (entity: string, at_time: string) => (await world.ask('state_at', { entity, at_time })).status;

  test('a life, and what ends with it, is unknown from the first to the last that its end may be', async () => {
    const member = (who: string, at: string) => world.truth('MEMBER_OF', who, 'Guild', at);
    expect(await Promise.all(['95 IR', '97 IR', '104 IR', '105 IR'].map((at) => member('Abe', at)))).toEqual([
      ...['true', 'unknown', 'unknown', 'false'],
    ]);
    expect(await Promise.all(['95 IR', '97 IR', '104 IR', '105 IR'].map((at) => status('Abe', at)))).toEqual([
      ...['alive', 'unknown', 'unknown', 'dead'],
    ]);
    expect(await Promise.all(['200 IR', '210 IR', '220 IR', '221 IR'].map((at) => member('Bea', at)))).toEqual([
      ...['true', 'unknown', 'unknown', 'false'],
    ]);
    expect(await status('Bea', '220 IR')).toBe('unknown');
  });

  test('a birth some time in an era leaves unknown who was alive in it, and sure what has dates of its own', async () => {
    expect(await status('Cid', '1 IR')).toBe('unknown');
    expect(await status('Cid', '131 IR')).toBe('dead');
    expect(await world.truth('MEMBER_OF', 'Cid', 'Guild', '100 IR')).toBe('true');
    expect(await world.truth('MEMBER_OF', 'Cid', 'Guild', '131 IR')).toBe('false');
  });

  test('at an uncertain event only what held wherever it lies is true', async () => {
    const rulers = (at: string) =>
      Promise.all(['Brenna', 'Maud', 'Edric'].map((who) => world.truth('RULES', who, 'Hollowmarch', at)));
    expect(await rulers('Great Knelling')).toEqual(await rulers('iron_reckoning.event_3'));
    expect(await rulers('Great Knelling')).toEqual(['unknown', 'unknown', 'unknown']);
    const sides = (at: string) =>
      Promise.all(['East', 'West'].map((whole) => world.truth('PART_OF', 'Port', whole, at)));
    expect(await sides('Parley')).toEqual(['unknown', 'unknown']);
    expect(await sides('Parley')).toEqual(await sides('circa 100 IR'));
    expect(await rulers('Oath')).toEqual(['false', 'false', 'true']);
    expect(await sides('Oath')).toEqual(['true', 'false']);
    const { rulers: shown } = await world.ask('state_at', { entity: 'Hollowmarch', at_time: 'Great Knelling' });
    expect(shown.map(({ held }: { held: string }) => held)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test('a date is shown as it was told, not as the first that it may be', async () => {
    const { events } = await world.ask('events_during', { location: 'Port' });
    const shown = new Map<string, unknown[]>(
      events.map(({ event, when }: { event: { name: string }; when: { from: { text: string }; until: object } }) => [
        event.name,
        [when.from.text, when.until],
      ]),
    );
    expect(shown.get('Parley')).toEqual(['circa 100 IR', expect.objectContaining({ from: 96 * 24 })]);
    expect(shown.get('Frostfair')?.[0]).toBe('Long Frost');
    expect(shown.get('Great Knelling')?.[0]).toBe('iron_reckoning.event_3');
    const { chain } = await world.ask('event_chain', { entity: 'Siege', view: 'compact' });
    expect(chain.join('; ')).toContain('Parley, circa 100 IR');
    const { lives } = await world.ask('state_at', { entity: 'Dot', at_time: '100 IR' });
    expect(lives).toMatchObject([{ from: { text: '60 IR' }, until: { text: 'circa 130 IR', until: 135 * 24 } }]);
    const { relation } = await world.ask('was_true_at', {
      ...{ relation: 'MEMBER_OF', subject: 'Abe', object: 'Guild', at_time: '80 IR' },
    });
    expect(relation.when).toMatchObject({
      from: { text: '70 IR' },
      until: { text: 'circa 100 IR' },
    });
  });

  test('what took place some time in an era surely took place in no year of it', async () => {
    const { events } = await world.ask('events_during', { from: '98 IR', until: '99 IR', location: 'Port' });
    expect(new Set(events.map(({ held }: { held: string }) => held))).toEqual(new Set(['unknown']));
  });
});
