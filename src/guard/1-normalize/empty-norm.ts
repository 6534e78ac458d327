import type { Norm } from '../../core/norm.js';
import { period } from '../../core/period.js';
import type { ReadInput } from './read-input.js';

/** The norm of a clause in which nothing is claimed, or nothing could be made out. */
export function emptyNorm({ scope, from, until }: ReadInput): Norm {
  return unknownNorm({ scope, period: period(from, until) });
}

/** The norm of a clause that nobody could read. */
export function unknownNorm({ scope, period }: Pick<Norm, 'scope' | 'period'>): Norm {
  return {
    modality: null,
    subject: null,
    subjectKind: 'MISSING',
    object: null,
    predicate: null,
    value: null,
    valueClass: null,
    quantity: null,
    exclusive: false,
    preferredOver: null,
    conditions: [],
    scope,
    period,
    tokens: [],
    spans: [],
  };
}
