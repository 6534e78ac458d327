import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT } from '../../../src/core/context.js';
import { RELATED_MAX } from '../../../src/core/decision.js';
import { EVERYWHERE, type Scope } from '../../../src/core/scope.js';
import { examine, RELATED_FLOOR, read, related } from '../../../src/guard/pipeline.js';
import { lexicon } from '../../helpers/lexicon.js';

const NOTHING = { warnings: [], conflicts: [] };

function readingOf(statement: string, scope: Scope = EVERYWHERE) {
  return read({ statement, scope, from: null, until: null }, DEFAULT_CONTEXT, lexicon, 0);
}

function candidate(id: string, statement: string, scope?: Scope) {
  const told = { id, systemFrom: '', who: 'mara', kind: 'fact' as const, reason: null };
  return { ...told, statement, reading: readingOf(statement, scope) };
}

/** What is shown beside a statement of some that are stored, by their ids. */
function shown(statement: string, stored: readonly ReturnType<typeof candidate>[], told = NOTHING) {
  const reading = readingOf(statement);
  return related(statement, reading, examine(reading, stored), told);
}

const CROWD = [
  candidate('go', 'The gateway is written in Go'),
  candidate('tabs', 'Use tabs for indentation'),
  candidate('canary', 'Deploys must use a blue canary'),
];

describe('related', () => {
  test('shows what stands out among the compared, with the words that both say as they are written', () => {
    const off = candidate('off', 'The staging cluster was switched off');
    const [first, ...others] = shown('The Staging clusters serve the demo', [...CROWD, off]);
    expect(first).toMatchObject({ claim: { id: 'off' }, words: ['Staging', 'clusters'] });
    expect(first?.score).toBeGreaterThanOrEqual(RELATED_FLOOR);
    expect(others).toEqual([]);
  });

  test('shows nothing of what is of other things', () => {
    expect(shown('Invoices are printed on Fridays', CROWD)).toEqual([]);
    expect(shown('Invoices are printed on Fridays', [])).toEqual([]);
    expect(shown('?!', CROWD)).toEqual([]);
  });

  test('does not show what a rule decided: a contradiction, a repetition, another scope', () => {
    const red = 'Deploys must use a red canary';
    expect(shown(red, CROWD)).toEqual([]);
    expect(shown('Deploys must use a blue canary', CROWD)).toEqual([]);
    const off = (scope: { env: string; team: null }) => candidate('off', 'The staging cluster was switched off', scope);
    const reading = readingOf('The staging cluster serves the demo', { env: 'prod', team: null });
    const beside = (env: string) => related('', reading, examine(reading, [off({ env, team: null })]), NOTHING);
    expect([beside('prod').length, beside('dev').length]).toEqual([1, 0]);
  });

  test('shows three at most, the closest first, whatever the order of the candidates', () => {
    const more = ['was switched off', 'went away', 'has no nodes', 'is gone'].map((end, at) =>
      candidate(`c${at}`, `The staging cluster ${end}`),
    );
    const one = shown('The staging cluster serves the demo', more);
    expect(one.length).toBeLessThanOrEqual(RELATED_MAX);
    expect(one.map(({ score }) => score)).toEqual(one.map(({ score }) => score).sort((a, b) => b - a));
    expect(shown('The staging cluster serves the demo', more.toReversed())).toEqual(one);
  });

  test('does not tell twice what is a warning already', () => {
    const off = candidate('off', 'The staging cluster was switched off');
    const statement = 'The staging cluster serves the demo';
    const reading = readingOf(statement);
    const warning = { claim: { id: 'off', statement: off.statement } } as never;
    expect(related(statement, reading, examine(reading, [off]), { warnings: [warning], conflicts: [] })).toEqual([]);
  });

  test('is quick beside many long statements', () => {
    const long = Array.from({ length: 400 }, (_, at) => `the part ${at} of the staging cluster serves demo ${at}`).join(
      '. ',
    );
    const stored = Array.from({ length: 40 }, (_, at) => candidate(`c${at}`, `${long.slice(0, 7900)} ${at}`));
    const reading = readingOf(long.slice(0, 7900));
    const examined = examine(reading, stored);
    const start = performance.now();
    related(long, reading, examined, NOTHING);
    expect(performance.now() - start).toBeLessThan(100);
  });
});
