import { type Counts, count, groupBy, measures } from './report.js';
import type { Result } from './run.js';
import { rate } from './stats.js';

/** The accuracy tables of the README: each engine as a whole, and the guard by file and kind. */
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
