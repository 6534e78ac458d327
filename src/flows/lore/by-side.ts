import { grouped } from '../../core/grouped.js';
import type { Violation } from '../../store/queries/consistency/violations.js';

/** Violations by the ids of their sides. */
export function bySide(violations: readonly Violation[]): ReadonlyMap<string, readonly Violation[]> {
  return grouped(violations.flatMap((one) => [...new Set(one.sides)].map((id) => [id, one] as const)));
}
