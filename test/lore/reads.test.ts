import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

/** What a reasoner gets wrong most easily, asked of the example world. */
describe('the traps of a world', () => {
  let world: LoreWorld;
  const ask = async (tool: string, query: Record<string, string>) => (await world.ask(tool, query)).body;
  const codes = (body: { caveats: { code: string }[] }) => body.caveats.map(({ code }) => code);

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('who died before it is no member, owner or ruler any more', async () => {
    const { was_true, facts } = await ask('was_true_at', {
      ...{ relation: 'MEMBER_OF', subject: 'Bellamy Rook', object: 'Black Oar', at_time: '127 AB' },
    });
    expect(was_true).toBe('false');
    expect(facts[0].when.until.text).toBe('126 Third Age');
    expect((await ask('state_at', { entity: 'Bellamy Rook', at_time: '127 AB' })).status).toBe('dead');
  });

  test('what was not so is looked for five years later', async () => {
    const question = { relation: 'CONTROLS', subject: 'Black Oar', object: 'Oarlock Cove' };
    expect((await ask('was_true_at', { ...question, at_time: '88 AB' })).was_true).toBe('false');
    const { intervals } = await ask('true_during', { ...question, era: 'Age of Bridges' });
    expect(intervals).toMatchObject([{ valid_from: { text: '92 Third Age' }, valid_until: { text: '126 Third Age' } }]);
    expect((await ask('was_true_at', { ...question, at_time: '93 AB' })).was_true).toBe('true');
  });

  test('a date that sources dispute comes with both', async () => {
    const at = (object: string) =>
      ask('was_true_at', { relation: 'OCCURRED_ON', subject: 'Battle of Wrackline', object });
    const body = await at('204 DA');
    expect(body).toMatchObject({ was_true: 'true', is_disputed: true, disputed_with: [{ value: expect.any(String) }] });
    expect(codes(body)).toContain('disputed');
    expect(codes(await at('206 DA'))).toEqual(expect.arrayContaining(['disputed']));
    expect((await at('206 DA')).confidence).toBe(0.75);
  });

  test('parents that nobody tells of are unknown, not none', async () => {
    const body = await ask('was_true_at', {
      ...{ relation: 'CHILD_OF', subject: 'The Gaunt Ferryman', object: 'Isaude Hallowmere' },
    });
    expect(body).toMatchObject({ was_true: 'unknown', confidence: null, sources: [] });
    expect((await ask('entity_context', { entity: 'The Gaunt Ferryman' })).lives).toEqual([]);
  });

  test('an event without a place has none, and one without a date is unknown', async () => {
    const bell = (await ask('events_during', { from: '187 AB', until: '187 AB' })).events;
    expect(bell).toMatchObject([{ event: { name: 'The Bell Below' }, places: [], held: 'true' }]);
    const frost = (await ask('events_during', { location: 'Gullspire' })).events.at(-1);
    expect(frost).toMatchObject({ event: { name: 'The Nameless Frost' }, when: null });
  });

  test('what is retconned is told as it was and as it is, whenever one asks', async () => {
    const question = { relation: 'POSSESSES', subject: 'Dorothea Rook', object: 'Oar of Bellamy', at_time: '150 AB' };
    const before = await ask('was_true_at', question);
    expect(before).toMatchObject({ was_true: 'true', retcons: [] });
    const { body: told } = await world.post('/v1/lore/retcon', {
      ...{ project: 'world', old: before.relation.id, new: { valid_until: '140 AB' }, reason: 'It sank' },
    });
    expect(told.result ?? told.code).toBeDefined();
    expect(await ask('was_true_at', question)).toMatchObject({
      ...{ was_true: 'false', believed_before: [{ status: 'superseded', valid_until: { text: '158 Third Age' } }] },
      retcons: [
        { before: { valid_until: { text: '158 Third Age' } }, after: { valid_until: { text: '140 Third Age' } } },
      ],
    });
    const then = await ask('was_true_at', { ...question, known_at: before.known_at });
    expect(then).toMatchObject({
      ...{ was_true: 'true', relation: { valid_until: { text: '158 Third Age' } } },
      retcons: [{ after: { valid_until: { text: '140 Third Age' } } }],
    });
  });

  test('what was withdrawn without a successor is unknown, and says what was believed', async () => {
    const question = { relation: 'SERVES', subject: 'Cass Thornby', object: 'Maren Tarn', at_time: '170 AB' };
    const { facts } = await ask('was_true_at', question);
    for (const { id } of facts) {
      const answer = await world.post('/v1/lore/retcon', { project: 'world', old: id, reason: 'It was somebody else' });
      expect(answer.status).toBe(200);
    }
    const body = await ask('was_true_at', question);
    expect(body).toMatchObject({ was_true: 'unknown', facts: [], relation: null });
    expect(body.believed_before).toHaveLength(facts.length);
    expect(body.retcons).toMatchObject(facts.map(() => ({ after: null })));
  });
});
