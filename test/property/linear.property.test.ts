import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lexicon } from '../helpers/guard.js';
import { StepCounter } from '../helpers/steps.js';

const RUNS = process.env.LOREGUARD_SOAK === '1' ? 2000 : 40;
const GROWTH_MAX = 2.5;
const LENGTH_MIN = 400;
const LENGTH_MAX = 4000;
/** Fewer steps tell nothing: one more thing that is looked at for the first time may be a third of them. */
const STEPS_MIN = 2000;

const STORED = 'The gateway must use Postgres for 5 minutes and the cache must not be enabled in production.';

/** Every kind of token, and words of each kind that the reader knows. */
const UNITS = [
  ...['1', '1-', '1/2', '-1', '1e5', '1-2', '5%', '$5', '>= 5', '5 GB', '10:00', '2020-01-01', 'v1.2.3', '0x1', '1,'],
  ...['x', 'A', 'Ada', 'é', '日本', '😀', 'a-', 'a.', 'a_', 'a@', 'a@b.co', "x's", "isn't", '/a/b', 'http://a.b'],
  ...['`a`', '`a: 1`', '"', '(', ')', '.', ',', ';', ':', '-', '–', '=', '>', '|', '#', '*', '\n'],
  ...['the', 'a', 'of', 'to', 'in', 'on', 'by', 'for', 'from', 'with', 'until', 'before', 'after', 'at', 'than'],
  ...['and', 'or', 'but', 'nor', 'not', 'no', 'never', 'only', 'also', 'as well', 'instead of', 'rather than'],
  ...['if', 'when', 'unless', 'while', 'because', 'since', 'that', 'which', 'who', 'there', 'it', 'we'],
  ...['must', 'should', 'may', 'can', 'is', 'are', 'was', 'has', 'have', 'does', 'do', 'will', 'be', 'needs'],
  ...['use', 'uses', 'used', 'using', 'prefer', 'over', 'ruled', 'opened', 'closed', 'open', 'enabled', 'runs'],
  ...['red', 'Postgres', 'Monday', 'May', 'minutes', 'two', 'hundred', 'port', 'default', 'limit', 'owner', 'prod'],
  ...['every', 'all', 'some', 'each', 'at least 5', 'in 2020', 'k1: v1,', 'Use X.', 'We use X and Y.', '1. a\n'],
  ...[
    'and keeps the',
    ', opens a',
    'rows we keep',
    'a job owned by',
    'dogs belong',
    'and is not',
    'so that',
    'Mark leads the',
  ],
  ...['The API must use JSON.', 'Ada ruled Bo.', 'the X of Y is Z and', ', not a', 'fails to load', 'turn it off'],
];
const WORDS = [...lexicon.verbs, ...lexicon.values.keys(), ...lexicon.oppositions.keys(), ...lexicon.functionWords];

let steps: StepCounter;
beforeAll(async () => {
  steps = await StepCounter.start();
});
afterAll(() => steps.stop());

/** How many times the steps of reading and of comparing grow when a text is doubled. */
async function growth(unit: string, length: number): Promise<{ reading: number; comparing: number }> {
  const text = unit.repeat(Math.ceil(length / unit.length));
  const once = await steps.count(text, STORED);
  const twice = await steps.count(text + text, STORED);
  const ratio = (part: 'reading' | 'comparing') => twice[part] / Math.max(STEPS_MIN, once[part]);
  return { reading: ratio('reading'), comparing: ratio('comparing') };
}

describe('the steps that the guard takes at most double, nearly, with the text', () => {
  it.each(UNITS)('%j over and over', async (unit) => {
    for (const length of [LENGTH_MIN, LENGTH_MAX]) {
      const { reading, comparing } = await growth(`${unit} `, length);
      expect(reading, `reading, from ${length} characters`).toBeLessThanOrEqual(GROWTH_MAX);
      expect(comparing, `comparing, from ${length} characters`).toBeLessThanOrEqual(GROWTH_MAX);
    }
  });

  it('of anything', async () => {
    const unit = fc.oneof(fc.constantFrom(...UNITS), fc.constantFrom(...WORDS));
    const glue = fc.constantFrom(' ', ' ', ' ', ', ', '. ', '', '\n');
    const phrase = fc.array(fc.tuple(unit, glue), { minLength: 1, maxLength: 8 }).map((parts) => parts.flat().join(''));
    const length = fc.integer({ min: LENGTH_MIN, max: LENGTH_MAX });
    await fc.assert(
      fc.asyncProperty(phrase, length, async (text, characters) => {
        const { reading, comparing } = await growth(text, characters);
        return reading <= GROWTH_MAX && comparing <= GROWTH_MAX;
      }),
      { numRuns: RUNS },
    );
  });
});
