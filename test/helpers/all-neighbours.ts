import { nameKey } from '../../src/core/name.js';
import type { Tenant } from '../../src/core/scope.js';
import { getEntities, listEntities } from '../../src/store/queries/lore/entities.js';
import type { Neighbourhood } from '../../src/store/queries/lore/neighbourhood.js';
import { listRelationsOf } from '../../src/store/queries/lore/relations.js';
import { getSources } from '../../src/store/queries/lore/sources.js';
import type { Db } from '../../src/store/store.js';

/** All that a small project holds, as the rules see a neighbourhood. */
export async function allNeighbours(db: Db, tenant: Tenant): Promise<Neighbourhood> {
  const { items } = await listEntities(db, tenant, { limit: 200 });
  const entities = await getEntities(
    db,
    tenant,
    items.map(({ id }) => id),
  );
  const found = await listRelationsOf(
    db,
    tenant,
    entities.map(({ id }) => id),
    { limit: 1000 },
  );
  const sourceIds = new Set(found.flatMap(({ citation }) => citation.sourceId ?? []));
  const sources = new Map((await getSources(db, tenant, [...sourceIds])).map((one) => [one.id, one]));
  return {
    relations: found.map((one) => ({
      ...{ ...one, disputedWith: [...one.disputedWith], source: sources.get(one.citation.sourceId ?? '') ?? null },
    })),
    entities: entities.map((one) => ({ ...one, keys: [one.name, ...one.aliases].map(nameKey) })),
    replaced: [],
  };
}
