import { isVerdict, type Judged } from '../../core/judge.js';
import type { JudgeThresholds } from '../../core/judge-card.js';
import { type Evidence, type Gated, passesGate } from './evidence.js';

/**
 * What a verdict counts as. A contradiction of which the judge is sure enough warns; it blocks only beyond the gate of the
 * model of inference, and only where a card shows that it is right.
 */
export function admitJudged(judged: Judged, gated: Gated, { floor, block, warn }: JudgeThresholds): Evidence {
  if (!isVerdict(judged) || judged.answer !== 'contradicts') return 'none';
  if (block !== null && judged.certainty >= block && passesGate(gated, floor)) return 'block';
  return warn !== null && judged.certainty >= warn ? 'warn' : 'none';
}
