import { isValue } from '../../../core/filler.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import { among, nextTo } from '../alignment/per-norm.js';

/** "Integration tests" beside "tests": a word right before a shared one makes another subject of it. */
export function isNarrower(norm: Norm, own: readonly FrameToken[]): boolean {
  const isOwn = among(own);
  return own.some((token) => {
    if (token.role !== 'agent') return false;
    const next = nextTo(norm, token);
    if (next?.role !== 'agent' || isClassifier(token, next)) return false;
    return next.start - token.end <= 1 && !isOwn(next);
  });
}

/** "the *river* Oth" beside "the Oth": a common noun right before a name, which is the same without it. */
function isClassifier(token: FrameToken, next: FrameToken): boolean {
  return next.written !== undefined && token.written === undefined && !isValue(token) && next.start > token.end;
}

/** "Access tokens" / "refresh tokens": words of one role at one place before a shared one. */
export function areBeside(a: Norm, onlyA: readonly FrameToken[], b: Norm, onlyB: readonly FrameToken[]): boolean {
  if (onlyA.length === 0 || onlyB.length === 0) return false;
  const places = new Set(onlyB.flatMap((token) => placeOf(b, token)));
  return onlyA.some((token) => placeOf(a, token).some((place) => places.has(place)));
}

/** A role and the word that comes after it; nothing of the last word. */
function placeOf(norm: Norm, token: FrameToken): string[] {
  const next = nextTo(norm, token);
  return next === undefined ? [] : [`${token.role ?? ''} ${next.stem}`];
}
