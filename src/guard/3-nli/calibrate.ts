import type { NliThresholds } from '../../core/nli-thresholds.js';
import type { NliScore } from '../../core/verdict.js';
import { type Gated, likeness, mean, passesGate, weaker } from './evidence.js';
import { wilson } from './wilson.js';

/** A statement that was judged, and the pairs of it that a model was asked about. */
export interface Trial {
  /** Whether something stored contradicts it. */
  isConflict: boolean;
  /** Whether something stored says the same in other words. */
  isSame: boolean;
  /** Whether it is one of many of a document that agrees with itself. */
  isDocument: boolean;
  /** Where it was read. */
  file: string;
  /** What the rules alone make of it. */
  outcome: 'block' | 'warn' | 'clean';
  asked: readonly { score: NliScore; gated: Gated }[];
}

/** What a threshold does to the statements that the rules let pass. */
export interface Effect {
  /** Conflicts, or repetitions, that it finds, and those there were to find. */
  found: number;
  sought: number;
  /** Other statements that it hits: of pairs, of documents. */
  falsePairs: number;
  falseDocuments: number;
}

export interface Calibration {
  thresholds: Pick<NliThresholds, 'floor' | 'warn' | 'block' | 'same'>;
  warn: Effect;
  block: Effect;
  same: Effect;
  /** What it would take to warn of as many conflicts as show a precision; null where there are not so many. */
  firstHits: { from: number; effect: Effect } | null;
  /** Why it may not block; null where it may. */
  noBlock: string | null;
}

/** What thresholds are held to. */
export const BOUNDS = {
  warnPrecision: 0.75,
  /** Of all that is refused, documents included: the lower end of its interval. */
  blockPrecision: 0.95,
  samePrecision: 0.9,
  /** Of statements without a conflict, in pairs and in documents alike. */
  falseBlocks: 0.001,
  /** Of the statements of documents that the rules let pass: by warnings of a conflict, and by those of a repetition. */
  documentWarnings: 0.005,
  /** A file with so many statements of documents is held to the share by itself: each has a style of its own. */
  fileMin: 1000,
  /** Fewer statements without a conflict can not show a share so small. */
  blockTrialsMin: 1000,
  /** Fewer hits show no precision. */
  hitsMin: 8,
};

const FLOORS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

/** The lowest thresholds that keep the bounds on these trials; null where none does. */
export function calibrate(trials: readonly Trial[]): Calibration {
  const open = trials.filter(({ outcome }) => outcome !== 'block');
  const clean = open.filter(({ outcome }) => outcome === 'clean');
  const mayWarn = (precision: number): Bound => ({
    isFine: (effect) => isPrecise(effect, precision),
    documents: BOUNDS.documentWarnings,
  });
  const pairs = trials.filter(({ isConflict, isDocument }) => !isConflict && !isDocument).length;
  const mayBlock: Bound = {
    isFine: (effect) => isSurelyPrecise(effect) && effect.falsePairs <= pairs * BOUNDS.falseBlocks,
    documents: BOUNDS.falseBlocks,
  };
  const warn = lowest(clean, CONFLICTS, highest(mean), mayWarn(BOUNDS.warnPrecision));
  const same = lowest(clean, REPETITIONS, highest(likeness), mayWarn(BOUNDS.samePrecision));
  const blocks = FLOORS.map((floor) => ({ floor, ...lowest(open, CONFLICTS, blockScore(floor), mayBlock) }));
  const best = blocks.reduce((a, b) => (b.effect.found >= a.effect.found ? b : a));
  const count = trials.filter(({ isConflict }) => !isConflict).length;
  const isEnough = count >= BOUNDS.blockTrialsMin;
  const block = isEnough ? best.threshold : null;
  return {
    thresholds: { floor: best.floor, warn: warn.threshold, block, same: same.threshold },
    warn: warn.effect,
    same: same.effect,
    firstHits: firstHits(clean),
    block: block === null ? { ...best.effect, found: 0, falsePairs: 0, falseDocuments: 0 } : best.effect,
    noBlock: noBlock(block, isEnough, count),
  };
}

function noBlock(block: number | null, isEnough: boolean, count: number): string | null {
  if (block !== null) return null;
  if (isEnough) return 'no threshold keeps the bounds for blocking';
  return `${count} statements without a conflict are too few: ${BOUNDS.blockTrialsMin} are needed to show ${100 * BOUNDS.falseBlocks} %`;
}

const CONFLICTS = ({ isConflict }: Trial): boolean => isConflict;
const REPETITIONS = ({ isSame }: Trial): boolean => isSame;

/** What of the scores of a trial counts: the highest. */
function highest(of: (score: NliScore) => number): (trial: Trial) => number {
  return ({ asked }) => Math.max(0, ...asked.map(({ score }) => of(score)));
}

function blockScore(floor: number): (trial: Trial) => number {
  return ({ asked }) =>
    Math.max(0, ...asked.filter(({ gated }) => passesGate(gated, floor)).map(({ score }) => weaker(score)));
}

/** What a threshold is held to. */
interface Bound {
  isFine(effect: Effect): boolean;
  /** Largest share of the statements of documents that it may hit, in each source. */
  documents: number;
}

/** The lowest score of what is sought at which all is fine; a threshold below it would only add what is false. */
function lowest(
  trials: readonly Trial[],
  isSought: (trial: Trial) => boolean,
  scoreOf: (trial: Trial) => number,
  { isFine, documents }: Bound,
): { threshold: number | null; effect: Effect } {
  const mayHit = budget(trials, documents);
  const sought = trials.filter(isSought).length;
  const nothing: Effect = { found: 0, sought, falsePairs: 0, falseDocuments: 0 };
  let best: { threshold: number | null; effect: Effect } = { threshold: null, effect: nothing };
  let effect = nothing;
  const scored = trials.map((trial) => ({ trial, score: scoreOf(trial) })).sort((a, b) => b.score - a.score);
  for (const [at, { trial, score }] of scored.entries()) {
    if (score === 0) break;
    effect = plus(effect, trial, isSought(trial));
    if (trial.isDocument && !isSought(trial) && !mayHit(trial)) break;
    // Equal scores are above a threshold together.
    const isMore = scored[at + 1]?.score !== score && effect.found > best.effect.found;
    if (isMore && isFine(effect)) best = { threshold: rounded(score), effect };
  }
  return best;
}

/** Counts the statements of documents that are hit; false once there are too many where one was read. */
function budget(trials: readonly Trial[], share: number): (trial: Trial) => boolean {
  const documents = trials.filter(({ isDocument }) => isDocument);
  const perFile = countBy(documents, ({ file }) => file);
  const sourceOf = ({ file }: Trial) => ((perFile.get(file) ?? 0) < BOUNDS.fileMin ? 'others' : file);
  const left = countBy(documents, sourceOf);
  for (const [source, count] of left) left.set(source, Math.floor(count * share));
  return (trial) => {
    const rest = (left.get(sourceOf(trial)) ?? 0) - 1;
    left.set(sourceOf(trial), rest);
    return rest >= 0;
  };
}

function countBy(trials: readonly Trial[], keyOf: (trial: Trial) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const trial of trials) counts.set(keyOf(trial), (counts.get(keyOf(trial)) ?? 0) + 1);
  return counts;
}

/** The highest score above which the fewest conflicts lie that count, and all else that lies there. */
function firstHits(trials: readonly Trial[]): Calibration['firstHits'] {
  const { threshold, effect } = lowest(trials, CONFLICTS, highest(mean), {
    isFine: ({ found }) => found === BOUNDS.hitsMin,
    documents: 1,
  });
  return threshold === null ? null : { from: threshold, effect };
}

/** Down, so that the score itself stays above it. */
function rounded(score: number): number {
  return Math.floor(score * 10_000) / 10_000;
}

function plus(effect: Effect, { isDocument }: Trial, isFound: boolean): Effect {
  const is = (condition: boolean) => Number(condition);
  return {
    ...effect,
    found: effect.found + is(isFound),
    falsePairs: effect.falsePairs + is(!isFound && !isDocument),
    falseDocuments: effect.falseDocuments + is(!isFound && isDocument),
  };
}

/** Documents are not counted: how many of them there are beside the pairs is chance. */
function isPrecise({ found, falsePairs }: Effect, precision: number): boolean {
  return found >= BOUNDS.hitsMin && found / (found + falsePairs) >= precision;
}

function isSurelyPrecise({ found, falsePairs, falseDocuments }: Effect): boolean {
  return found > 0 && wilson(found, found + falsePairs + falseDocuments)[0] >= BOUNDS.blockPrecision;
}
