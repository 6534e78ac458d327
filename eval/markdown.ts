import { type Counts, count, groupBy, measures } from './report.js';
import type { Result } from './run.js';
import { rate } from './stats.js';

/** The accuracy tables: each engine as a whole, and the guard by file and kind. */
export function accuracyTables(
  engines: readonly { name: string; results: Result[] }[],
  guard: readonly Result[],
): string {
  const [first] = engines;
  const labels = first === undefined ? [] : measures(first.results).map(([label]) => label);
  const rows = labels.map(
    (label, at) => `| ${label} | ${engines.map(({ results }) => measures(results)[at]?.[1]).join(' | ')} |`,
  );
  return [
    'Share in percent, its 95 % Wilson interval, and the counts. The first columns leave stages out.',
    '',
    `| measure | ${engines.map(({ name }) => name).join(' | ')} |`,
    `|---|${'---|'.repeat(engines.length)}`,
    ...rows,
    '',
    '| file, kind | expected | blocked | warned |',
    '|---|---|---|---|',
    ...byKind(guard),
  ].join('\n');
}

/** What the README shows: the hardest first. */
const IN_SHORT: readonly { what: string; isRight: string; of: (result: Result) => boolean }[] = [
  { what: 'contradictions, worded freely by others', isRight: 'yes', of: isConflictIn('pairs-open') },
  { what: 'contradictions, reworded by hand', isRight: 'yes', of: isConflictIn('tp-free') },
  { what: 'contradictions, by one small edit', isRight: 'yes', of: isConflictIn('tp-edits') },
  {
    what: 'look-alikes that may both hold',
    isRight: 'no',
    of: ({ file, expected }) => file.startsWith('tn-') && expected === 'no-conflict',
  },
  { what: 'sentences of coherent documents', isRight: 'no', of: ({ isDocument }) => isDocument },
];

/** Five rows of the guard as a whole. */
export function accuracyInShort(guard: readonly Result[]): string {
  const rows = IN_SHORT.map(({ what, isRight, of }) => {
    const { blocked, warned, total } = count(guard.filter(of));
    return `| ${what} | ${isRight} | ${rate(blocked, total)} | ${rate(blocked + warned, total)} |`;
  });
  return [
    '| what was written | should be refused | refused, % | refused or warned of, % |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function isConflictIn(prefix: string): (result: Result) => boolean {
  return ({ file, expected }) => file.startsWith(prefix) && expected === 'conflict';
}

function byKind(results: readonly Result[]): string[] {
  const counted = results.filter(({ file }) => !file.startsWith('nli-'));
  const groups = groupBy(counted, ({ file, kind, isDocument, expected }) =>
    isDocument ? `${file} | no-conflict` : `${file}, ${kind} | ${expected}`,
  );
  return [...groups].sort().map(([name, rows]) => {
    const { blocked, warned, total }: Counts = count(rows);
    return `| ${name} | ${rate(blocked, total)} | ${rate(warned, total)} |`;
  });
}
