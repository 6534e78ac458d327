import type { JudgeIdentity } from './judge.js';

/** What a verdict must reach before it counts. Certainty and overlap lie between 0 and 1. */
export interface JudgeThresholds {
  /** Least overlap of a pair that may block. */
  floor: number;
  /** Null: the judge may only warn. */
  block: number | null;
  warn: number;
}

/** Of a judge that nobody calibrated: it warns where it takes a contradiction for the likelier, and never blocks. */
export const UNCALIBRATED_JUDGE: JudgeThresholds = { floor: 1, block: null, warn: 0.5 };

/** Whether two judges say the same of every pair. */
export function isSameJudge(a: JudgeIdentity, b: JudgeIdentity): boolean {
  return a.kind === b.kind && a.model === b.model && a.promptHash === b.promptHash;
}
