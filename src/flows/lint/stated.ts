import type { ToldClaim } from '../documents/told-claims.js';

/** A statement, and where it stands. */
export interface Stated {
  /** Grows in the order of the documents and of their texts. */
  id: string;
  path: string;
  claim: ToldClaim;
}
