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

/** What clashes that may be one have in common: all that their sides assert. */
export function clashKey(sides: readonly Assertion[], types: RelationTypes): string {
  return [...new Set(sides.map((one) => assertionKey(one, types)))].sort().join();
}

/**
 * Whether a clash is one that is known already, found by other sources: each side asserts what a side of the known one
 * does, at a time that may be the same, and every assertion of the known one is among them. Their keys are the same then.
 */
export function isSameClash(sides: readonly Assertion[], known: readonly Assertion[], types: RelationTypes): boolean {
  const byKey = new Map<string, Assertion[]>();
  for (const one of known) added(byKey, assertionKey(one, types), one);
  const keys = new Set(sides.map((one) => assertionKey(one, types)));
  const isSaid = (side: Assertion) =>
    (byKey.get(assertionKey(side, types)) ?? []).some(
      (other) => other.id === side.id || overlap(other.period, side.period) !== 'false',
    );
  return keys.size === byKey.size && sides.every(isSaid);
}

function added<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
