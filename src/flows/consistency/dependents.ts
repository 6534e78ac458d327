import type { StoredRelation } from '../../core/lore.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { freedBy, toldOf } from '../../lore/rules/told.js';
import { relationsAt } from '../../store/queries/consistency/dependents.js';
import type { Db } from '../../store/store.js';

/**
 * Ids of the relations of which something else may be so because these were told or taken back: those that are disputed
 * where a life, a date or a whole is told now, as they may be disputed no longer; and those that may clash once it is not.
 */
export async function dependentsOf(
  db: Db,
  tenant: Tenant,
  types: RelationTypes,
  touched: readonly StoredRelation[],
): Promise<string[]> {
  const placed = touched.flatMap(({ type, fromId, toId, status }) => {
    const known = types.get(type);
    return known === undefined ? [] : [{ type: known, from: fromId, to: toId, isGone: status !== 'active' }];
  });
  const disputed = placed.flatMap((one) => toldOf(one));
  const freed = placed.flatMap((one) => (one.isGone ? freedBy(one, types) : []));
  return relationsAt(db, tenant, [...new Set(disputed)], freed);
}
