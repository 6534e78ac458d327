import { fileURLToPath } from 'node:url';
import { findExpressions } from './expressions.js';
import { type Judged, judge } from './judge.js';

/**
 * Fails on each regular expression of src whose steps may grow faster than the text, and on each that is made from text
 * while the program runs. None is excused: a text of strangers reaches most of them, and the rest are as easily written.
 */
const startedAt = performance.now();
const { literals, built } = findExpressions(fileURLToPath(new URL('../../tsconfig.build.json', import.meta.url)));
const judged = literals.map(judge);
const faults = judged.filter(({ isLinear }) => !isLinear);
for (const fault of faults) console.error(lineOf(fault));
for (const { path, line, code } of built) console.error(`${path}:${line}  built from text: ${code}`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
const proved = judged.filter(({ isLinear, isProved }) => isLinear && isProved).length;
const counts = [
  ...[`${judged.length} regular expressions`, `${proved} proved linear`],
  ...[
    `${judged.length - faults.length - proved} found linear`,
    `${faults.length} not`,
    `${built.length} built from text`,
  ],
];
console.log(`${counts.join(', ')}; ${seconds} s`);
const [slowest] = judged.toSorted((one, other) => other.ms - one.ms);
if (slowest !== undefined) console.log(`slowest: ${slowest.path}:${slowest.line}, ${(slowest.ms / 1000).toFixed(0)} s`);
if (judged.length === 0 || faults.length > 0 || built.length > 0) process.exitCode = 1;

function lineOf({ path, line, pattern, flags, growth, attack }: Judged): string {
  return `${path}:${line}  ${growth}: /${pattern}/${flags}${attack === null ? '' : `\n  on ${attack}`}`;
}
