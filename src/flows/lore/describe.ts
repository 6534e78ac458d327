import type { EntityRef, StoredRelation } from '../../core/lore.js';
import type { LoreRecord, RecordedRelation } from '../../core/record.js';
import type { Tenant } from '../../core/scope.js';
import { confidence, type LoreSource } from '../../core/source.js';
import { namesOf } from '../../store/queries/lore/relation-names.js';
import type { Db } from '../../store/store.js';

/** A relation with the names of what it is between, and who says it. */
export interface DescribedRelation<R extends RecordedRelation = StoredRelation> {
  relation: R;
  from: EntityRef;
  to: EntityRef | null;
  source: LoreSource | null;
  /** Null for a prophecy. */
  confidence: number | null;
}

/** Names and sources of relations, in one query. An end that was merged is named as what it turned out to be. */
export async function describe(
  db: Db,
  tenant: Tenant,
  relations: readonly StoredRelation[],
): Promise<DescribedRelation[]> {
  const ends = relations.flatMap(({ fromId, toId }) => (toId === null ? [fromId] : [fromId, toId]));
  const sourceIds = relations.flatMap(({ citation: { sourceId } }) => (sourceId === null ? [] : [sourceId]));
  return describedBy(relations, await namesOf(db, tenant, ends, sourceIds));
}

/** The same by what was read already. */
export function describedBy<R extends RecordedRelation>(
  relations: readonly R[],
  { entities, sources }: Pick<LoreRecord, 'entities' | 'sources'>,
): DescribedRelation<R>[] {
  const ref = (id: string): EntityRef => entities.get(id) ?? { id, name: id, type: '', loreVerified: false };
  return relations.map((relation) => {
    const source = sources.get(relation.citation.sourceId ?? '') ?? null;
    const sure = relation.prophetic ? null : confidence(relation.extraction, source?.kind ?? null);
    return {
      relation,
      from: ref(relation.fromId),
      to: relation.toId === null ? null : ref(relation.toId),
      source,
      confidence: sure,
    };
  });
}
