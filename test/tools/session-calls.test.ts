import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetOldSessions } from '../../src/jobs/forget-keys.js';
import { bearer } from '../helpers/app.js';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('session_calls', () => {
  let world: LoreWorld;
  const inSession = (session: string, tool: string, query: Record<string, string>, headers = {}) =>
    world.ask(tool, query, { 'loreguard-session': session, ...headers });
  const calls = async (session: string, query = '', headers = {}) =>
    (await world.get(`/v1/sessions/${session}/calls?project=world${query}`, headers)).body;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 lists what a session asked, what it was about and what had to be said', async () => {
    await inSession('review', 'rulers_of', { location: 'Orrevane', at_time: '120 AB' });
    await inSession('review', 'rulers_of', { location: 'Nowhere at all' });
    const { items, next_cursor } = await calls('review');
    expect(items).toMatchObject([
      {
        tool: 'rulers_of',
        status: 200,
        query: { location: 'Orrevane', at_time: '120 AB' },
        caveats: expect.arrayContaining(['disputed']),
      },
      { tool: 'rulers_of', status: 404, entities: [], caveats: [] },
    ]);
    expect(items[0].entities).toHaveLength(1);
    expect(next_cursor).toBeNull();
    const first = await calls('review', '&limit=1');
    expect((await calls('review', `&cursor=${first.next_cursor}`)).items).toMatchObject([{ id: items[1].id }]);
    expect(await calls('another')).toEqual({ items: [], unmet_rules: [], next_cursor: null });
  });

  test('200 resolves pronouns to what was spoken of last and fits', async () => {
    const named = async (session: string, entity: string) =>
      (await inSession(session, 'get_entity', { entity })).body.entity?.name;
    for (const entity of ['Isaude Hallowmere', 'Ivo Castellan', 'Lanternhead', 'Siege of Ashlode', 'Black Oar']) {
      expect(await named('talk', entity)).toBe(entity);
    }
    expect(await named('talk', 'he')).toBe('Ivo Castellan');
    expect(await named('talk', 'she')).toBe('Isaude Hallowmere');
    expect(await named('talk', 'the city')).toBe('Lanternhead');
    expect(await named('talk', 'It')).toBe('Lanternhead');
    expect(await named('talk', 'the battle')).toBe('Siege of Ashlode');
    // No session, no context: another session, another key and another project know nothing of it.
    expect((await world.ask('get_entity', { entity: 'he' })).status).toBe(404);
    expect((await inSession('talk-2', 'get_entity', { entity: 'he' })).status).toBe(404);
    const other = bearer(await world.keyFor('reader'));
    expect((await inSession('talk', 'get_entity', { entity: 'he' }, other)).status).toBe(404);
    expect((await inSession('talk', 'get_entity', { entity: 'he', project: 'default' })).status).toBe(404);
  });

  test('200 lookup of a pronoun lists all that fit, latest first', async () => {
    for (const entity of ['Ivo Castellan', 'Corvane Tarn', 'Isaude Hallowmere']) {
      await inSession('look', 'entity_context', { entity });
    }
    const { items } = (await inSession('look', 'lookup', { query: 'he' })).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Corvane Tarn', 'Ivo Castellan']);
    expect(items[0].by).toBe('session');
  });

  test('200 tells which rules of the contract a session did not meet, and by which calls', async () => {
    const unmet = async (session: string) =>
      Object.fromEntries(
        (await calls(session)).unmet_rules.map((one: { rule: string; text: string; calls: string[] }) => [
          one.rule,
          one,
        ]),
      );
    await inSession('hasty', 'state_at', { entity: 'Isaude Hallowmere' });
    await inSession('hasty', 'state_at', { entity: 'Isaud' });
    const hasty = await unmet('hasty');
    expect(Object.keys(hasty).sort()).toEqual(
      ['check_violations', 'latest_run', 'name_time', 'resolve_names', 'verify_answer'].sort(),
    );
    const [asked, missed] = (await calls('hasty')).items;
    expect(hasty.name_time).toMatchObject({ text: expect.stringContaining('at_time'), calls: [asked.id, missed.id] });
    expect(hasty.resolve_names.calls).toEqual([missed.id]);
    await inSession('careful', 'lookup', { query: 'Isaude Hallowmere' });
    await inSession('careful', 'latest_run', {});
    await inSession('careful', 'state_at', { entity: 'Isaude Hallowmere', at_time: '120 AB' });
    for (const tool of ['get_contradictions', 'get_anachronisms', 'get_orphans']) await inSession('careful', tool, {});
    const body = {
      project: 'world',
      text: 'Isaude Hallowmere ruled Orrevane from 98 AB to 131 AB. Other sources disagree.',
    };
    await world.post('/v1/verify-answer', body, { 'loreguard-session': 'careful' });
    // Nothing has looked through the whole project yet, and the draft does not say so.
    const rest = Object.keys(await unmet('careful'));
    expect(rest.filter((rule) => rule !== 'pass_on_caveats' && rule !== 'anachronisms_of_many')).toEqual([]);
  });

  test('200 a session is over after a day, and a key sees its own only', async () => {
    await inSession('old', 'get_entity', { entity: 'Ivo Castellan' });
    expect((await calls('old')).items).toHaveLength(1);
    const reader = bearer(await world.keyFor('reader'));
    expect((await calls('old', '', reader)).items).toEqual([]);
    await inSession('readers', 'get_entity', { entity: 'Ivo Castellan' }, reader);
    expect((await calls('readers', '', reader)).items).toHaveLength(1);
    // A curator reviews those of others.
    expect((await calls('readers')).items).toHaveLength(1);
    await world.database.asAdmin(
      "UPDATE lore_sessions SET used_at = used_at - interval '25 hours', started_at = started_at - interval '25 hours'",
    );
    expect((await calls('old')).items).toEqual([]);
    expect((await inSession('old', 'get_entity', { entity: 'he' })).status).toBe(404);
    expect((await calls('old')).items).toMatchObject([{ status: 404 }]);
    const left = async () => (await world.database.asAdmin('SELECT session FROM lore_sessions')).length;
    const before = await left();
    expect(await forgetOldSessions(world.deps)).toBe(before - 1);
    expect(await left()).toBe(1);
  });

  test('400 for a cursor of another list, and for a session that can not be named so', async () => {
    expect((await calls('review', '&cursor=nonsense')).status).toBe(400);
    expect((await inSession('a b', 'get_entity', { entity: 'he' })).body).toMatchObject({ code: 'invalid_request' });
  });
});
