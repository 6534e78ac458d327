import type { NliThresholds } from '../../core/nli-thresholds.js';
import type { NliScore, Verdict } from '../../core/verdict.js';

/** What a score is admitted as: of a contradiction that blocks or warns, or of a repetition. */
export type Evidence = 'block' | 'warn' | 'same' | 'none';

/** What stage 2 says of a pair that bears on whether a score may block. */
export type Gated = Pick<Verdict, 'sharesSubject' | 'visibleDifference' | 'overlap'>;

/** Whether any score could count. */
export function canCount({ block, warn, same }: Pick<NliThresholds, 'block' | 'warn' | 'same'>): boolean {
  return block !== null || warn !== null || same !== null;
}

/** A score blocks only beyond the gate and when both directions reach the threshold; else it may warn. */
export function admit(score: NliScore, verdict: Gated, { floor, block, warn, same }: NliThresholds): Evidence {
  if (block !== null && weaker(score) >= block && passesGate(verdict, floor)) return 'block';
  if (warn !== null && mean(score) >= warn) return 'warn';
  return same !== null && likeness(score) >= same ? 'same' : 'none';
}

/**
 * Whether the pair itself shows that a contradiction is possible: one thing spoken of, at one time in one place, many
 * words in common, and a difference that can carry it. A pair of other places or times never gets as far as a score.
 */
export function passesGate({ sharesSubject, visibleDifference, overlap }: Gated, floor: number): boolean {
  return sharesSubject && visibleDifference && overlap >= floor;
}

/** A contradiction is one in both directions. */
export function weaker({ forward, backward }: NliScore): number {
  return Math.min(forward, backward);
}

export function mean({ forward, backward }: NliScore): number {
  return (forward + backward) / 2;
}

export function likeness({ same = 0 }: NliScore): number {
  return same;
}
