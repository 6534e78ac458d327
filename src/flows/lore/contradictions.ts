import { ERASED } from '../../core/erasure.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource } from '../../core/source.js';
import { getClaims } from '../../store/queries/claims.js';
import { getRelations } from '../../store/queries/relations.js';
import type { Violation } from '../../store/queries/violations.js';
import type { Deps } from '../deps.js';
import { type DescribedRelation, describe, type EntityRef } from './describe.js';

/** A contradiction with what its sides say. */
export interface DescribedContradiction {
  violation: Violation;
  /** What both sides are about; null between claims. */
  subject: EntityRef | null;
  predicate: string | null;
  sides: { id: string; text: string; source: LoreSource | null }[];
}

/** What the sides of contradictions say, as they stand now. */
export async function describeContradictions(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  violations: readonly Violation[],
): Promise<DescribedContradiction[]> {
  const sidesOf = (about: Violation['about']) =>
    violations.filter((violation) => violation.about === about).flatMap(({ sides }) => sides);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const relations = await getRelations(db, tenant, sidesOf('relation'));
    const described = await describe(db, tenant, relations);
    const byId = new Map(described.map((one) => [one.relation.id, one]));
    const claims = new Map((await getClaims(db, tenant, sidesOf('claim'))).map((claim) => [claim.id, claim.statement]));
    return violations.map((violation) => {
      // Of one that is open, the sources that still say so.
      const isShown = (id: string) => violation.status !== 'open' || byId.get(id)?.relation.status !== 'withdrawn';
      const shown = violation.sides.filter(isShown);
      const found = shown.flatMap((id) => byId.get(id) ?? []);
      const sides = shown.map((id) => {
        const relation = byId.get(id);
        const text = relation === undefined ? (claims.get(id) ?? ERASED) : sentence(relation);
        return { id, text, source: relation?.source ?? null };
      });
      return { violation, subject: sharedEnd(found), predicate: found[0]?.relation.type ?? null, sides };
    });
  });
}

/** The entity that both sides are about. */
function sharedEnd([first, second]: readonly DescribedRelation[]): EntityRef | null {
  if (first === undefined) return null;
  const others = second === undefined ? [] : [second.from.id, second.to?.id];
  const shared = [first.to, first.from].find((end) => end !== null && others.includes(end.id));
  return shared ?? first.from;
}

/** "Aldric RULES Valdorn, 320 TA – 360 TA" */
export function sentence({ relation, from, to }: DescribedRelation): string {
  const { type, value, validFrom, validUntil } = relation;
  const window = validFrom === null && validUntil === null ? '' : `, ${validFrom ?? '…'} – ${validUntil ?? '…'}`;
  return `${from.name} ${type} ${to?.name ?? value ?? ''}${window}`;
}
