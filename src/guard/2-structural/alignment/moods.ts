import { direction, isBinding, isFact } from '../../../core/modality.js';
import type { Norm } from '../../../core/norm.js';
import type { Difference } from './difference.js';
import { mayBeEqual } from './intervals.js';

export function bothFor(a: Norm, b: Norm): boolean {
  return direction(a.modality) === 'for' && direction(b.modality) === 'for';
}

export function bothBindFor(a: Norm, b: Norm): boolean {
  return bothFor(a, b) && isBinding(a.modality) && isBinding(b.modality);
}

export function sameMood(a: Norm, b: Norm): boolean {
  return isFact(a.modality) === isFact(b.modality);
}

export function isRounded({ stored, incoming }: Difference): boolean {
  return mayBeEqual(stored?.quantity, incoming?.quantity);
}

/** "My laptop is encrypted" / "Your laptop is not", "You told me" / "I did not tell you" */
export function areOfOtherPersons({ stored, incoming }: { stored: Norm; incoming: Norm }): boolean {
  const [a, b] = [stored.persons, incoming.persons];
  return a !== undefined && a.length === b?.length && a.some((person, at) => person !== b[at]);
}
