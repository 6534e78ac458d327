import { isEntity, isOnlyEntity, slotOf } from '../../../core/filler.js';
import { isFact } from '../../../core/modality.js';
import { type FrameToken, isOneOfOther, type Norm } from '../../../core/norm.js';
import { areNumberedAlike } from '../alignment/difference.js';
import { bothBindFor, sameMood } from '../alignment/moods.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import type { Remainder } from './remainder.js';

/** What fills a place takes so many words at most. */
const FILLER_MAX = 3;

/**
 * "Amounts are stored as integers" / "as floats", "Our CSS methodology is BEM" / "utility-first": all else is the same, and what a
 * thing is, where it is or what it passes as are other words. Whether there may be two nobody knows of such a place.
 */
export function otherFiller({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  if (!bothBindFor(stored, incoming) || !sameMood(stored, incoming)) return null;
  if (stored.isAdditive === true || incoming.isAdditive === true || stored.tense === 'past') return null;
  if (rest.stored.length === 0 || rest.incoming.length === 0) return null;
  const { onlyStored, onlyIncoming } = alignment;
  const [a, b] = [onlyStored[0], onlyIncoming[0]];
  if (a === undefined || b === undefined || verbsOf(stored) !== verbsOf(incoming) || a.lead !== b.lead) return null;
  if (!isFiller(stored, onlyStored) || !isFiller(incoming, onlyIncoming)) return null;
  // "allergic to nuts" / "to walnuts and hazelnuts"
  if (onlyStored.some((one) => onlyIncoming.some((other) => isOneOfOther(one, other)))) return null;
  return isState(stored, a) || isIdentity(stored, a, b) ? { stored: a, incoming: b } : null;
}

function verbsOf({ tokens }: Norm): string {
  return tokens
    .filter(isVerb)
    .map(({ stem }) => stem)
    .join();
}

/** The last words of the clause, which are no list and no amounts. */
function isFiller({ tokens }: Norm, only: readonly FrameToken[]): boolean {
  if (only.length > FILLER_MAX || only.filter(({ written }) => written === 'name').length > 1) return false;
  return tokens.slice(-only.length).every((token) => only.includes(token) && isPlain(token));
}

function isPlain(token: FrameToken): boolean {
  const { role, quantity } = token;
  const isAmount = quantity !== undefined && quantity.dimension !== null;
  return role === undefined && !isAmount && slotOf(token) !== 'many';
}

/** Where a thing is, or what it passes as. */
function isState(norm: Norm, { lead }: FrameToken): boolean {
  if (lead === undefined || norm.tokens.length < 2) return false;
  return isCopular(norm) || lead === 'as';
}

/** "Our CSS methodology is *BEM*", "A full outage is *SEV1*" */
function isIdentity(norm: Norm, a: FrameToken, b: FrameToken): boolean {
  if (!isCopular(norm)) return false;
  if (areNumberedAlike(a.stem, b.stem)) return true;
  const named = norm.tokens.filter(({ role }) => role === 'agent');
  // "is called Rex": it may have other names, but hardly has.
  const isName = named.some(({ stem }) => stem === 'name') && isEntity(a) && isEntity(b);
  return isName || (named.length > 1 && (isOnlyEntity(a) || isOnlyEntity(b)));
}

function isCopular({ modality, tokens, tense }: Norm): boolean {
  return isFact(modality) && tense === undefined && !tokens.some(isVerb);
}

function isVerb({ role }: FrameToken): boolean {
  return role === 'verb';
}
