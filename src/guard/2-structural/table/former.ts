import { direction } from '../../../core/modality.js';
import { type FrameToken, isOfThePast, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';

/** "The gateway used to log requests" / "The gateway logs requests": what was so, as if it were so no longer, beside what is. */
export function isSoNoLonger(pair: Pair): boolean {
  const sides = beforeAndNow(pair);
  return sides !== null && direction(sides.now.modality) === 'for' && sides.own.length === 0;
}

/** "Ann used to live in Porto" / "Ann lives in Ghent", "Ann does not live in Porto": something else was so before. */
export function wasOtherwise(pair: Pair): boolean {
  const sides = beforeAndNow(pair);
  return sides !== null && (direction(sides.now.modality) === 'against' || sides.own.length > 0);
}

/** A clause that tells how it is beside one that tells how it was before, and what only the latter says. */
function beforeAndNow({ stored, incoming, alignment: { onlyStored, onlyIncoming } }: Pair): {
  now: Norm;
  own: readonly FrameToken[];
} | null {
  if (isFormer(stored) && isOfNow(incoming)) return { now: incoming, own: onlyStored };
  return isFormer(incoming) && isOfNow(stored) ? { now: stored, own: onlyIncoming } : null;
}

function isFormer({ modality, phase, isPast }: Norm): boolean {
  return direction(modality) === 'for' && phase === 'over' && isPast === true;
}

function isOfNow(norm: Norm): boolean {
  return norm.phase !== 'over' && !isOfThePast(norm);
}
