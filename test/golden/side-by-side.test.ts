import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { examine } from '../../src/guard/pipeline.js';
import { candidate } from '../helpers/guard.js';

/** Pairs of statements, a line each, that may well both be so. */
const WRITTEN = readFileSync(new URL('side-by-side.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string]);

/** Words of which each says which things are meant. */
const KINDS = [
  ['old', 'new'],
  ['small', 'large'],
  ['upper', 'lower'],
  ['open', 'closed'],
  ['public', 'private'],
  ['internal', 'external'],
  ['red', 'blue'],
  ['hot', 'cold'],
  ['empty', 'full'],
  ['encrypted', 'unencrypted'],
  ['active', 'inactive'],
  ['manual', 'automatic'],
  ['Linux', 'Windows'],
  ['early', 'late'],
  ['free', 'paid'],
  ['signed', 'unsigned'],
  ['weekly', 'monthly'],
  ['north', 'south'],
] as const;

const FRAMES = [
  'Store the _ files',
  'The _ files run on Linux',
  'We migrate _ modules to Rust',
  'The _ modules are migrated to Rust',
  'The _ gate was painted by Ann',
  'Write _ reports in English',
  'The _ queue has a limit of 5',
  'The _ door is made of oak',
  'Run the _ jobs at night',
  'The team builds _ images every night',
  'Ann owns the _ service',
  'Format _ files with Prettier',
  'The _ tests are in the tests folder',
  'Name _ branches after the ticket',
  'There is a _ entrance',
  'The _ server is hosted in Oslo',
  'Set the _ timeout to 5 s',
  'The _ archive was founded in 1990',
  'Users of _ accounts must log in',
  'Logs of _ nodes are kept',
  'Delete _ branches',
  'The _ tickets are answered by mail',
  'The colour of the _ door is green',
  'Anna works in the _ office',
];

describe('what may stand side by side is not refused', () => {
  it.each(WRITTEN)('%s | %s', (one, other) => {
    expect([isRefused(one, other), isRefused(other, one)]).toEqual([false, false]);
  });

  it.each(FRAMES)('%s', (frame) => {
    const refused = KINDS.filter(([one, other]) => isRefused(frame.replace('_', one), frame.replace('_', other)));
    expect(refused).toEqual([]);
  });
});

function isRefused(stored: string, incoming: string): boolean {
  const [pair] = examine(candidate('incoming', incoming).reading, [candidate('stored', stored)]);
  return pair?.verdict.kind === 'contradiction' && pair.verdict.confidence === 'HIGH';
}
