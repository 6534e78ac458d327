import { areOfOneClass, isValue } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, isInCondition, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import { isOnlyOfClass, nextTo } from '../alignment/per-norm.js';
import { isManner } from '../table/whole-slot.js';
import type { Doubt } from './doubt.js';
import type { Remainder } from './remainder.js';

/**
 * "Constants are written in *snake case*" / "Name constants in *camel case*, like any variable": one thing, which is written, shown or
 * told in another manner. Worth a warning only, as either may be of some of them.
 */
export function otherManner({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  if (rest.shared === 0 || !isPlain(stored) || !isPlain(incoming)) return null;
  const own = rest.stored.find((token) => isManner(token) && isOnlyOfClass(token, stored));
  const other = own && rest.incoming.find((token) => isManner(token) && areOfOneClass(token, own));
  if (own === undefined || other === undefined || !isOnlyOfClass(other, incoming)) return null;
  const [a, b] = [rest.stored.filter((token) => token !== own), rest.incoming.filter((token) => token !== other)];
  const isShared = (token: FrameToken) => !a.includes(token) && token !== own && token.role !== 'verb';
  if (!stored.tokens.some(isShared)) return null;
  return isOfPart(stored, a) || isOfPart(incoming, b) || (a.some(isValue) && b.some(isValue))
    ? null
    : { stored: own, incoming: other };
}

function isPlain(norm: Norm): boolean {
  return (
    direction(norm.modality) === 'for' &&
    norm.isAdditive !== true &&
    norm.isPast !== true &&
    norm.preferredOver === null &&
    !norm.tokens.some(isInCondition)
  );
}

/** "*File* names are in kebab case" beside "names": a word right before a shared one makes another thing of it. */
function isOfPart(norm: Norm, own: readonly FrameToken[]): boolean {
  return own.some((token) => {
    const next = nextTo(norm, token);
    if (token.role === 'verb' || next === undefined || next.role === 'verb' || next.start - token.end > 1) return false;
    return !own.includes(next) && !isManner(next);
  });
}
