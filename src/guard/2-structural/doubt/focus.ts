import { exchangeClass, isValue } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, focusOf, isInCondition, type Norm } from '../../../core/norm.js';
import { isLedElsewhere } from '../alignment/align.js';
import type { Pair } from '../alignment/pair.js';
import { isTelling, lengthOf } from './coverage.js';
import type { Doubt } from './doubt.js';
import { derivedFrom } from './remainder.js';
import { isAct, isLight } from './weight.js';

/**
 * "The freezer holds nothing but *ice cream*" / "There are peas in the freezer": all that the one says beside what "only" singles out
 * is said by the other of something else in that place.
 */
export function besideFocus({ stored, incoming }: Pair): Doubt | null {
  if (stored.exclusive === incoming.exclusive) return null;
  const [only, other] = stored.exclusive ? [stored, incoming] : [incoming, stored];
  const focus = focusOf(only);
  if (focus.length === 0 || !areOfOneCase(only, other)) return null;
  const isSaid = derivedFrom(other.tokens, true);
  if (focus.some(isSaid) || !isRestSaid(only, other, focus, isSaid)) return null;
  const isOfOnly = derivedFrom(only.tokens, true);
  const filler = other.tokens.find((token) => !isOfOnly(token) && !isCounted(token) && isInPlaceOf(token, focus));
  if (filler === undefined || isOfOtherAct(only, other)) return null;
  return stored.exclusive
    ? { stored: focus[0] ?? null, incoming: filler }
    : { stored: filler, incoming: focus[0] ?? null };
}

/** Of what is so, or may be, at one time; a case of its own may be what the other leaves out. */
function areOfOneCase(only: Norm, other: Norm): boolean {
  if (direction(only.modality) !== 'for' || direction(other.modality) !== 'for') return false;
  if (only.subjectKind === 'MISSING' || other.subjectKind === 'MISSING') return false;
  if (only.isPast !== other.isPast || only.isUsual === true || only.isFuture !== other.isFuture) return false;
  return only.isOpinion !== true && other.isOpinion !== true && !only.tokens.some(isInCondition);
}

/** That of which "only" tells is to be such a part of what the other side says. */
const PART = 0.25;

/** Whether the other side says every thing that "only" does not single out, one of which at least is not everywhere. */
function isRestSaid(
  { tokens }: Norm,
  other: Norm,
  focus: readonly FrameToken[],
  isSaid: (token: FrameToken) => boolean,
): boolean {
  const rest = tokens.filter((token) => !focus.includes(token) && token.role !== 'verb' && !isLight(token.stem));
  return rest.some(isTelling) && rest.length >= PART * lengthOf(other) && rest.every(isSaid);
}

/** Both say what is done, and not the same: "only the crew *opens* the vault" / "Ann *guards* the vault". */
function isOfOtherAct(only: Norm, other: Norm): boolean {
  const [theirs, own] = [only.tokens.filter(isAct), other.tokens.filter(isAct)];
  return theirs.length > 0 && !own.some(derivedFrom(theirs, true));
}

/** A doer for a doer, a thing for a thing to which no other preposition leads. */
function isInPlaceOf(token: FrameToken, focus: readonly FrameToken[]): boolean {
  if (token.role === 'verb' || token.role === 'condition') return false;
  return focus.some(
    (each) =>
      (each.role === 'agent') === (token.role === 'agent') &&
      !isLedElsewhere(each, token) &&
      !isOfOtherKind(each, token),
  );
}

/** "runs only on *Windows*" / "*Azure* storage": a value of no such kind, to which nothing leads. */
function isOfOtherKind(focus: FrameToken, token: FrameToken): boolean {
  return isValue(focus) && token.lead === undefined && exchangeClass(token) !== exchangeClass(focus);
}

function isCounted({ quantity }: FrameToken): boolean {
  return quantity !== undefined;
}
