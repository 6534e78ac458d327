import type { FindingKind } from '../core/finding.js';
import type { StoryClaim } from '../core/story-claim.js';
import type { StoryWords } from '../core/story-words.js';

/** What was found: the claims in the order of the story, and what a person is asked. */
export interface Found {
  kind: FindingKind;
  claims: readonly StoryClaim[];
  /** A number for each of the claims: those that say the same have the same. */
  values: readonly number[];
  /** The claim that the question asks about, and the last that says otherwise. */
  asked: StoryClaim;
  against: StoryClaim;
}

/** By what a story is read. */
export interface StoryTerms {
  words: StoryWords;
  /** What was said within so many milliseconds in one scope, one after the other, is of one conversation. */
  sessionMs: number;
}

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
export function areOfOneSession(a: StoryClaim, b: StoryClaim, sessionMs: number): boolean {
  const apart = Math.abs(a.saidAt - b.saidAt);
  return apart > 0 && apart <= sessionMs && a.scope.env === b.scope.env && a.scope.team === b.scope.team;
}
