import type { Lexicon } from '../../src/core/lexicon.js';
import { examine, related } from '../../src/guard/pipeline.js';
import { type Entry, enter } from '../engines.js';
import { quantile } from '../stats.js';
import type { Crowd } from './crowd.js';

/** What looking for related claims adds to reading a statement and comparing it, with claims as they come from a store. */
export function costs(asked: readonly Entry[], crowd: Crowd, lexicon: Lexicon): string {
  const spent = asked.map((entry) => {
    // Nothing is remembered of what was just read.
    const candidates = crowd.candidates(entry).map(({ candidate }) => structuredClone(candidate));
    const start = performance.now();
    const { reading } = enter(entry.write, lexicon);
    const read = performance.now();
    const examined = examine(reading, candidates);
    const compared = performance.now();
    related(entry.write.statement, reading, examined, { warnings: [], conflicts: [] });
    return { before: compared - start, compare: compared - read, added: performance.now() - compared };
  });
  const sum = (of: (one: (typeof spent)[number]) => number) => spent.reduce((all, one) => all + of(one), 0);
  const micros = (values: readonly number[]) =>
    [0.5, 0.95].map((share) => `${(1000 * quantile(values, share)).toFixed(0)} µs`).join(', p95 ');
  return [
    `reading and comparing, p50 ${micros(spent.map(({ before }) => before))}`,
    `looking for related, p50 ${micros(spent.map(({ added }) => added))}`,
    `with it ÷ without: ${(1 + sum(({ added }) => added) / sum(({ before }) => before)).toFixed(3)}`,
  ].join('\n');
}
