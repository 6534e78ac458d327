import { type Counts, count } from './report.js';
import type { Result } from './run.js';
import { percent, rate } from './stats.js';

/** What the project holds itself to, beside what was measured; a miss says so. */
interface Goal {
  what: string;
  of: (result: Result) => boolean;
  hits: (counts: Counts & { wrong: number }) => number;
  bound: number;
  isMost?: boolean;
}

const GOALS: readonly Goal[] = [
  ...freelyWorded('worded freely, first author', 'pairs-open'),
  ...freelyWorded('worded freely, second author', 'pairs-open-2'),
  { what: 'free rewordings: blocked or warned', of: isOf('tp-free'), hits: heard, bound: 0.35 },
  { what: 'edits: blocked', of: isOf('tp-edits'), hits: ({ blocked }) => blocked, bound: 0.96 },
  { what: 'edits: blocked or warned', of: isOf('tp-edits'), hits: heard, bound: 0.985 },
  { what: 'other projects: blocked', of: isConflictOf('pairs-memory'), hits: ({ blocked }) => blocked, bound: 0.78 },
  { what: 'other projects: blocked or warned', of: isConflictOf('pairs-memory'), hits: heard, bound: 0.93 },
  { what: 'all blocks: wrong', of: isBlockedPair, hits: ({ wrong }) => wrong, bound: 0.007, isMost: true },
  { what: 'documents: blocked', of: isDocument, hits: ({ blocked }) => blocked, bound: 0.0005, isMost: true },
  { what: 'documents: warned', of: isDocument, hits: ({ warned }) => warned, bound: 0.012, isMost: true },
  { what: 'look-alikes: blocked', of: isLookAlike, hits: ({ blocked }) => blocked, bound: 0.002, isMost: true },
  { what: 'look-alikes: warned', of: isLookAlike, hits: ({ warned }) => warned, bound: 0.02, isMost: true },
];

function freelyWorded(what: string, name: string): Goal[] {
  const of = (result: Result) => isConflict(result) && result.file === name;
  return [
    { what: `${what}: blocked`, of, hits: ({ blocked }) => blocked, bound: 0.5 },
    { what: `${what}: heard`, of, hits: heard, bound: 0.78 },
  ];
}

/** Kinds of pairs that say the same, or one more precisely, of which a warning is no mistake. */
const RESTATED =
  /(?:_same|paraphrase|paraphrase_passive|equal_name|equal_unit|double_negation|refinement|modality_strength)$/;

/** Pairs that may both be so, restatements aside. */
function isLookAlike(result: Result): boolean {
  return isFalse(result) && !isDocument(result) && !result.file.startsWith('tn-free') && !RESTATED.test(result.kind);
}

function isBlockedPair(result: Result): boolean {
  return result.outcome === 'block' && !isDocument(result) && !result.file.startsWith('nli-');
}

/** One line a goal that the cases bear on. */
export function goals(results: readonly Result[]): string {
  const lines = GOALS.flatMap(({ what, of, hits, bound, isMost = false }) => {
    const meant = results.filter(of);
    const counts = { ...count(meant), wrong: meant.filter(isFalse).length };
    if (counts.total === 0) return [];
    const share = hits(counts) / counts.total;
    const isMet = isMost ? share <= bound : share >= bound;
    const goal = `${isMost ? '≤' : '≥'} ${percent(bound)} %`;
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
