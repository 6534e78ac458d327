import type { EntityRef } from '../../../core/lore.js';
import type { Tenant } from '../../../core/scope.js';
import type { LoreSource } from '../../../core/source.js';
import type { Db } from '../../tenant.js';

/** What relations name by ids, by these ids. */
export interface Named {
  /** One that was merged is what it turned out to be. */
  entities: ReadonlyMap<string, EntityRef>;
  sources: ReadonlyMap<string, LoreSource>;
}

/** Null in what an entity has not, or a source. */
interface Row {
  asked: string;
  id: string;
  name: string;
  type: string;
  loreVerified: boolean | null;
  uri: string | null;
}

/** $3 entities, $4 sources. */
const NAMED = `
SELECT x.id AS asked, m.id, m.name, m.type, m.lore_verified AS "loreVerified", NULL AS uri
FROM unnest($3::uuid[]) AS x (id) CROSS JOIN LATERAL (
  SELECT coalesce(e.merged_into, e.id) AS id FROM entities e
  WHERE e.org_id = $1 AND e.project = $2 AND e.id = x.id LIMIT 1
) e CROSS JOIN LATERAL (
  SELECT * FROM entities m WHERE m.org_id = $1 AND m.project = $2 AND m.id = e.id LIMIT 1
) m
UNION ALL
SELECT x.id, s.id, s.title, s.kind, NULL, s.uri FROM unnest($4::uuid[]) AS x (id) CROSS JOIN LATERAL (
  SELECT * FROM lore_sources s WHERE s.org_id = $1 AND s.project = $2 AND s.id = x.id LIMIT 1
) s`;

/** The names of entities and sources, in one statement; what there isn't is left out. */
export async function namesOf(
  db: Db,
  tenant: Tenant,
  entityIds: readonly string[],
  sourceIds: readonly string[],
): Promise<Named> {
  const entities = new Map<string, EntityRef>();
  const sources = new Map<string, LoreSource>();
  const wanted = [[...new Set(entityIds)], [...new Set(sourceIds)]];
  if (wanted.every((ids) => ids.length === 0)) return { entities, sources };
  const values = [tenant.orgId, tenant.project, ...wanted];
  for (const row of await db.run<Row>({ name: 'names_of', text: NAMED, values })) {
    const { asked, id, name, type, loreVerified, uri } = row;
    if (uri === null) entities.set(asked, { id, name, type, loreVerified: loreVerified === true });
    else sources.set(asked, { id, uri, title: name, kind: type as LoreSource['kind'] });
  }
  return { entities, sources };
}
