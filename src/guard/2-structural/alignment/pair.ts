import type { Norm } from '../../../core/norm.js';
import { overlap, type Truth } from '../../../core/period.js';
import { scopesOverlap } from '../../../core/scope.js';
import type { Confidence, ReasonCode, VerdictKind } from '../../../core/verdict.js';
import { type Alignment, align, type Indexed } from './align.js';
import { type Conditions, compareConditions } from './conditions.js';
import { type Difference, difference } from './difference.js';

/** Two clauses side by side, with all that the decision table asks of them. */
export interface Pair {
  stored: Norm;
  incoming: Norm;
  alignment: Alignment;
  conditions: Conditions;
  difference: Difference;
  sharesScope: boolean;
  sharesPeriod: Truth;
  /** Shared words ÷ words of the shorter clause. */
  overlap: number;
}

/** What a row of the table says. */
export interface Outcome {
  kind: VerdictKind;
  confidence: Confidence;
  code: ReasonCode;
}

export function pairUp(incoming: Indexed, stored: Norm): Pair {
  const alignment = align(incoming, stored);
  const shorter = Math.min(incoming.norm.tokens.length, stored.tokens.length);
  return {
    stored,
    incoming: incoming.norm,
    alignment,
    conditions: compareConditions(stored, incoming.norm, alignment),
    difference: difference(alignment),
    sharesScope: scopesOverlap(stored.scope, incoming.norm.scope),
    sharesPeriod: overlap(stored.period, incoming.norm.period),
    overlap: shorter === 0 ? 0 : alignment.common / shorter,
  };
}
