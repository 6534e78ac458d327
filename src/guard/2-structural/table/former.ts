import { direction } from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import { areRivals } from '../alignment/conditions.js';
import type { Pair } from '../alignment/pair.js';

/** "The gateway used to log requests" / "The gateway logs requests": what was so, as if it were so no longer, beside what is. */
export function isSoNoLonger(pair: Pair): boolean {
  return ownOfFormer(pair)?.length === 0;
}

/** "Ann used to live in Porto" / "Ann lives in Ghent": something else was so before. */
export function wasOtherwise(pair: Pair): boolean {
  return (ownOfFormer(pair) ?? []).length > 0;
}

/** "Standup is on Mondays" / "Standup has moved to Tuesdays": what one of the two says holds in place of another one of its class. */
export function isRescheduled({ stored, incoming, alignment: { onlyStored, onlyIncoming } }: Pair): boolean {
  const [a, b] = [onlyStored[0], onlyIncoming[0]];
  if (a === undefined || b === undefined || onlyStored.length + onlyIncoming.length > 2) return false;
  if (stored.isChange === incoming.isChange || a.quantity !== undefined || !areRivals(a, b)) return false;
  const before = stored.isChange === true ? incoming : stored;
  return direction(stored.modality) === 'for' && direction(incoming.modality) === 'for' && isOfNow(before);
}

/** What only the one says that tells how it was before what the other tells; null where neither does. */
function ownOfFormer({
  stored,
  incoming,
  alignment: { onlyStored, onlyIncoming },
}: Pair): readonly FrameToken[] | null {
  if (direction(stored.modality) !== 'for' || direction(incoming.modality) !== 'for') return null;
  if (isFormer(stored)) return isOfNow(incoming) ? onlyStored : null;
  return isFormer(incoming) && isOfNow(stored) ? onlyIncoming : null;
}

function isFormer({ phase, isPast }: Norm): boolean {
  return phase === 'over' && isPast === true;
}

function isOfNow({ phase, isPast, tense, isFuture }: Norm): boolean {
  if (phase === 'over' || isPast === true || isFuture === true) return false;
  return tense !== 'past' && tense !== 'perfect';
}
