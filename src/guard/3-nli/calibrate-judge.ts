import type { JudgeThresholds } from '../../core/judge-card.js';
import { type GatedForJudge, passesJudgeGate } from './judge-evidence.js';
import { wilson } from './wilson.js';

/** A labelled pair that the rules leave open, and that a judge takes for a contradiction. */
export interface JudgeTrial {
  /** Whether it is one. */
  isConflict: boolean;
  certainty: number;
  gated: GatedForJudge;
}

/** Of what reaches a threshold, how much is right: a count, and its 95 % interval. */
export interface Reached {
  right: number;
  wrong: number;
  interval: [number, number];
}

/** What thresholds are held to. */
export const JUDGE_BOUNDS = {
  /** Of refusals, and the lower end of its interval. */
  blockPrecision: 0.99,
  blockPrecisionSurely: 0.98,
  /** Of warnings. */
  warnPrecision: 0.9,
};

export interface JudgeCalibration {
  thresholds: JudgeThresholds;
  block: Reached;
  warn: Reached;
}

const FLOORS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
/** Of a judge that takes a pair for no contradiction at least as likely. */
const WARN_MIN = 0.5;

/** The lowest thresholds that keep the bounds on these trials; null where none does. */
export function calibrateJudge(trials: readonly JudgeTrial[]): JudgeCalibration {
  const warn = lowest(
    trials.filter(({ certainty }) => certainty >= WARN_MIN),
    isPrecise,
  );
  const blocks = FLOORS.map((floor) => ({
    floor,
    ...lowest(
      trials.filter(({ gated }) => passesJudgeGate(gated, floor)),
      mayBlock,
    ),
  }));
  const best = blocks.reduce((a, b) => (b.reached.right > a.reached.right ? b : a));
  return {
    thresholds: { floor: best.floor, block: best.threshold, warn: warn.threshold },
    block: best.reached,
    warn: warn.reached,
  };
}

/** Whether so many right and wrong refusals show that a judge may refuse. */
export function mayBlock({ right, wrong, interval }: Reached): boolean {
  const share = right / (right + wrong);
  return share >= JUDGE_BOUNDS.blockPrecision && interval[0] >= JUDGE_BOUNDS.blockPrecisionSurely;
}

function isPrecise({ right, wrong }: Reached): boolean {
  return right / (right + wrong) >= JUDGE_BOUNDS.warnPrecision;
}

/** A count with its interval; of nothing anything may be so. */
export function reached(right: number, wrong: number): Reached {
  return { right, wrong, interval: right + wrong === 0 ? [0, 1] : wilson(right, right + wrong) };
}

/** Equal certainties are above a threshold together. */
function lowest(
  trials: readonly JudgeTrial[],
  isFine: (reached: Reached) => boolean,
): { threshold: number | null; reached: Reached } {
  const ordered = [...trials].sort((a, b) => b.certainty - a.certainty);
  let best: { threshold: number | null; reached: Reached } = { threshold: null, reached: reached(0, 0) };
  let [right, wrong] = [0, 0];
  for (const [at, { isConflict, certainty }] of ordered.entries()) {
    if (isConflict) right += 1;
    else wrong += 1;
    const now = reached(right, wrong);
    if (ordered[at + 1]?.certainty !== certainty && isFine(now)) best = { threshold: certainty, reached: now };
  }
  return best;
}
