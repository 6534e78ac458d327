import type { EntityRef, StoredRelation } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import { confidence, type LoreSource } from '../../core/source.js';
import { getEntities } from '../../store/queries/entities.js';
import { getSources } from '../../store/queries/sources.js';
import type { Db } from '../../store/store.js';

/** A relation with the names of what it is between, and who says it. */
export interface DescribedRelation {
  relation: StoredRelation;
  from: EntityRef;
  to: EntityRef | null;
  source: LoreSource | null;
  /** Null for a prophecy. */
  confidence: number | null;
}

/** Names and sources of relations, in two queries. An end that was merged is named as what it turned out to be. */
export async function describe(
  db: Db,
  tenant: Tenant,
  relations: readonly StoredRelation[],
): Promise<DescribedRelation[]> {
  const ends = relations.flatMap(({ fromId, toId }) => (toId === null ? [fromId] : [fromId, toId]));
  const entities = new Map((await getEntities(db, tenant, ends)).map((entity) => [entity.id, entity]));
  const merged = [...entities.values()].flatMap(({ mergedInto }) => (mergedInto === null ? [] : [mergedInto]));
  for (const entity of await getEntities(db, tenant, merged)) entities.set(entity.id, entity);
  const ref = (id: string): EntityRef => {
    const entity = entities.get(entities.get(id)?.mergedInto ?? id);
    return {
      id: entity?.id ?? id,
      name: entity?.name ?? id,
      type: entity?.type ?? '',
      loreVerified: entity?.loreVerified ?? false,
    };
  };
  const sourceIds = relations.flatMap(({ citation: { sourceId } }) => (sourceId === null ? [] : [sourceId]));
  const sources = new Map((await getSources(db, tenant, [...new Set(sourceIds)])).map((source) => [source.id, source]));
  return relations.map((relation) => {
    const source = sources.get(relation.citation.sourceId ?? '') ?? null;
    const sure = relation.prophetic ? null : confidence(relation.extraction, source?.kind ?? null);
    return {
      ...{ relation, from: ref(relation.fromId), to: relation.toId === null ? null : ref(relation.toId), source },
      confidence: sure,
    };
  });
}
