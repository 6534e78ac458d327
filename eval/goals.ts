import { type Counts, count } from './report.js';
import type { Result } from './run.js';
import { rate } from './stats.js';

/** What the project holds itself to, beside what was measured; a miss says so. */
interface Goal {
  what: string;
  of: (result: Result) => boolean;
  hits: (counts: Counts) => number;
  bound: number;
  isMost?: boolean;
}

const GOALS: readonly Goal[] = [
  { what: 'documents: blocked', of: isDocument, hits: ({ blocked }) => blocked, bound: 0.001, isMost: true },
  { what: 'documents: warned', of: isDocument, hits: ({ warned }) => warned, bound: 0.03, isMost: true },
  { what: 'look-alikes: blocked', of: isOf('tn-'), hits: ({ blocked }) => blocked, bound: 0.005, isMost: true },
  { what: 'edits: blocked', of: isOf('tp-edits'), hits: ({ blocked }) => blocked, bound: 0.95 },
  { what: 'edits: blocked or warned', of: isOf('tp-edits'), hits: heard, bound: 0.99 },
  { what: 'other projects: blocked or warned', of: isConflictOf('pairs-memory'), hits: heard, bound: 0.9 },
  { what: 'free rewordings: blocked', of: isOf('tp-free'), hits: ({ blocked }) => blocked, bound: 0.6 },
  { what: 'free rewordings: blocked or warned', of: isOf('tp-free'), hits: heard, bound: 0.85 },
];

/** One line a goal that the cases bear on. */
export function goals(results: readonly Result[]): string {
  const lines = GOALS.flatMap(({ what, of, hits, bound, isMost = false }) => {
    const counts = count(results.filter(of));
    if (counts.total === 0) return [];
    const share = hits(counts) / counts.total;
    const isMet = isMost ? share <= bound : share >= bound;
    const goal = `${isMost ? '≤' : '≥'} ${100 * bound} %`;
    return [
      `  ${what.padEnd(36)} ${rate(hits(counts), counts.total).padEnd(30)} goal ${goal.padEnd(8)} ${isMet ? 'met' : 'MISSED'}`,
    ];
  });
  return ['goals', ...lines].join('\n');
}

/** What a stage adds, and what it costs. */
export function worth(without: readonly Result[], withIt: readonly Result[]): string {
  const before = new Map(without.map((result) => [result.id, result.outcome]));
  const changed = withIt.filter(({ id, outcome }) => before.get(id) !== outcome && before.has(id));
  const lines = [
    ['conflicts blocked', changed.filter((result) => isConflict(result) && result.outcome === 'block')],
    ['conflicts warned', changed.filter((result) => isConflict(result) && result.outcome === 'warn')],
    ['false blocks', changed.filter((result) => isFalse(result) && result.outcome === 'block')],
    ['false warnings', changed.filter((result) => isFalse(result) && result.outcome === 'warn')],
  ] as const;
  const text = lines.map(([what, rows]) => `${rows.length} ${what} (${documentsIn(rows)})`);
  return `what the model adds to the rules: ${text.join(', ')}`;
}

function documentsIn(rows: readonly Result[]): string {
  const inside = rows.filter(isDocument).length;
  return `${inside} in documents, ${rows.length - inside} in pairs`;
}

function isConflict({ expected, file }: Result): boolean {
  return expected === 'conflict' && !file.startsWith('nli-');
}

function isFalse({ expected, file }: Result): boolean {
  return expected === 'no-conflict' && !file.startsWith('nli-');
}

function isDocument(result: Result): boolean {
  return result.isDocument;
}

function isConflictOf(prefix: string): (result: Result) => boolean {
  return (result) => isConflict(result) && result.file.startsWith(prefix);
}

function isOf(prefix: string): (result: Result) => boolean {
  return ({ file }) => file.startsWith(prefix);
}

function heard({ blocked, warned }: Counts): number {
  return blocked + warned;
}
