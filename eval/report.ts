import { grouped } from '../src/core/grouped.js';
import type { Result } from './run.js';
import { percent, rate } from './stats.js';

/** Counts of one group of results. */
export interface Counts {
  blocked: number;
  warned: number;
  total: number;
}

export function count(results: readonly Result[]): Counts {
  return {
    blocked: results.filter(({ outcome }) => outcome === 'block').length,
    warned: results.filter(({ outcome }) => outcome === 'warn').length,
    total: results.length,
  };
}

/** Figures of one engine over pairs and documents, each with its label. */
export function measures(results: readonly Result[]): [string, string][] {
  const pairs = results.filter(({ isDocument, file }) => !isDocument && !file.startsWith('nli-'));
  const conflicts = pairs.filter(({ expected }) => expected === 'conflict');
  const others = pairs.filter(({ expected }) => expected === 'no-conflict');
  const documents = results.filter(({ isDocument }) => isDocument);
  const hits = count(conflicts);
  const falseBlocks = count(others).blocked;
  return [
    ['block precision', rate(hits.blocked, hits.blocked + falseBlocks)],
    ['block recall', rate(hits.blocked, hits.total)],
    ['blocked or warned', rate(hits.blocked + hits.warned, hits.total)],
    ['F1', percent((2 * hits.blocked) / (hits.blocked + falseBlocks + hits.total))],
    ['warned look-alikes', rate(count(others).warned, others.length)],
    ['documents: blocked', rate(count(documents).blocked, documents.length)],
    ['documents: warned', rate(count(documents).warned, documents.length)],
  ];
}

/** The same as text. */
export function summary(name: string, results: readonly Result[]): string {
  return [name, ...measures(results).map(([label, figure]) => `  ${label.padEnd(22)} ${figure}`)].join('\n');
}

/** One line a file and one a kind. */
export function breakdown(results: readonly Result[]): string {
  const byFile = groupBy(results, ({ file }) => file);
  return [...byFile].flatMap(([file, rows]) => [line(file, rows), ...kinds(rows)]).join('\n');
}

function kinds(rows: readonly Result[]): string[] {
  const byKind = groupBy(rows, ({ kind, expected }) => `${kind} (${expected})`);
  return byKind.size < 2 ? [] : [...byKind].sort().map(([kind, group]) => line(`  ${kind}`, group));
}

function line(name: string, rows: readonly Result[]): string {
  const { blocked, warned, total } = count(rows);
  return `${name.padEnd(44)} blocked ${rate(blocked, total).padEnd(28)} warned ${rate(warned, total)}`;
}

/** Cases whose outcome differs from an earlier run. */
export function differences(results: readonly Result[], earlier: readonly Result[]): string {
  const before = new Map(earlier.map((result) => [result.id, result.outcome]));
  const changed = results.filter(({ id, outcome }) => before.has(id) && before.get(id) !== outcome);
  const lines = changed.map(
    ({ id, expected, outcome, statement }) => `${id} (${expected}): ${before.get(id)} → ${outcome}\n    ${statement}`,
  );
  return [`${changed.length} cases changed`, ...lines].join('\n');
}

export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  return grouped(items.map((item) => [key(item), item]));
}
