import type { StoredRelation } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import { pairKey } from '../../core/violation.js';
import type { RelationRevision, SettledViolation } from '../../store/queries/change-relations.js';
import { getRelations } from '../../store/queries/relations.js';
import { openContradictionsOf } from '../../store/queries/violations.js';
import type { Db } from '../../store/store.js';

/**
 * What follows where a relation is said no longer: those that it was disputed with are no longer disputed with it, and
 * the contradictions between them are over.
 */
export async function undisputed(
  db: Db,
  tenant: Tenant,
  relation: StoredRelation,
): Promise<{ revise: RelationRevision[]; settle: SettledViolation[] }> {
  const others = await getRelations(db, tenant, relation.disputedWith);
  const pairs = relation.disputedWith.map((id) => pairKey(id, relation.id));
  const violations = await openContradictionsOf(db, tenant, pairs);
  return {
    revise: others.map((other) => without(other, relation.id)),
    settle: violations.map((id) => ({ id, status: 'resolved', resolution: 'gone' })),
  };
}

/** The relation, disputed with that one no longer. */
export function without({ id, systemFrom, disputedWith }: StoredRelation, otherId: string): RelationRevision {
  return { id, seen: systemFrom, disputedWith: disputedWith.filter((other) => other !== otherId) };
}
