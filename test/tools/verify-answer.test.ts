import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

describe('verify_answer', () => {
  let world: LoreWorld;
  const verify = (text: string, rest: object = {}, headers = {}) =>
    world.post('/v1/verify-answer', { project: 'world', text, ...rest }, headers);
  const first = async (text: string, rest: object = {}) => (await verify(text, rest)).body.sentences[0];
  const verdict = async (text: string, rest: object = {}) => (await first(text, rest)).verdict;

  beforeAll(async () => {
    world = await createLoreWorld();
  }, 90_000);
  afterAll(() => world?.close());

  test('200 says of each sentence what decides, with its passages', async () => {
    const { status, body } = await verify(
      'Corvane Tarn ruled the Free Holds of Saltfell from 116 AB to 140 AB. He sang. Old Brine died in 120 AB.',
    );
    expect(status).toBe(200);
    const [supported, unread, contradicted] = body.sentences;
    expect(supported).toMatchObject({
      ...{ verdict: 'supported', code: 'recorded', is_read: true, is_disputed: false, was_returned: null },
      text: 'Corvane Tarn ruled the Free Holds of Saltfell from 116 AB to 140 AB.',
      span: { start: 0, end: 68 },
      relations: [{ type: 'RULES', truth: 'true', facts: [{ from: { name: 'Corvane Tarn' } }] }],
    });
    expect(supported.relations[0].sources[0].passages[0].document).toMatch(/\.(yaml|md)$/);
    expect(unread).toMatchObject({ verdict: 'unknown', code: 'not_read', relations: [], is_read: false });
    expect(contradicted).toMatchObject({
      ...{ verdict: 'contradicted', code: 'other_time' },
      relations: [{ type: 'DIED_ON', facts: [{ value: expect.stringContaining('97') }] }],
    });
    expect(body).toMatchObject({ skipped: [], unsaid: null, at_time: null });
  });

  test('200 what is disputed is never supported without saying so', async () => {
    for (const text of [
      'Isaude Hallowmere was born in 61 AB.',
      'Isaude Hallowmere was born in 64 AB.',
      'Corvane Tarn ruled Orrevane in 120 AB.',
      'The Battle of Wrackline was fought in 206 DA.',
    ]) {
      const sentence = await first(text);
      expect(sentence, text).toMatchObject({ verdict: 'supported', is_disputed: true });
      expect(sentence.relations[0].caveats.map(({ code }: { code: string }) => code)).toContain('disputed');
    }
    expect(await verdict('The Battle of Wrackline was fought in 205 DA.')).toBe('contradicted');
  });

  test('200 a sentence may say that it is disputed, where it is', async () => {
    const said = 'The Battle of Wrackline was fought in 206 DA, which is disputed.';
    expect(await first(said)).toMatchObject({ verdict: 'supported', is_disputed: true, is_read: true, text: said });
    expect(await verdict('Old Brine died in 97 AB, which is disputed.')).toBe('unknown');
    expect(await verdict('Old Brine died in 120 AB, which is disputed.')).toBe('contradicted');
    expect(await verdict('Old Brine died in 97 AB, which is uncertain.')).toBe('supported');
    expect(await verdict('Old Brine died in 97 AB, which grieved nobody.')).toBe('unknown');
  });

  test('200 what lasted some years began and ended in those that are told', async () => {
    expect(await verdict('The Mending of the Bridge took place from 120 AB to 128 AB.')).toBe('supported');
    expect(await verdict('The Mending of the Bridge took place from 120 AB to 127 AB.')).toBe('contradicted');
    expect(await verdict('The Mending of the Bridge took place from 121 AB to 128 AB.')).toBe('contradicted');
    expect(await verdict('The Mending of the Bridge took place in 124 AB.')).toBe('supported');
  });

  test('200 an attribute has one value', async () => {
    expect(await first('Juno Hask was female.')).toMatchObject({ verdict: 'supported', code: 'recorded' });
    expect(await verdict('Juno Hask was a woman.')).toBe('supported');
    expect(await first('Juno Hask was male.')).toMatchObject({ verdict: 'contradicted', code: 'other_recorded' });
    expect(await verdict('Juno Hask was not male.')).toBe('supported');
    expect(await first('Old Brine was male.')).toMatchObject({ verdict: 'unknown' });
  });

  test('200 what is only foretold supports nothing, but that it is foretold', async () => {
    expect(await first('Elspeth Hallowmere ruled the Free Holds of Saltfell.')).toMatchObject({
      ...{ verdict: 'unknown', code: 'foretold', relations: [{ facts: [{ prophetic: true }] }] },
    });
    expect(await verdict('It is foretold that Elspeth Hallowmere will rule the Free Holds of Saltfell.')).toBe(
      'supported',
    );
  });

  test('200 each part of a sentence has to be so, and one that is not makes it wrong', async () => {
    expect(await verdict('Gale Tarn and the Barge Moot took part in the Treaty of Spans.')).toBe('supported');
    expect(await verdict('Gale Tarn and Isaude Hallowmere took part in the Treaty of Spans.')).toBe('contradicted');
    expect(await verdict('Juno Hask was born in 95 AB and died in 152 AB.')).toBe('supported');
    expect(await verdict('Juno Hask was born in 95 AB and died in 150 AB.')).toBe('contradicted');
    expect(await verdict('Juno Hask was born in 95 AB and hated fish.')).toBe('unknown');
    const cited = 'Juno Hask died in 152 AB. (source: factions.yaml) Old Brine died in 97 AB [see bestiary.yaml].';
    const { sentences } = (await verify(cited)).body;
    expect(sentences.map((one: { verdict: string }) => one.verdict)).toEqual(['supported', 'supported']);
    expect(cited.slice(sentences[1].span.start, sentences[1].span.end)).toMatch(/^Old Brine died in 97 AB \[see/);
    expect(await verdict('According to the guilds, Juno Hask was born in 95 AB (source: factions.yaml).')).toBe(
      'supported',
    );
  });

  test('200 at the time of the answer, and as it was believed', async () => {
    expect(await verdict('Leofric Hallowmere rules Orrevane.', { at_time: '160 AB' })).toBe('supported');
    expect(await verdict('Leofric Hallowmere rules Orrevane.')).toBe('contradicted');
    expect(await verdict('Leofric Hallowmere ruled Orrevane.')).toBe('supported');
    expect(await verdict('Leofric Hallowmere ruled Orrevane.', { at_time: '140 AB' })).toBe('contradicted');
    expect(await verdict('Leofric Hallowmere ruled Orrevane.', { known_at: '2000-01-01T00:00:00Z' })).toBe('unknown');
  });

  test('200 by claims in words, with the comparison of the guard, and of an earlier time', async () => {
    const remember = (statement: string, rest = {}) =>
      world.post('/v1/remember', { project: 'world', statement, who: 'mara', kind: 'fact', ...rest });
    await remember('The harbour toll is 3 coins');
    const before = new Date().toISOString();
    const stored = await remember('The quay gate must close at dusk', { kind: 'decision', reason: 'Smugglers' });
    const claim_id = stored.body.claim.id;
    expect(await first('The harbour toll is 3 coins.')).toMatchObject({
      ...{ verdict: 'supported', code: 'claim', claims: [{ side: 'supports', who: 'mara', is_disputed: false }] },
    });
    expect(await first('The harbour toll is 5 coins.')).toMatchObject({
      ...{ verdict: 'contradicted', code: 'claim', claims: [{ side: 'contradicts', code: expect.any(String) }] },
    });
    expect(await verdict('The quay gate must close at dusk.', { known_at: before })).toBe('unknown');
    await world.post('/v1/cancel', { project: 'world', claim_id, reason: 'No more smugglers' });
    expect(await verdict('The quay gate must close at dusk.')).toBe('unknown');
    const known_at = stored.body.claim.system_from;
    expect(await verdict('The quay gate must close at dusk.', { known_at })).toBe('supported');
    await remember('The harbour toll is 5 coins', { force_exception: true, reason: 'The tales say so' });
    expect(await first('The harbour toll is 3 coins.')).toMatchObject({ verdict: 'supported', is_disputed: true });
  });

  test('200 with a session, whether it was shown or stored the claim that decides', async () => {
    const headers = (session: string) => ({ 'loreguard-session': session });
    const pier = 'The pier lantern is lit at nine';
    const { body } = await world.post('/v1/remember', { project: 'world', statement: pier, who: 'mara', kind: 'fact' });
    const returned = async (session: string) =>
      (await verify(`${pier}. They sang.`, {}, headers(session))).body.sentences.map(
        ({ was_returned }: { was_returned: boolean | null }) => was_returned,
      );
    expect(await returned('claims-unseen')).toEqual([false, null]);
    const asked = {
      recalled: '/v1/recall?project=world&q=pier%20lantern',
      got: `/v1/claims/${body.claim.id}?project=world`,
      listed: '/v1/claims?project=world',
    };
    for (const [session, path] of Object.entries(asked)) {
      await world.get(path, headers(session));
      expect(await returned(session), session).toEqual([true, null]);
    }
    const stored = {
      project: 'world',
      statement: 'The pier bell is cracked',
      who: 'mara',
      kind: 'fact',
      reason: 'Frost',
    };
    await world.post('/v1/remember', stored, headers('stored'));
    expect((await verify('The pier bell is cracked.', {}, headers('stored'))).body.sentences).toMatchObject([
      { was_returned: true },
    ]);
    await world.get('/v1/why?project=world&q=pier%20bell', headers('why'));
    expect((await verify('The pier bell is cracked.', {}, headers('why'))).body.sentences).toMatchObject([
      { was_returned: true },
    ]);
  });

  test('200 with a session, what none of its calls returned, and which caveats are left unsaid', async () => {
    const headers = { 'loreguard-session': 'draft' };
    await world.ask(
      'was_true_at',
      { relation: 'RULES', subject: 'Isaude Hallowmere', object: 'Orrevane', at_time: '120 AB' },
      headers,
    );
    const draft = 'Isaude Hallowmere ruled Orrevane from 98 AB to 131 AB. Roland Hallowmere died in 30 AB.';
    const { body } = await verify(draft, {}, headers);
    expect(body.sentences).toMatchObject([{ was_returned: true }, { was_returned: false, verdict: 'contradicted' }]);
    expect(body.unsaid).toContain('disputed');
    const said = await verify(`${draft} Other sources disagree.`, {}, headers);
    expect(said.body.unsaid).not.toContain('disputed');
    const { items, unmet_rules } = (await world.get('/v1/sessions/draft/calls?project=world')).body;
    expect(items[1]).toMatchObject({
      ...{ tool: 'verify_answer', unmet: ['never_unreturned', 'pass_on_caveats', 'verify_answer'] },
    });
    const rules = unmet_rules.map(({ rule }: { rule: string }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['check_violations', 'latest_run', 'pass_on_caveats']));
    expect(rules).not.toContain('name_time');
  });

  test('200 no more sentences than are promised, and says which are left out', async () => {
    const text = Array.from({ length: 40 }, (_, at) => `Old Brine died in ${at + 1} AB.`).join(' ');
    const { body } = await verify(`${text} ${'Very '.repeat(200)}long.`);
    expect(body.sentences).toHaveLength(30);
    expect(body.skipped).toHaveLength(11);
    expect(body.sentences.filter((one: { verdict: string }) => one.verdict === 'supported')).toHaveLength(0);
  });

  test('200 for odd text', async () => {
    for (const text of ['\u0000 \ud800 Zqaa ruled Zqab.', 'Ａ'.repeat(8000), '((((((((', 'The The Of The.']) {
      expect((await verify(text)).status, text.slice(0, 20)).toBe(200);
    }
  });

  test('200 in short', async () => {
    const { body } = await verify('Isaude Hallowmere was born in 61 AB.', {}, { prefer: 'return=minimal' });
    expect(body).toEqual({
      view: 'minimal',
      sentences: [
        {
          ...{
            text: 'Isaude Hallowmere was born in 61 AB.',
            verdict: 'supported',
            code: 'recorded',
            is_disputed: true,
          },
          decided_by: expect.arrayContaining([expect.stringContaining('Isaude Hallowmere BORN_ON')]),
        },
      ],
    });
  });

  test('400 for a time that can not be read, no text and too much of it', async () => {
    expect((await verify('Old Brine died.', { at_time: 'someday' })).body).toMatchObject({ code: 'invalid_date' });
    expect((await verify('  ')).body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'text' }] });
    expect((await verify('a'.repeat(8001))).status).toBe(400);
  });

  test('422 for the name of several events as its time', async () => {
    for (const name of ['Fall of Wren', 'Fall of Heron']) {
      await world.post('/v1/lore/add-entity', { project: 'world', type: 'Event', name, aliases: ['The Fall'] });
    }
    expect((await verify('Old Brine died.', { at_time: 'The Fall' })).body).toMatchObject({ code: 'ambiguous_entity' });
  });
});
