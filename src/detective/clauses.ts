import { exchangeClass, isValue } from '../core/filler.js';
import { type FrameToken, isInCondition, type Norm } from '../core/norm.js';
import type { StoryClaim } from '../core/story-claim.js';

/** A clause of either claim, the older one first. */
export interface Clauses {
  older: StoryClaim;
  newer: StoryClaim;
  x: Norm;
  y: Norm;
}

/** Words of a clause that say what it is about or what of it, its verb and its conditions left aside. */
export function contentOf({ tokens }: Norm): FrameToken[] {
  return tokens.filter((token) => token.role !== 'verb' && !isInCondition(token) && !token.stem.startsWith('@'));
}

export function stemsOf(tokens: readonly FrameToken[]): Set<string> {
  return new Set(tokens.map(({ stem }) => stem));
}

export function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((stem) => whole.has(stem));
}

export function classOf(token: FrameToken): string | null {
  return isValue(token) ? (exchangeClass(token) ?? null) : null;
}
