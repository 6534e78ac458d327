import { direction } from '../../../core/modality.js';
import type { Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';

/** "Mara gave the ring to Tom" / "Mara still has the ring": out of somebody's hands, and in them. */
export function stillInHands({ stored, incoming }: Pair): Doubt | null {
  return isStillHad(stored, incoming) || isStillHad(incoming, stored) ? { stored: null, incoming: null } : null;
}

function isStillHad(given: Norm, had: Norm): boolean {
  if (given.hands?.isGiven !== true || had.hands?.isGiven !== false || had.phase === 'over') return false;
  if (
    direction(given.modality) !== 'for' ||
    direction(had.modality) !== 'for' ||
    had.isPast === true ||
    had.isFuture === true
  )
    return false;
  const [ours, theirs] = [given.hands.stems, had.hands.stems];
  return ours.at(-1) === theirs.at(-1) && (isWithin(ours, theirs) || isWithin(theirs, ours)) && areOfOne(given, had);
}

/** "the ring" / "the gold ring" */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((stem) => all.includes(stem));
}

/** Whether who gave it is who has it. */
function areOfOne(given: Norm, had: Norm): boolean {
  const giver = given.tokens.filter(({ role }) => role === 'agent');
  const others = new Set(had.tokens.map(({ stem }) => stem));
  return giver.length > 0 && giver.every(({ stem }) => others.has(stem));
}
