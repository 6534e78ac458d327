import type { Entity } from '../../../core/lore.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db, Query } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { cursorId, type Page, pageOf } from '../cursor.js';

const COLUMNS = `e.id, e.type, e.name, e.lore_verified AS "loreVerified", e.merged_into AS "mergedInto",
  e.created_at::text AS "createdAt", e.who, e.properties, (
    SELECT json_agg(DISTINCT n.name) FROM entity_names n
    WHERE n.org_id = e.org_id AND n.project = e.project AND n.entity_id = e.id AND n.kind <> 'ref' AND n.name <> e.name
  ) AS aliases, (
    SELECT json_agg(d.properties ORDER BY d.document_id) FROM entity_declarations d
    WHERE d.org_id = e.org_id AND d.project = e.project AND d.entity_id = e.id
  ) AS declared`;

interface Row extends Omit<Entity, 'aliases'> {
  aliases: string[] | null;
  declared: Record<string, unknown>[] | null;
}

/** What documents say of it, the first of them first; what was said without one stands above. */
function toEntity({ aliases, declared, properties, createdAt, ...row }: Row): Entity {
  const told = Object.assign({}, ...[...(declared ?? [])].reverse(), properties);
  return { ...row, aliases: aliases ?? [], properties: told, createdAt: toInstant(createdAt) };
}

/** The entities of these ids; one that there isn't is left out, one that was merged says into which. */
export async function getEntities(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Entity[]> {
  if (ids.length === 0) return [];
  const rows = await db.run<Row>({
    name: 'get_entities',
    text: `SELECT ${COLUMNS} FROM unnest($3::uuid[]) AS i (id) CROSS JOIN LATERAL (
        SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = i.id LIMIT 1
      ) e`,
    values: [tenant.orgId, tenant.project, [...new Set(ids)]],
  });
  return rows.map(toEntity);
}

/** The entity of an id; of one that was merged, the entity that it turned out to be. */
export async function getEntity(db: Db, tenant: Tenant, id: string): Promise<Entity | null> {
  const [entity] = await getEntities(db, tenant, [id]);
  if (entity === undefined || entity.mergedInto === null) return entity ?? null;
  return (await getEntities(db, tenant, [entity.mergedInto]))[0] ?? null;
}

/** Ids of an entity: its own, and those of all that were merged into it, which earlier versions of relations name. */
export async function idsOfEntity(db: Db, tenant: Tenant, id: string): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    name: 'ids_of_entity',
    text: 'SELECT id FROM entities WHERE org_id = $1 AND project = $2 AND merged_into = $3 ORDER BY id',
    values: [tenant.orgId, tenant.project, id],
  });
  return [id, ...rows.map((row) => row.id)];
}

export interface EntityFilter {
  type?: string | undefined;
  loreVerified?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A page of the entities, oldest first, without those that were merged into others. */
export async function listEntities(db: Db, tenant: Tenant, filter: EntityFilter): Promise<Page<Entity>> {
  const rows = await db.run<Row>(listQuery(tenant, filter));
  return pageOf(rows.map(toEntity), filter.limit);
}

function listQuery(tenant: Tenant, { type, loreVerified, limit, cursor }: EntityFilter): Query {
  const values: unknown[] = [tenant.orgId, tenant.project, limit + 1];
  const conditions = ['org_id = $1', 'project = $2', 'merged_into IS NULL'];
  if (type !== undefined) conditions.push(`type = $${values.push(type)}`);
  if (loreVerified !== undefined) conditions.push(loreVerified ? 'lore_verified' : 'NOT lore_verified');
  if (cursor !== undefined) conditions.push(`id > $${values.push(cursorId(cursor))}`);
  const page = `SELECT * FROM entities WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT $3`;
  return { text: `SELECT ${COLUMNS} FROM (${page}) e ORDER BY e.id`, values };
}
