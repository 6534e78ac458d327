import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { constructionsFile } from '../../src/core/constructions.js';
import { tokenize } from '../../src/guard/1-normalize/1-tokens/tokenize.js';
import { matchOf } from '../../src/guard/1-normalize/3-constructions/match.js';
import { classifyValues } from '../../src/guard/1-normalize/3-constructions/values.js';
import { lexicon } from '../helpers/guard.js';
import { ROOT } from '../helpers/sources.js';

const rows = constructionsFile.parse(JSON.parse(readFileSync(join(ROOT, 'lexicons/constructions.json'), 'utf8')));

/** Fewest ways to say it, and look-alikes, that a row must name. */
const EXAMPLES_MIN = 4;
const COUNTER_MIN = 2;

describe('the constructions', () => {
  test('have names of their own', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  test.each(rows)('$name', ({ name, examples, counter }) => {
    expect(examples.length).toBeGreaterThanOrEqual(EXAMPLES_MIN);
    expect(counter.length).toBeGreaterThanOrEqual(COUNTER_MIN);
    expect(examples.map((text) => [text, nameOf(text)])).toEqual(examples.map((text) => [text, name]));
    expect(counter.filter((text) => nameOf(text) === name)).toEqual([]);
  });
});

/** The row that a text is an instance of. */
function nameOf(text: string): string | undefined {
  const words = tokenize(text, lexicon);
  const match = matchOf(words, false, lexicon) ?? matchOf(classifyValues(words, lexicon), true, lexicon);
  return match?.pattern.name;
}
