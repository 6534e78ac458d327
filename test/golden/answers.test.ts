import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoreWorld, type LoreWorld } from '../helpers/lore-world.js';

/** A sentence about the example world, and what its documents say of it. Written before the reader of answers was. */
interface Case {
  expected: 'supported' | 'contradicted' | 'unknown';
  sentence: string;
  at_time?: string;
  /** The documents that say so are contradicted by others. */
  disputed?: true;
  because: string;
}

const FILE = new URL('answers/lantern-coast.jsonl', import.meta.url);
const cases = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line));

const EACH = 20;
const RIGHT_LEAST = 0.85;

describe('verify_answer on sentences about the example world', () => {
  let world: LoreWorld;
  let answers: { verdict: string; is_disputed: boolean }[];

  beforeAll(async () => {
    world = await createLoreWorld();
    answers = [];
    for (const { sentence: text, at_time } of cases) {
      const { body } = await world.post('/v1/verify-answer', { project: 'world', text, ...(at_time && { at_time }) });
      answers.push(body.sentences[0]);
    }
  }, 90_000);
  afterAll(() => world?.close());

  test('they are twenty of each, all of one sentence', () => {
    for (const expected of ['supported', 'contradicted', 'unknown'] as const) {
      expect(cases.filter((one) => one.expected === expected)).toHaveLength(EACH);
    }
    expect(answers.every((answer) => answer !== undefined)).toBe(true);
  });

  test('none that is contradicted is called supported, and nearly all of the others are right', () => {
    const wrong = cases.filter(({ expected }, at) => answers[at]?.verdict !== expected);
    const lies = cases.filter(
      ({ expected }, at) => expected === 'contradicted' && answers[at]?.verdict === 'supported',
    );
    for (const expected of ['supported', 'contradicted', 'unknown']) {
      const right = cases.filter((one, at) => one.expected === expected && answers[at]?.verdict === expected);
      process.stdout.write(`${expected}: ${right.length} of ${EACH} right\n`);
    }
    process.stdout.write(`not right: ${wrong.map(({ sentence }) => sentence).join(' ')}\n`);
    expect(lies).toEqual([]);
    const invented = cases.filter(
      ({ expected }, at) => expected !== 'supported' && answers[at]?.verdict === 'supported',
    );
    expect(invented).toEqual([]);
    const share = (among: (one: Case) => boolean) => {
      const all = cases.filter(among);
      return all.filter((one) => !wrong.includes(one)).length / all.length;
    };
    expect(share(({ expected }) => expected !== 'contradicted')).toBeGreaterThanOrEqual(RIGHT_LEAST);
    expect(share(() => true)).toBeGreaterThanOrEqual(RIGHT_LEAST);
  });

  test('what is supported and disputed says so, and nothing else does', () => {
    const supported = cases
      .map((one, at) => ({ one, answer: answers[at] }))
      .filter(({ answer }) => answer?.verdict === 'supported');
    const said = supported.map(({ one, answer }) => [one.sentence, answer?.is_disputed]);
    expect(said).toEqual(supported.map(({ one }) => [one.sentence, one.disputed === true]));
  });
});
