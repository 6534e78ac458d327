import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askDetective, readStories } from '../../src/jobs/detective.js';
import { openStoryReader } from '../../src/llm/story-reader.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { type Asked, type Behaviour, fails, type LlmServer, says, startLlmServer } from '../helpers/llm-server.js';
import { facts, readAgain, readAll } from '../helpers/stories.js';

const QUESTION = 'Do the archives still close at noon?';
const TOLD = [
  'The archives close at noon.',
  'Visitors of the archives leave by dusk.',
  'Noon is when the archivist eats.',
];

const storyIn = ({ body }: Asked): string[] => body.messages.at(-1).content.split('\n').slice(1, -1);

/** Finds that the first two lines of a story confuse. */
const finds: Behaviour = (response, asked) => {
  const ids = storyIn(asked)
    .slice(0, 2)
    .map((line) => /^\[(s\d+)\]/.exec(line)?.[1]);
  says(JSON.stringify({ findings: [{ ids, kind: 'ambiguity', question: QUESTION }] }))(response, asked);
};

const claimsOf = ({ evidence }: { evidence: { id: string }[] }): string =>
  evidence
    .map(({ id }) => id)
    .sort()
    .join();

describe('the detective with a language model', () => {
  let llm: LlmServer;
  let app: TestApp;
  const errors: unknown[] = [];
  const list = async (project: string) => (await app.get(`/v1/findings?project=${project}`)).body.items;
  const ask = () => askDetective(app.deps, (error) => errors.push(error));
  const waiting = async () => {
    const rows = await app.store.tenant('default', (db) =>
      db.run<{ count: number }>({ text: `SELECT count(*)::int AS count FROM jobs WHERE kind = 'story'`, values: [] }),
    );
    return rows[0]?.count;
  };
  const makeDue = () =>
    app.store.tenant('default', (db) => db.run({ text: 'UPDATE jobs SET not_before = clock_timestamp()', values: [] }));
  const open = (breaker: { failures: number; pauseMs: number }) =>
    openStoryReader({
      ...{ baseUrl: llm.baseUrl, apiKey: 'secret', model: 'sleuth', timeoutMs: 1000 },
      ...{ clock: systemClock, random: systemRandom, breaker },
    });
  const tell = async (project: string) => {
    await app.post('/v1/ingest', { project, facts: facts(...TOLD) });
    await readAll(app);
  };

  beforeAll(async () => {
    llm = await startLlmServer();
    app = await createTestApp({ detective: await open({ failures: 1_000_000, pauseMs: 1 }) });
  });
  afterAll(async () => {
    await app?.close();
    await llm?.close();
  });
  beforeEach(() => {
    errors.length = 0;
    llm.behave(finds);
  });

  test('tells it the story with all instructions, and raises what it finds, once', async () => {
    await tell('good');
    expect(await ask()).toBe(3);
    const [finding, ...others] = await list('good');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ kind: 'ambiguity', question: QUESTION, reader: 'llm:sleuth' });
    const [asked] = llm.asked as [Asked];
    expect(asked.body).toMatchObject({ model: 'sleuth', temperature: 0 });
    expect(asked.body.response_format.type).toBe('json_schema');
    const system = asked.body.messages[0].content;
    for (const said of ['reversal', 'ambiguity', 'stale', 'DO NOT FLAG', 'The key test', '{"findings": []}'])
      expect(system).toContain(said);
    expect(storyIn(asked)[0]).toBe('[s1] 2025-01-03T09:00Z (everywhere) The archives close at noon.');
    expect(await waiting()).toBe(0);
    await readAgain(app, 'good');
    expect(await ask()).toBe(3);
    expect(await list('good')).toHaveLength(1);
  });

  test.each([
    ['garbage', says('The story is confusing, I think.')],
    ['another form', says('{"findings": [{"ids": "s1"}]}')],
    ['a refusal', says(null, { refusal: 'No.' })],
    ['too many requests', fails(429, { 'retry-after': '30' })],
    ['a fault of the server', fails(500)],
    ['silence', () => undefined],
  ] satisfies [string, Behaviour][])('%s loses no trigger: it is asked again', async (name, behaviour) => {
    const project = name.replaceAll(' ', '-');
    llm.behave(behaviour);
    await tell(project);
    await ask();
    expect(errors).toHaveLength(1);
    expect(await list(project)).toEqual([]);
    expect(await waiting()).toBe(3);
    // Nobody has it until its lease ends.
    expect(await ask()).toBe(0);
    llm.behave(finds);
    await makeDue();
    expect(await ask()).toBe(3);
    expect(await list(project)).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('lines that the story has not are made up, and so is what is said of them', async () => {
    llm.behave(says(JSON.stringify({ findings: [{ ids: ['s1', 's99'], kind: 'stale', question: QUESTION }] })));
    await tell('made-up');
    await ask();
    expect(await list('made-up')).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('keeps what some parts of a long story found where another failed, and asks again for all', async () => {
    const long = Array.from(
      { length: 30 },
      (_, at) => `Shelf ${at} of the archives holds ${'ledgers and '.repeat(500)}maps.`,
    );
    llm.behave(finds, fails(413), finds);
    await app.post('/v1/ingest', {
      project: 'parts',
      // At once: what is said one after the other is one conversation, in which nothing is found.
      facts: long.map((statement, at) => ({ statement, key: `f${at}`, who: 'ann', said_at: '2026-03-01T09:00:00Z' })),
    });
    await readAll(app);
    await ask();
    expect(errors).toHaveLength(1);
    const parts = llm.asked.length;
    expect(parts).toBeGreaterThan(2);
    const found = await list('parts');
    expect(found).toHaveLength(parts - 1);
    expect(await waiting()).toBe(30);
    llm.behave(finds);
    await makeDue();
    expect(await ask()).toBe(30);
    expect(await waiting()).toBe(0);
    const all = await list('parts');
    expect(all).toHaveLength(parts);
    expect(all).toEqual(expect.arrayContaining(found));
    expect(new Set(all.map(claimsOf)).size).toBe(parts);
  });

  test('what the rules can not read is told to it all the same', async () => {
    await app.post('/v1/ingest', { project: 'unread', facts: facts(...TOLD) });
    const [statement = ''] = TOLD;
    const spoil = `UPDATE claims SET reading = '{"norms": [{"tokens": 7}]}' WHERE project = 'unread' AND statement = $1`;
    await app.database.asAdmin(spoil, [statement]);
    await readStories(app.deps, () => undefined, { debounceMs: 0 });
    await ask();
    expect(errors).toEqual([]);
    expect(await waiting()).toBe(0);
    expect((await list('unread'))[0].evidence[0].statement).toBe(statement);
  });

  test('a finding is gone once one of its claims alone is left', async () => {
    await tell('replaced');
    await ask();
    const [{ evidence }] = await list('replaced');
    const wrong = { claim_id: evidence[0].id, who: 'ann', reason: 'Asked the archivist' };
    expect((await app.post('/v1/cancel', { project: 'replaced', ...wrong })).status).toBe(200);
    await readAll(app);
    expect(await list('replaced')).toEqual([]);
    expect((await app.get('/v1/findings?project=replaced&status=gone')).body.items).toHaveLength(1);
    llm.behave(says('{"findings": []}'));
    expect(await ask()).toBe(1);
  });

  test('two that ask at the same time raise it once, and ask about each claim once', async () => {
    await tell('together');
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(asked.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(await list('together')).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('while the breaker is open nothing is asked, and nothing is lost', async () => {
    const pauseMs = 300;
    const own = { ...app.deps, detective: await open({ failures: 1, pauseMs }) };
    const askOwn = () => askDetective(own, (error) => errors.push(error));
    await tell('broken');
    llm.behave(fails(500));
    await askOwn();
    llm.behave(finds);
    await makeDue();
    await askOwn();
    expect([llm.asked.length, errors.length, await waiting()]).toEqual([0, 2, 3]);
    await sleep(pauseMs);
    await makeDue();
    expect(await askOwn()).toBe(3);
    expect(await list('broken')).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('investigate asks at once, and tells what it cost', async () => {
    await app.post('/v1/ingest', { project: 'now', facts: facts(...TOLD) });
    const { body } = await app.post('/v1/investigate', { project: 'now' });
    expect(body).toMatchObject({ result: 'finished', model: { state: 'asked', requests: 1 } });
    expect(body.findings).toHaveLength(1);
    llm.behave(fails(500));
    await app.post('/v1/remember', { project: 'now', statement: 'Dusk comes at six.', who: 'ann', kind: 'fact' });
    const later = await app.post('/v1/investigate', { project: 'now' });
    expect(later.body.model.state).toBe('later');
  });

  test('diagnose names the model', async () => {
    expect((await app.get('/v1/diagnose')).body.detective.model).toBe('llm:sleuth');
  });
});

describe('the detective without a language model', () => {
  test('finds what the rules do, leaves nothing waiting for one, and says that it is off', async () => {
    const app = await createTestApp();
    const project = 'alone';
    const told = ['The night export is enabled.', 'The night export is disabled.', 'The night export is enabled.'];
    await app.post('/v1/ingest', { project, facts: facts(...told) });
    await readAll(app);
    expect((await app.get(`/v1/findings?project=${project}`)).body.items).toMatchObject([{ reader: 'rules' }]);
    const { detective, jobs } = (await app.get(`/v1/diagnose?project=${project}`)).body;
    expect([detective.model, detective.covered.claims_read, jobs.waiting]).toEqual([null, 3, 0]);
    const { model, result } = (await app.post('/v1/investigate', { project })).body;
    expect([result, model.state, model.requests]).toEqual(['finished', 'off', 0]);
    await app.close();
  });
});
