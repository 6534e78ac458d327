import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askingSource } from '../../src/flows/asking-source.js';
import type { NormSource } from '../../src/flows/deps.js';
import { NORM_VERSION, read } from '../../src/guard/pipeline.js';
import { openStatementReader } from '../../src/llm/statement-reader.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { context, lexicon, NOW, reading } from '../helpers/guard.js';
import { type LlmServer, startLlmServer } from '../helpers/llm-server.js';

const nowhere = { scope: { env: null, team: null }, from: null, until: null };

let llm: LlmServer;
const sources: Record<string, () => Promise<NormSource>> = {
  rules: async () => read,
  llm: async () =>
    askingSource(
      await openStatementReader({
        ...{ baseUrl: llm.baseUrl, apiKey: null, model: 'test', timeoutMs: 5000 },
        ...{ clock: systemClock, random: systemRandom },
      }),
    ),
};

beforeAll(async () => {
  llm = await startLlmServer();
});
afterAll(() => llm.close());

/** What every norm source must hold to, whoever reads. The model restates a text as it is. */
describe.each(Object.keys(sources))('the norm source %s', (name) => {
  let source: NormSource;
  const readBy = (statement: string, rest: object = {}) =>
    source({ statement, ...nowhere, ...rest }, context, lexicon, NOW);

  beforeAll(async () => {
    source = (await sources[name]?.()) ?? read;
  });

  test.each([
    'Deploys must use a blue canary',
    'Deploys must not use a red canary',
    'Tokens must expire after 30 minutes',
    'In prod, logging must be enabled',
    'Releases must be tagged until 2027',
  ])('reads "%s" so that it equals what the rules read', async (statement) => {
    const { norms, ...rest } = await readBy(statement);
    const plain = reading(statement);
    expect(rest).toMatchObject({ textKey: plain.textKey, normVersion: NORM_VERSION, normalizerState: 'read' });
    const compared = ({ modality, subject, subjectKind, value, scope, period, tokens }: (typeof norms)[number]) => {
      return { modality, subject, subjectKind, value, scope, period, tokens };
    };
    expect(norms.map(compared)).toEqual(plain.norms.map(compared));
  });

  test('keeps to the scope and bounds of the request', async () => {
    const said = { scope: { env: 'prod', team: 'core' }, from: { start: 10, end: 20 }, until: null };
    const { norms } = await readBy('Deploys must be blue', said);
    expect(norms).toMatchObject([
      { scope: { env: 'production', team: 'core' }, period: { certain: { from: 10, until: null } } },
    ]);
  });

  test.each([
    ['an emoji', '🎉'],
    ['nothing', ''],
    ['white space', '   '],
    ['control characters', '\u0000\u0007'],
    ['another script', '一二三'],
    ['one long word', 'a'.repeat(8000)],
    ['many words', 'must not use '.repeat(600)],
  ])('takes any text: %s', async (_, statement) => {
    const { norms } = await readBy(statement);
    expect(norms.length).toBeGreaterThan(0);
  });

  test('reads the same statement the same way', async () => {
    const statement = 'Workers must retry and must not skip messages';
    expect(await readBy(statement)).toEqual(await readBy(statement));
  });
});
