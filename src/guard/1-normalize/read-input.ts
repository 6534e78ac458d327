import type { Unit } from '../../core/period.js';
import type { Scope } from '../../core/scope.js';

/** A statement with what the request says of it; explicit scope and bounds win over those in the text. */
export interface ReadInput {
  statement: string;
  scope: Scope;
  from: Unit | null;
  until: Unit | null;
}
