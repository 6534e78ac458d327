import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NliScorer } from '../../src/core/ports.js';
import { nliMissing, nliOff } from '../../src/inference/off.js';
import { ThreadScorer } from '../../src/inference/scorer.js';
import { systemClock } from '../../src/start/system.js';
import { fakeScorer } from '../helpers/fake-scorer.js';
import { MODELS, modelDir } from '../helpers/models.js';

const OBEDIENT = new URL('../helpers/threads/obedient.mjs', import.meta.url);
const common = { clock: systemClock, limitMs: 10_000 };
const ofModel = (dir: string) => ({ dir, sha256: null, labels: null });

const scorers: Record<string, () => Promise<NliScorer & { close?(): Promise<void> }>> = {
  off: async () => nliOff,
  missing: async () => nliMissing,
  'the fake of the tests': async () => fakeScorer(() => 0.5),
  'a thread without a model': () =>
    ThreadScorer.open({
      ...common,
      model: ofModel('nowhere'),
      start: (workerData) => new Worker(OBEDIENT, { workerData }),
    }),
  ...Object.fromEntries(
    MODELS.map((name) => [name, () => ThreadScorer.open({ ...common, model: ofModel(modelDir(name)) })]),
  ),
};

/** What every scorer must hold to, whatever is behind it. */
describe.each(Object.keys(scorers))('the scorer %s', (name) => {
  let scorer: NliScorer & { close?(): Promise<void> };
  const pairs = [
    { premise: 'Deploys must be blue', hypothesis: 'Deploys must be red' },
    { premise: 'The gate is closed', hypothesis: 'Nobody may enter' },
  ];

  beforeAll(async () => {
    scorer = (await scorers[name]?.()) ?? nliOff;
  });
  afterAll(() => scorer.close?.());

  test('says which model it asks, or that it asks none', () => {
    expect(scorer.model === null).toBe(scorer.thresholds.maxPairs === 0);
    expect(scorer.readiness === 'ready').toBe(scorer.model !== null);
  });

  test('has thresholds that are shares', () => {
    const { floor, warn, block } = scorer.thresholds;
    for (const share of [floor, warn ?? 0, block ?? 0]) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  test('answers one score a pair, or none at all, within its limit', async () => {
    const { scores, fault } = await scorer.score(pairs);
    expect(scores).toHaveLength(pairs.length);
    expect(fault).toBeNull();
    for (const score of scores) {
      expect(score === null).toBe(scorer.model === null);
      for (const share of [score?.forward ?? 0, score?.backward ?? 0, score?.same ?? 0]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
    }
  });

  test('scores a pair alike whatever it is asked together with', async () => {
    const [first] = (await scorer.score(pairs.slice(0, 1))).scores;
    expect((await scorer.score(pairs)).scores[0]).toEqual(first);
  });

  test('turns the directions with the pair', async () => {
    const [pair = { premise: '', hypothesis: '' }] = pairs;
    const [there] = (await scorer.score([pair])).scores;
    const [back] = (await scorer.score([{ premise: pair.hypothesis, hypothesis: pair.premise }])).scores;
    expect([back?.forward, back?.backward]).toEqual([there?.backward, there?.forward]);
    expect(back?.same).toEqual(there?.same);
  });

  test.each([
    ['an emoji', '🎉'],
    ['nothing', ''],
    ['control characters', '\u0000\u0007'],
    ['half a character', '\ud800'],
    ['another script', '一二三'],
    ['one long word', 'a'.repeat(8000)],
    ['many words', 'must not use '.repeat(600)],
    ['the words of the tokenizer', '[SEP] </s> [CLS] <pad> [UNK]'],
  ])('takes any text: %s', async (_, text) => {
    const odd = [
      { premise: text, hypothesis: 'Deploys must be blue' },
      { premise: 'Deploys must be blue', hypothesis: text },
    ];
    const { scores, fault } = await scorer.score(odd);
    expect(scores).toHaveLength(2);
    expect(fault).toBeNull();
  });

  test('asks nothing about no pairs', async () => {
    expect(await scorer.score([])).toEqual({ scores: [], fault: null });
  });
});
