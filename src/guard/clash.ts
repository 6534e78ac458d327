import type { CitedClaim, RelationClash } from '../core/decision.js';
import type { Span } from '../core/norm.js';
import type { Range } from '../core/period.js';
import type { RelationTypes } from '../core/relation-type.js';
import type { ReasonCode, Verdict } from '../core/verdict.js';
import type { Finding } from '../lore/rules/finding.js';

/** What the rules of the lore store found about one relation of a statement, ready to be judged. */
export interface Clash {
  code: ReasonCode;
  weight: 'block' | 'warn';
  /** Present where it would block but that a prophetic source says the new relation, or rumour a stored one. */
  loweredBy?: 'prophecy' | 'source';
  /** Index of the norm that states the relation. */
  norm: number;
  relations: RelationClash;
  /** Claims that say the stored relations, in their order. */
  claims: readonly CitedClaim[];
  slots: Verdict['slots'];
  /** Where the first of these claims names the ends. */
  spans: readonly Span[];
  /** The time that they share in some reading. */
  shared: Range;
}

/** What a finding is worth: what clashes in every reading blocks, where its type does; what may clash only warns. */
export function weightOf({ isCertain }: Finding, acting: string, types: RelationTypes): Clash['weight'] {
  return isCertain && types.get(acting)?.guard === 'block' ? 'block' : 'warn';
}

/** Of two that may hold at one time, that is what is unsure; of an act, whether it lies outside. */
export function codeOf({ code, isCertain }: Finding): ReasonCode {
  return !isCertain && code === 'relation_exclusive' ? 'period_unsure' : code;
}
