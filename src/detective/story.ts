import type { ClaimStatus } from '../core/claim.js';
import type { FindingKind } from '../core/finding.js';
import type { Reading } from '../core/norm.js';
import type { Period } from '../core/period.js';
import type { Scope } from '../core/scope.js';

/** A claim as the story tells it. */
export interface StoryClaim {
  id: string;
  statement: string;
  who: string;
  scope: Scope;
  period: Period;
  status: ClaimStatus;
  reading: Reading;
  /** Milliseconds since 1970 UTC; fractions count. */
  saidAt: number;
  /** Its system time, ISO 8601 with microseconds: what was said at once stands in the order in which it was stored. */
  systemFrom: string;
  supersededBy: string | null;
}

/** What was found: the claims in the order of the story, and what a person is asked. */
export interface Found {
  kind: FindingKind;
  claims: readonly StoryClaim[];
  /** The claim that the question asks about, and the last that says otherwise. */
  asked: StoryClaim;
  against: StoryClaim;
}

/** Claims that were said so close together, one after the other in one scope, are of one conversation. */
export const SESSION_MS = 15 * 60_000;

/** The order in which things were said; of those said at once, in which they were stored. */
export function inOrder(a: StoryClaim, b: StoryClaim): number {
  return a.saidAt - b.saidAt || byText(a.systemFrom, b.systemFrom) || byText(a.id, b.id);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isActive({ status }: StoryClaim): boolean {
  return status === 'active';
}

/**
 * Whether the two were said in one conversation, whoever spoke. What was said at the very same time, as where only the day
 * is known, has no order, and so none of it follows from the other.
 */
export function areOfOneSession(a: StoryClaim, b: StoryClaim): boolean {
  const apart = Math.abs(a.saidAt - b.saidAt);
  return apart > 0 && apart <= SESSION_MS && a.scope.env === b.scope.env && a.scope.team === b.scope.team;
}
