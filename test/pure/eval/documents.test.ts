import { describe, expect, test } from 'vitest';
import { readMarks } from '../../../eval/documents/marks.js';
import { matched } from '../../../eval/documents/match.js';
import { DEFAULT_CONTEXT } from '../../../src/core/context.js';
import { toldClaims } from '../../../src/flows/documents/told-claims.js';
import { Turns } from '../../../src/flows/turns.js';
import { readSentences } from '../../../src/lore/ingest/read.js';
import { systemClock } from '../../../src/start/system.js';
import { lexicon } from '../../helpers/guard.js';

const CONTENT = `# Rules

The **ledger** must
use [Postgres](https://postgresql.org). It is fast.

Services must:

- log in JSON;
- answer within a second.
`;

async function isClaim(line: number, text: string): Promise<boolean | undefined> {
  const reader = { context: DEFAULT_CONTEXT, lexicon, nowTick: 0 };
  const document = { path: 'a.md', sentences: readSentences(CONTENT) ?? [], status: null };
  const told = await toldClaims(document, 'rules', reader, new Turns(systemClock));
  return matched(CONTENT, [{ file: 'a.md', line, text, label: 'rule' }], told)[0]?.isClaim;
}

describe('sentences that are marked', () => {
  test('are found whatever stands between their words, and are claims where the sentence is', async () => {
    expect(await isClaim(3, 'The ledger must use [Postgres](https://postgresql.org).')).toBe(true);
    expect(await isClaim(4, 'It is fast.')).toBe(false);
  });

  test('count with a part of a sentence, and with what leads to a list of claims', async () => {
    expect(await isClaim(3, 'must use')).toBe(true);
    expect(await isClaim(6, 'Services must:')).toBe(true);
    expect(await isClaim(8, 'log in JSON;')).toBe(true);
  });

  test('have to stand in the document, from their line on', async () => {
    await expect(isClaim(5, 'It is fast.')).rejects.toThrow('a.md:5');
  });

  test('are read of JSONL, each with its label', () => {
    const mark = { file: 'a.md', line: 3, text: 'It is fast.', label: 'told' };
    expect(readMarks(`${JSON.stringify(mark)}\n`)).toEqual([mark]);
    expect(() => readMarks(JSON.stringify({ ...mark, label: 'else' }))).toThrow();
  });
});
