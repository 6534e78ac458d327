import { isFact } from '../../../core/modality.js';
import { hasVerb, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';

/** Whether both are notes that name no subject: "Squash merge only", "Maximum of 5 retries". */
export function areNotes({ stored, incoming }: Pair): boolean {
  return isNote(stored) && isNote(incoming);
}

function isNote({ modality, subjectKind, value, tokens, persons, quantifier, isOfSome }: Norm): boolean {
  if (modality === null || !isFact(modality) || subjectKind !== 'FUZZY' || value === null) return false;
  const isCounted = tokens[0]?.quantity !== undefined;
  if (persons !== undefined || quantifier !== undefined || (isOfSome === true && !isCounted)) return false;
  return tokens.every(({ role }) => role !== 'agent');
}

/** "No dogs in the office" / "Dogs are allowed in the office": without a verb what there is none of is not to be. */
export function isRuledOutByNote({ stored, incoming, difference, conditions, alignment }: Pair): boolean {
  if (difference.kind !== 'none' || conditions !== 'equal' || alignment.swapped) return false;
  return (isBan(stored) && isLetIn(incoming)) || (isBan(incoming) && isLetIn(stored));
}

/** "No dogs in the office": without a verb, what there is none of. */
export function isBan(norm: Norm): boolean {
  const isOfNone = norm.modality === 'is_not' && norm.quantifier === 'none' && norm.tense === undefined;
  return isOfNone && norm.subjectKind === 'PRESENT' && norm.object === null && !hasVerb(norm);
}

function isLetIn(norm: Norm): boolean {
  return (norm.modality === 'may' || norm.modality === 'must') && norm.subjectKind === 'PRESENT';
}
