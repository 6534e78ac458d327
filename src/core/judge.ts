import type { Scope } from './scope.js';

/**
 * What one statement is to another, as somebody who understands both says it. contradicts: both can not hold. restates:
 * both say the same. refines: one says more of the same. compatible: about one thing, and both hold. unrelated: not about
 * one thing.
 */
export const JUDGE_ANSWERS = ['contradicts', 'restates', 'refines', 'compatible', 'unrelated'] as const;
export type JudgeAnswer = (typeof JUDGE_ANSWERS)[number];

/** One side of a pair: a statement, where it holds and when. Null is everywhere, or open; dates are as they were written. */
export interface JudgedSide {
  statement: string;
  scope: Scope;
  validFrom: string | null;
  validUntil: string | null;
}

/** Two statements that are to be judged: the older one is `stored`. */
export interface JudgedPair {
  stored: JudgedSide;
  incoming: JudgedSide;
}

/** Where a quotation stands in a statement; half-open. */
export interface QuotedSpan {
  start: number;
  end: number;
}

/** What a judge says of one pair. */
export interface JudgeVerdict {
  answer: JudgeAnswer;
  /** How sure it is of that: 0 to 1. */
  certainty: number;
  /** The words of either side that decide; null where it quotes none. */
  quotes: { stored: QuotedSpan; incoming: QuotedSpan } | null;
  /** One sentence; empty where it gives no reason. */
  why: string;
}

/**
 * Why a pair has no verdict. ungrounded: what it quotes does not stand in the statements. left_out: the answer passes the
 * pair over. unusable: chatter, a refusal, broken JSON. unavailable: nobody answered in time.
 */
export const JUDGE_FAULTS = ['ungrounded', 'left_out', 'unusable', 'unavailable'] as const;
export type JudgeFault = (typeof JUDGE_FAULTS)[number];

/** A verdict a pair, or why there is none. */
export type Judged = JudgeVerdict | { fault: JudgeFault };

export function isVerdict(judged: Judged): judged is JudgeVerdict {
  return !('fault' in judged);
}

/** Which judge it is: what it says of a pair is that of no other. */
export interface JudgeIdentity {
  /** What sort of judge: a language model, or a model of inference. */
  kind: 'llm' | 'nli';
  model: string;
  /** Of what it is told to do, SHA-256 in hexadecimal; of a model of inference, of its file. */
  promptHash: string;
}

/** Somebody who understands statements. */
export interface PairJudge {
  readonly identity: JudgeIdentity;
  /** Whether a verdict has to quote both sides before it counts as a contradiction. */
  readonly quotes: boolean;
  /**
   * Judges some pairs in one call, in their order. Never throws.
   * @param limitMs longest, in milliseconds, that it may take; default its own
   */
  judge(pairs: readonly JudgedPair[], limitMs?: number): Promise<Judged[]>;
}

/** Most pairs of one statement that a judge is asked about. */
export const JUDGED_PAIRS_MAX = 8;
