import { type EntityRef, entityRef } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import type { Violation } from '../../store/queries/consistency/violations.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import type { Db } from '../../store/store.js';
import { sentence } from '../lore/contradictions.js';
import { describe } from '../lore/describe.js';
import { rulesOf } from './ontology.js';

/** What breaks a rule that somebody wrote, with what its sides say. */
export interface DescribedOntologyViolation {
  violation: Violation;
  /** What the rule demands; null: there is no such rule any more. */
  description: string | null;
  sides: { id: string; text: string }[];
  entities: EntityRef[];
}

export async function describeOntologyViolations(
  db: Db,
  tenant: Tenant,
  violations: readonly Violation[],
  knownAt?: string | undefined,
): Promise<DescribedOntologyViolation[]> {
  const idsOf = (about: Violation['about']) => [
    ...new Set(violations.flatMap((one) => (one.about === about ? one.sides : []))),
  ];
  const rules = new Map((await rulesOf(db, tenant)).map((rule) => [rule.id, rule]));
  const told = await describe(db, tenant, await getRelations(db, tenant, idsOf('relation'), knownAt));
  const relations = new Map(told.map((one) => [one.relation.id, one]));
  const entities = new Map((await getEntities(db, tenant, idsOf('entity'))).map((one) => [one.id, one]));
  return violations.map((violation) => ({
    violation,
    description: rules.get(violation.ruleId ?? '')?.description ?? null,
    sides: violation.sides.flatMap((id) => {
      const one = relations.get(id);
      return one === undefined ? [] : [{ id, text: sentence(one) }];
    }),
    entities: violation.sides.flatMap((id) => {
      const one = entities.get(id);
      return one === undefined ? [] : [entityRef(one)];
    }),
  }));
}
