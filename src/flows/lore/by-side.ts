import type { Violation } from '../../store/queries/violations.js';

/** Violations by the ids of their sides. */
export function bySide(violations: readonly Violation[]): ReadonlyMap<string, readonly Violation[]> {
  const found = new Map<string, Violation[]>();
  for (const one of violations) {
    for (const id of new Set(one.sides)) {
      const others = found.get(id);
      if (others === undefined) found.set(id, [one]);
      else others.push(one);
    }
  }
  return found;
}
