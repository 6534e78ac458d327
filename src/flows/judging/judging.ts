import type { PairJudge } from '../../core/judge.js';
import type { JudgeThresholds } from '../../core/judge-card.js';

/** write: inside of the request, as far as the time suffices. after: by a job, once the write is answered. */
export const JUDGE_MODES = ['write', 'after'] as const;

/** The same judge, which is not asked before the write is answered. */
export function afterwards(judging: Judging | null): Judging | null {
  return judging && { ...judging, mode: 'after' };
}

/** Who judges what the rules leave open, when, and what it counts for. */
export interface Judging {
  judge: PairJudge;
  mode: (typeof JUDGE_MODES)[number];
  /** From the card of the judge, or those of one that nobody calibrated. */
  thresholds: JudgeThresholds;
  /** Longest, in milliseconds, that one write waits. */
  writeLimitMs: number;
  /** The same of a job. It is less than the lease of a job, so that nobody else asks the same meanwhile. */
  jobLimitMs: number;
}
