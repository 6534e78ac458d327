import type { ClaimStatus } from './claim.js';
import type { Reading } from './norm.js';
import type { Period } from './period.js';
import type { Scope } from './scope.js';

/** A claim as the story tells it, by its current version. */
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
