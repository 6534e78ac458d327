import { isVerdict, type Judged } from '../../core/judge.js';
import type { JudgeThresholds } from '../../core/judge-card.js';
import type { Verdict } from '../../core/verdict.js';
import { type Evidence, type Gated, passesGate } from './evidence.js';

/** What stage 2 says of a pair that bears on whether a judge may have it refused. */
export type GatedForJudge = Gated & Pick<Verdict, 'kind' | 'isElsewhere'>;

/**
 * What a verdict counts as. A contradiction of which the judge is sure enough warns; it blocks only beyond the gate, and only
 * where a card shows that it is right.
 */
export function admitJudged(judged: Judged, gated: GatedForJudge, { floor, block, warn }: JudgeThresholds): Evidence {
  if (!isVerdict(judged) || judged.answer !== 'contradicts') return 'none';
  if (block !== null && judged.certainty >= block && passesJudgeGate(gated, floor)) return 'block';
  return warn !== null && judged.certainty >= warn ? 'warn' : 'none';
}

/**
 * The gate of the model of inference, and more: the rules take both for statements of one subject, met in one case, and
 * are only unsure of what they say about it. A judge that is wrong about everything has nothing refused beyond that.
 */
export function passesJudgeGate(gated: GatedForJudge, floor: number): boolean {
  const isOfOneSubject = gated.kind === 'unknown' || gated.kind === 'consistent';
  return isOfOneSubject && !gated.isElsewhere && passesGate(gated, floor);
}
