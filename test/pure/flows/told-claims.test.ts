import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT } from '../../../src/core/context.js';
import { toldClaims } from '../../../src/flows/documents/told-claims.js';
import { Turns } from '../../../src/flows/turns.js';
import { readSentences } from '../../../src/lore/ingest/read.js';
import { systemClock } from '../../../src/start/system.js';
import { lexicon } from '../../helpers/guard.js';

async function statementsOf(content: string, path = 'AGENTS.md'): Promise<string[]> {
  const reader = { context: DEFAULT_CONTEXT, lexicon, nowTick: 0 };
  const document = { path, sentences: readSentences(content) ?? [], status: null };
  const told = await toldClaims(document, 'rules', reader, new Turns(systemClock));
  return told.flatMap(({ claim }) => (claim === null ? [] : [claim.statement]));
}

describe('a heading that ends where its condition begins', () => {
  test.each([
    ['Ask first if', 'Ask first if a migration drops a column.'],
    ['Ask first if:', 'Ask first if a migration drops a column.'],
    ['Ask first if…', 'Ask first if a migration drops a column.'],
    ['Stop and ask whenever', 'Stop and ask whenever a migration drops a column.'],
  ])('"%s" leads to the claims of its items', async (heading, expected) => {
    expect(await statementsOf(`# Guide\n\n## ${heading}\n\n- A migration drops a column.\n`)).toEqual([expected]);
  });

  test('is the nearest one only, and one that orders', async () => {
    const items = '- A migration drops a column.\n';
    expect(await statementsOf(`# Ask first if\n\n## Storage\n\n${items}`)).toEqual([]);
    expect(await statementsOf(`# Guide\n\n## What happens if\n\n${items}`)).toEqual([]);
    expect(await statementsOf(`# Guide\n\n## If in doubt\n\n${items}`)).toEqual([]);
  });

  test('leads to no sentence beside its list, nor to the second of an item', async () => {
    const content =
      '# Guide\n\n## Ask first if\n\nThe table is old.\n\n- A migration drops a column. The table is old.\n';
    expect(await statementsOf(content)).toEqual(['Ask first if a migration drops a column.']);
  });

  test('leads to nothing in a record of what was changed', async () => {
    expect(await statementsOf('# Ask first if\n\n- A migration drops a column.\n', 'CHANGELOG.md')).toEqual([]);
  });
});

describe('what is out of scope, and no goal', () => {
  test.each([
    ['Replacing the scheduler', 'Avoid replacing the scheduler'],
    ['Replace the scheduler', 'Do not replace the scheduler'],
    ['Support for Windows', 'Avoid support for Windows'],
    ['We do not ship a desktop client.', 'We do not ship a desktop client.'],
  ])('"%s" is not to be', async (item, expected) => {
    expect(await statementsOf(`# Guide\n\n## Non-goals\n\n- ${item}\n`)).toEqual([expected]);
    expect(await statementsOf(`# Guide\n\n## What's out of scope\n\n- ${item}\n`, 'CONTRIBUTING.md')).toEqual([
      expected,
    ]);
  });

  test('goals are only told', async () => {
    expect(await statementsOf('# Guide\n\n## Goals\n\n- Support for Windows\n')).toEqual([]);
  });
});
