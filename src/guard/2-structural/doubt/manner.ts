import { areOfOneClass, isValue } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, isInCondition, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import { among, isOnlyOfClass, nextTo } from '../alignment/per-norm.js';
import { isManner, isOfForm } from '../alignment/whole-slot.js';
import type { Doubt } from './doubt.js';
import type { Remainder } from './remainder.js';
import { areOtherActs } from './weight.js';

/**
 * "Constants are written in *snake case*" / "Name constants in *camel case*, like any variable": one thing, which is written, shown or
 * told in another manner. Worth a warning only, as either may be of some of them.
 */
export function otherManner({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  if (rest.shared === 0 || !isPlain(stored) || !isPlain(incoming)) return null;
  const own = rest.stored.find((token) => isManner(token) && isOnlyOfClass(token, stored));
  const other = own && rest.incoming.find((token) => isManner(token) && areOfOneClass(token, own));
  if (own === undefined || other === undefined || !isOnlyOfClass(other, incoming)) return null;
  const [a, b] = [besides(own, rest.stored, stored), besides(other, rest.incoming, incoming)];
  const isOwn = among(a);
  const isShared = (token: FrameToken) => !isOwn(token) && token !== own && token.role !== 'verb';
  if (!stored.tokens.some(isShared) || (!isOfForm(own) && areOtherActs(a, b))) return null;
  return isOfPart(stored, a) || isOfPart(incoming, b) || areOfOthers(stored, a, incoming, b)
    ? null
    : { stored: own, incoming: other };
}

/** What is said beside the manner, and what describes it: "in *formal* French". */
function besides(manner: FrameToken, own: readonly FrameToken[], norm: Norm): FrameToken[] {
  const isOfIt = (token: FrameToken) =>
    nextTo(norm, token) === manner && token.role === manner.role && manner.start - token.end <= 1;
  return own.filter((token) => token !== manner && !isOfIt(token));
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

/** "strings in *Python code*" / "strings in *scripts*", "*Mr* Lind" / "*Mrs* Lind" */
function areOfOthers(stored: Norm, a: readonly FrameToken[], incoming: Norm, b: readonly FrameToken[]): boolean {
  if ([isValue, isLed, isAgent].some((is) => a.some(is) && b.some(is))) return true;
  const before = new Set(b.flatMap((token) => nextTo(incoming, token)?.stem ?? []));
  return a.some((token) => before.has(nextTo(stored, token)?.stem ?? ''));
}

function isAgent({ role }: FrameToken): boolean {
  return role === 'agent';
}

function isLed({ lead, role }: FrameToken): boolean {
  return lead !== undefined && role !== 'verb';
}

/** "*File* names are in kebab case" beside "names": a word right before a shared one makes another thing of it. */
function isOfPart(norm: Norm, own: readonly FrameToken[]): boolean {
  const isOwn = among(own);
  return own.some((token) => {
    const next = nextTo(norm, token);
    if (token.role === 'verb' || next === undefined || next.role === 'verb' || next.start - token.end > 1) return false;
    return !isOwn(next) && !isManner(next);
  });
}
