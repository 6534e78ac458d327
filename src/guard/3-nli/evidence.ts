import type { NliThresholds } from '../../core/ports.js';
import type { NliScore, Verdict } from '../../core/verdict.js';

/** What a score is admitted as. */
export type Evidence = 'block' | 'warn' | 'none';

/**
 * A score blocks only when both directions reach the threshold and the pair itself shows something that can carry a
 * contradiction; else it may warn.
 */
export function admit(score: NliScore, verdict: Verdict, thresholds: NliThresholds): Evidence {
  const weaker = Math.min(score.forward, score.backward);
  const mayBlock = verdict.visibleDifference && verdict.overlap >= thresholds.floor;
  if (mayBlock && thresholds.block !== null && weaker >= thresholds.block) return 'block';
  return weaker >= thresholds.warn ? 'warn' : 'none';
}
