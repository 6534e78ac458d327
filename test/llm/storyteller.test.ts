import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wordedBy } from '../../src/flows/lore/read/wording.js';
import { openStoryteller } from '../../src/llm/storyteller.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { type Behaviour, fails, type LlmServer, says, startLlmServer } from '../helpers/llm-server.js';

const told = (...sentences: { text: string; from: number[] }[]) => JSON.stringify({ sentences });

/** One sentence made from all that there is. */
const saysOf =
  (text: string): Behaviour =>
  (response, asked) => {
    const from = spine(asked.body.messages.at(-1).content).map((_, at) => at + 1);
    says(told({ text, from }))(response, asked);
  };

let llm: LlmServer;
let app: TestApp;
const open = () =>
  openStoryteller({
    ...{ baseUrl: llm.baseUrl, apiKey: null, model: 'bard', timeoutMs: 1500 },
    ...{ clock: systemClock, random: systemRandom, breaker: { failures: 1_000_000, pauseMs: 1 } },
  });
const ask = async (tool: string, query: Record<string, string>) =>
  (await app.get(`/v1/lore/${tool}?${new URLSearchParams({ project: 'guild', ...query })}`)).body;
const spine = (body: string) => body.split('\n').filter((line) => /^\d+\. /.test(line));

/** Says of each numbered sentence the same in other words, where it is a cause; else in the same words. */
const repeats: Behaviour = (response, asked) => {
  const lines = spine(asked.body.messages.at(-1).content).map((line) => line.replace(/^\d+\. /, ''));
  const sentences = lines.map((line, at) => ({ text: turned(line), from: [at + 1] }));
  says(told(...sentences))(response, asked);
};

function turned(sentence: string): string {
  const [cause, effect] = sentence.replace(/\.$/, '').split(' caused ');
  return effect === undefined ? sentence : `The ${effect} was caused by the ${cause}.`;
}

beforeAll(async () => {
  llm = await startLlmServer();
  app = await createTestApp({ storyteller: await open() });
  await app.post('/v1/ingest', {
    project: 'guild',
    source: 'annals.md',
    entities: [
      { type: 'Event', name: 'Founding of the Guild' },
      { type: 'Event', name: 'Fall of the Guild' },
    ],
    relations: [
      { type: 'CAUSED', from: 'Founding of the Guild', to: 'Fall of the Guild' },
      { type: 'PARTICIPATED_IN', from: 'Edda Vane', to: 'Founding of the Guild' },
    ],
  });
});
afterAll(async () => {
  await app?.close();
  await llm?.close();
});
beforeEach(() => llm.behave(repeats));

describe('stories that a model words', () => {
  test('keep their citations, and say who worded them', async () => {
    for (const tool of ['summarize-chain', 'narrate-arc']) {
      const body = await ask(tool, { entity: 'Founding of the Guild' });
      expect(body).toMatchObject({ worded_by: 'llm:bard', fallback: null, raw_material: true });
      expect(body.prose).toContain('The Fall of the Guild was caused by the Founding of the Guild.');
      for (const { citations } of body.sentences) expect(citations.length).toBeGreaterThan(0);
    }
    const [{ body }] = llm.asked as [(typeof llm.asked)[number]];
    expect(body.response_format).toMatchObject({ type: 'json_schema', json_schema: { name: 'story', strict: true } });
    expect(body.messages.at(-1).content).toMatch(/^Style: chronicle\.\n<spine>\n1\. /);
  });

  test.each([
    ['dropped', says(told())],
    ['invented', says(told({ text: 'Odo wept.', from: [1] }))],
    ['uncited', says(told({ text: 'So it went.', from: [] }))],
    ['failed', fails(500)],
    ['failed', says('I would rather not.')],
    ['failed', says(null, { refusal: 'No.' })],
    ['unsupported', saysOf('The Founding of the Guild was caused by the Fall of the Guild.')],
    ['unsupported', saysOf('The Founding of the Guild adored the Fall of the Guild.')],
  ] as const)('are told as they are built where it is %s', async (fallback, behaviour) => {
    llm.behave(behaviour);
    const body = await ask('summarize-chain', { entity: 'Founding of the Guild' });
    expect(body).toMatchObject({ worded_by: 'template', fallback, total: body.sentences.length });
    expect(body.sentences.map(({ sentence }: { sentence: string }) => sentence)).toContain(
      'Founding of the Guild caused Fall of the Guild.',
    );
  });

  test('of nothing ask nobody', async () => {
    const body = await ask('summarize-chain', { entity: 'Edda Vane', depth: '1' });
    expect(body.total).toBeGreaterThan(0);
    llm.behave(repeats);
    await app.post('/v1/lore/add-entity', { project: 'guild', type: 'Person', name: 'Nobody Known' });
    expect(await ask('narrate-arc', { entity: 'Nobody Known' })).toMatchObject({
      sentences: [],
      worded_by: 'template',
    });
    expect(llm.asked).toEqual([]);
  });

  test('fall back where a sentence is not borne out, unless it is left as it was built', async () => {
    const beat = { said: 'A ruled B', sentence: 'A ruled B.', facts: ['1'], tick: null, rank: 0 };
    const sure = { ...beat, isDisputed: false, isUncertain: false };
    const asking = { ...app.deps, storyteller: await open() };
    const refused = async () => false;
    expect(await wordedBy(asking, [sure], 'plain', refused)).toMatchObject({ wordedBy: 'llm:bard', fault: null });
    llm.behave(says(told({ text: 'A was the ruler of B.', from: [1] })));
    expect(await wordedBy(asking, [sure], 'plain', async () => true)).toMatchObject({ wordedBy: 'llm:bard' });
    expect(await wordedBy(asking, [sure], 'plain', refused)).toMatchObject({
      ...{ wordedBy: 'template', fault: 'unsupported', sentences: [{ sentence: 'A ruled B.' }] },
    });
  });
});
