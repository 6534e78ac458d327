import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { grouped } from '../core/grouped.js';
import type { NliThresholds } from '../core/nli-thresholds.js';
import type { NliScore } from '../core/verdict.js';
import { mean, weaker } from '../guard/3-nli/evidence.js';
import { LABELS, type Label } from '../inference/labels.js';
import type { NliModel, Probabilities } from '../inference/model.js';
import { scoreOf } from '../inference/score.js';
import { loadCases } from './labelled.js';
import { type BothWays, scoreBothWays } from './nli-scores.js';

/** A labelled pair: the labels that it may have. Some sets only tell contradiction, or entailment, from the rest. */
interface LabelledPair {
  premise: string;
  hypothesis: string;
  allowed: readonly Label[];
  /** Whether it is labelled as conflict or no conflict. */
  isOfGuard: boolean;
}

type LabelledSet = [name: string, pairs: LabelledPair[]];

const TOTAL = 'all conflict / no-conflict pairs';

const TSV_LABELS: Readonly<Record<string, readonly Label[]>> = {
  e: ['entailment'],
  n: ['neutral'],
  c: ['contradiction'],
  ne: ['neutral', 'contradiction'],
  nc: ['entailment', 'neutral'],
};

/**
 * One row a file, as Markdown: how often the label is right, how well contradictions rank, and both thresholds. The
 * thresholds are of scores of statements, whatever the set; pairs of the guard are ranked by those too.
 */
export async function evaluationTable(
  model: NliModel,
  { warn, block }: NliThresholds,
  files: readonly string[],
): Promise<string> {
  const lines = [
    `| set | pairs | accuracy % | contradiction AUC | at warn ${warn ?? '(never)'}: precision, recall % | at block ${block ?? '(never)'}: precision, recall % |`,
    '|---|---|---|---|---|---|',
  ];
  for (const [name, pairs] of withTotal(files.flatMap(readSets))) {
    const guarded = await scoreBothWays(model, pairs, 'statements');
    const isOneKind = !model.tellsKindsApart || pairs.every(({ isOfGuard }) => isOfGuard);
    const general = isOneKind ? guarded : await scoreBothWays(model, pairs, 'texts');
    const thresholds = { warn, block };
    lines.push(`| ${[name, pairs.length, ...figures(pairs, { general, guarded }, thresholds)].join(' | ')} |`);
  }
  return lines.join('\n');
}

/** The sets that say conflict or no conflict are halves of one question, so they are also ranked together. */
function withTotal(sets: readonly LabelledSet[]): LabelledSet[] {
  const halves = sets.filter(([, pairs]) => pairs.every(({ isOfGuard }) => isOfGuard));
  return halves.length < 2 ? [...sets] : [...sets, [TOTAL, halves.flatMap(([, pairs]) => pairs)]];
}

function figures(
  pairs: readonly LabelledPair[],
  { general, guarded }: { general: readonly BothWays[]; guarded: readonly BothWays[] },
  { warn, block }: Pick<NliThresholds, 'warn' | 'block'>,
): string[] {
  const held = contradictions(pairs, guarded);
  return [
    accuracy(pairs, general),
    auc(contradictions(pairs, general), mean),
    precisionRecall(held, warn, mean),
    precisionRecall(held, block, weaker),
  ];
}

interface Ranked {
  isContradiction: boolean;
  score: NliScore;
}

/** Without what is labelled "not entailed": of that nobody knows whether it contradicts. */
function contradictions(pairs: readonly LabelledPair[], scores: readonly BothWays[]): Ranked[] {
  return pairs.flatMap(({ allowed }, at) => {
    const score = scores[at];
    const isContradiction = allowed.includes('contradiction');
    if (score === undefined || (isContradiction && allowed.length > 1)) return [];
    return [{ isContradiction, score: scoreOf(score.forward, score.backward) }];
  });
}

/** In the direction of the pair, among the labels that the set knows. */
function accuracy(pairs: readonly LabelledPair[], scores: readonly BothWays[]): string {
  const known = new Set(pairs.flatMap(({ allowed }) => allowed));
  const isTwoWay = known.size === 1 || pairs.some(({ allowed }) => allowed.length > 1);
  const right = pairs.filter(({ allowed }, at) => {
    const forward = scores[at]?.forward;
    return forward !== undefined && (isTwoWay ? isLikely(forward, allowed) : allowed.includes(best(forward, known)));
  });
  return (100 * (right.length / pairs.length)).toFixed(1);
}

function isLikely(probabilities: Probabilities, allowed: readonly Label[]): boolean {
  return allowed.reduce((sum, label) => sum + probabilities[label], 0) >= 0.5;
}

function best(probabilities: Probabilities, known: ReadonlySet<Label>): Label {
  return LABELS.filter((label) => known.has(label)).reduce((a, b) => (probabilities[b] > probabilities[a] ? b : a));
}

/** How often a contradiction scores higher than another pair; ties count half. Source: Mann and Whitney (1947). */
function auc(rows: readonly Ranked[], of: typeof mean): string {
  const sorted = rows.map(({ isContradiction, score }) => ({ isContradiction, score: of(score) }));
  sorted.sort((a, b) => a.score - b.score);
  let ranks = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (sorted[end]?.score === sorted[start]?.score && end < sorted.length) end += 1;
    const hits = sorted.slice(start, end).filter(({ isContradiction }) => isContradiction).length;
    ranks += (hits * (start + 1 + end)) / 2;
    start = end;
  }
  const positive = rows.filter(({ isContradiction }) => isContradiction).length;
  const others = rows.length - positive;
  if (positive === 0 || others === 0) return '–';
  return ((ranks - (positive * (positive + 1)) / 2) / (positive * others)).toFixed(3);
}

function precisionRecall(rows: readonly Ranked[], threshold: number | null, of: typeof mean): string {
  const positive = rows.filter(({ isContradiction }) => isContradiction).length;
  if (threshold === null || positive === 0) return '–';
  const above = rows.filter(({ score }) => of(score) >= threshold);
  const hits = above.filter(({ isContradiction }) => isContradiction).length;
  const percent = (count: number, of: number) => (of === 0 ? '–' : (100 * (count / of)).toFixed(1));
  return `${percent(hits, above.length)}, ${percent(hits, positive)}`;
}

function readSets(path: string): LabelledSet[] {
  if (/\.tsv(\.gz)?$/.test(path)) return [[basename(path).replace(/\.tsv(\.gz)?$/, ''), readTsv(path)]];
  const pairs: [file: string, LabelledPair][] = [];
  for (const { file, writes, expected, kind, isDocument } of loadCases([path])) {
    const [first, second] = writes;
    if (isDocument || first === undefined || second === undefined || isElsewhere(first, second)) continue;
    const allowed = LABELS.find((label) => label === kind);
    const pair = { premise: first.statement, hypothesis: second.statement };
    const labels = allowed !== undefined ? [allowed] : TSV_LABELS[expected === 'conflict' ? 'c' : 'nc'];
    const labelled = { ...pair, allowed: labels ?? [], isOfGuard: allowed === undefined };
    pairs.push([file, labelled]);
  }
  return [...grouped(pairs)];
}

/** What only the fields of the request keep apart, no text can tell. */
function isElsewhere(
  ...writes: { env: string | null; team: string | null; from: string | null; until: string | null }[]
) {
  return writes.some(({ env, team, from, until }) => [env, team, from, until].some((field) => field !== null));
}

function readTsv(path: string): LabelledPair[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').flatMap((line) => {
    const [label = '', premise, hypothesis] = line.replace(/\r$/, '').split('\t');
    const allowed = TSV_LABELS[label];
    if (allowed === undefined || premise === undefined || hypothesis === undefined) return [];
    return [{ premise, hypothesis, allowed, isOfGuard: false }];
  });
}
