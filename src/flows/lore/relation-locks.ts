import type { StoredRelation } from '../../core/lore.js';
import type { RelationTypes } from '../../core/relation-type.js';
import { relationKeys } from '../../lore/relation-keys.js';
import type { LockKey } from '../../store/queries/lore/change-relations.js';

/** The keys that a change of these relations takes. A type that is declared no longer has none. */
export function keysOf(
  types: RelationTypes,
  relations: readonly Pick<StoredRelation, 'type' | 'fromId' | 'toId'>[],
): LockKey[] {
  const keys = relations.flatMap(({ type, fromId, toId }) => {
    const declared = types.get(type);
    return declared === undefined ? [] : relationKeys(declared, fromId, toId);
  });
  return [...new Set(keys)].map((key) => ({ key, seen: null }));
}
