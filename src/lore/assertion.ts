import type { StoredRelation, Target } from '../core/lore.js';
import { overlap } from '../core/period.js';
import type { RelationTypes } from '../core/relation-type.js';
import { EXISTED_DURING } from './rules/world.js';

/** What of a relation says what it asserts, and when. */
export type Assertion = Target & Pick<StoredRelation, 'id' | 'type' | 'fromId' | 'period'>;

/**
 * What relations have in common that assert the same, whoever says it: a second source for one holder. A date counts, not
 * how it is written; that something existed in an era is another assertion with every window.
 */
export function assertionKey({ type, fromId, toId, value, period }: Assertion, types: RelationTypes): string {
  const isDate = types.get(type)?.value === 'date';
  const told = isDate ? period : (value ?? '').trim().toLowerCase();
  return JSON.stringify([type, fromId, toId, told, ...(type === EXISTED_DURING ? [period] : [])]);
}

/**
 * Whether a clash is one that is known already, found by other sources: each side asserts what a side of the known one
 * does, at a time that may be the same, and every assertion of the known one is among them.
 */
export function isSameClash(sides: readonly Assertion[], known: readonly Assertion[], types: RelationTypes): boolean {
  const keysOf = (all: readonly Assertion[]) => new Set(all.map((one) => assertionKey(one, types)));
  const isSaid = (side: Assertion) =>
    known.some(
      (other) =>
        other.id === side.id ||
        (assertionKey(other, types) === assertionKey(side, types) && overlap(other.period, side.period) !== 'false'),
    );
  return keysOf(sides).size === keysOf(known).size && sides.every(isSaid);
}
