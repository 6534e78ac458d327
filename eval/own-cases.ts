import { readFileSync } from 'node:fs';
import type { Case, Write } from '../src/cli/labelled.js';
import { casesInBothOrders, FILES, type Written } from '../test/golden/cases.js';

/** The cases that the tests hold the guard to, as the evaluation runs them. */

/** Every golden case, in the order in which it is written. */
export function goldenCases(): Case[] {
  return FILES.flatMap((file) =>
    casesInBothOrders(file)
      .filter((_, at) => at % 2 === 0)
      .map(({ stored, incoming, tier }, at) =>
        pairCase('golden', `${file} ${at}`, [stored, incoming], tier === 'clean' ? 'no-conflict' : 'conflict'),
      ),
  );
}

/** Pairs that may stand side by side. */
export function sideBySide(): Case[] {
  const lines = readFileSync(new URL('../test/golden/side-by-side.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line, at) => {
    const statements = line.split(' | ').map((statement) => ({ statement }));
    return pairCase('side-by-side', `side ${at}`, statements, 'no-conflict');
  });
}

function pairCase(file: string, id: string, statements: readonly Written[], expected: Case['expected']): Case {
  const judged = [{ id, at: 1 }];
  return {
    id,
    file,
    kind: file,
    expected,
    isSame: false,
    isDocument: false,
    writes: statements.map(writeOf),
    judged,
  };
}

function writeOf(written: Written): Write {
  const scope = 'scope' in written ? written.scope : undefined;
  return {
    statement: written.statement,
    env: scope?.env ?? null,
    team: scope?.team ?? null,
    from: 'valid_from' in written ? (written.valid_from ?? null) : null,
    until: 'valid_until' in written ? (written.valid_until ?? null) : null,
  };
}
