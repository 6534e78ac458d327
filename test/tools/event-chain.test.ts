import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('event_chain', () => {
  let world: LoreWorld;
  const ask = async (query: Record<string, string> = {}, headers = {}) =>
    (await world.ask('event_chain', query, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  type Link = { event: { name: string }; side: string; depth: number; facts: { type: string }[]; when: object | null };
  const lines = (body: { chain: Link[] }) =>
    body.chain.map(({ event, side, depth }) => `${side} ${depth} ${event.name}`);

  test('200 follows causes and effects of an event, with when, where and who says so', async () => {
    const body = await ask({ entity: 'The Drowning' });
    expect(lines(body)).toEqual([
      ...['start 0 The Drowning', 'cause 1 Dousing of the Ninth Lamp'],
      ...['effect 1 Birth of the Undertow', 'effect 1 Flight to Gullspire'],
    ]);
    expect(body.chain[1]).toMatchObject({
      ...{ when: { from: { text: '410 First Age' } }, places: [{ name: 'Ninth Lighthouse' }], link: null, held: null },
      ...{ facts: [{ type: 'CAUSED', to: { name: 'The Drowning' } }], facts_total: 1 },
    });
    expect(body).toMatchObject({ total: 4, is_cut: false, next_cursor: null });
    expect(body.sources.flatMap(({ passages }: { passages: { line: number }[] }) => passages)[0].line).toBeGreaterThan(
      0,
    );
    expect(lines(await ask({ entity: 'The Drowning', direction: 'causes' }))).toHaveLength(2);
    expect(lines(await ask({ entity: 'The Drowning', direction: 'effects' }))).toHaveLength(3);
  });

  test('200 begins with what somebody took part in or caused, and with what occurred in a place', async () => {
    const corrin = await ask({ entity: 'Corrin Ashlode' });
    expect(lines(corrin)).toContain('start 0 Burning of Candlewick');
    expect(corrin.chain[0].link).toMatchObject({ type: 'PARTICIPATED_IN', from: { name: 'Corrin Ashlode' } });
    expect(lines(await ask({ entity: 'Corisande Hallowmere' }))).toContain('start 0 Saltfell Rising');
    const cresset = await ask({ entity: 'Cresset', depth: '1' });
    expect(lines(cresset)).toEqual(expect.arrayContaining(['start 0 The Drowning', 'cause 1 Siege of Ashlode']));
  });

  test('200 begins with an era and its events, those of its time too', async () => {
    const { chain } = await ask({ entity: 'Lamp Wars' });
    expect(chain[0]).toMatchObject({ event: { name: 'Lamp Wars', type: 'Era' }, side: 'start', held: null });
    expect(lines({ chain })).toContain("start 0 Regent's Oath");
    expect(chain.find(({ event }: Link) => event.name === 'Siege of Ashlode')).toMatchObject({ held: 'true' });
    await world.post('/v1/ingest', {
      project: 'world',
      entities: [{ type: 'Event', name: 'Undated Feast' }],
      events: [{ name: 'Storm of the Bridges', date: '119 AB' }],
    });
    expect(lines(await ask({ entity: 'Age of Bridges', limit: '200' }))).toContain('start 0 Storm of the Bridges');
  });

  test('200 tells what can not be right, and in short', async () => {
    const body = await ask({ entity: 'Saltfell Rising' });
    expect(body.anachronisms).toMatchObject([{ claim: 'EXISTED_BEFORE', entity: { name: 'Corisande Hallowmere' } }]);
    const short = await ask({ entity: 'Saltfell Rising', view: 'compact' });
    expect(short.chain).toContain('effect 1: Proclamation of Tarnhold, 116 Third Age');
    expect(await ask({ entity: 'Moortongue' })).toMatchObject({ chain: [], total: 0, outcome: 'answered' });
  });

  test('200 ends in a circle', async () => {
    const pairs = [
      ['Egg', 'Hen'],
      ['Hen', 'Brood'],
      ['Brood', 'Egg'],
    ];
    await world.post('/v1/ingest', {
      project: 'world',
      relations: pairs.map(([from, to]) => ({ type: 'CAUSED', from, to })),
      entities: ['Egg', 'Hen', 'Brood'].map((name) => ({ type: 'Event', name })),
    });
    expect(lines(await ask({ entity: 'Egg', depth: '8' }))).toEqual([
      ...['start 0 Egg', 'cause 1 Brood', 'effect 1 Hen', 'cause 2 Hen', 'effect 2 Brood'],
    ]);
  });

  test('400 for a depth beyond the bound', async () => {
    expect(await ask({ entity: 'The Drowning', depth: '9' })).toMatchObject({ status: 400 });
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
