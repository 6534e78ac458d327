import { nameKey, trigrams } from '../../../core/name.js';
import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { NameKind } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { storedKey, toJson } from '../../text.js';
import { putKeyed } from './put-keyed.js';

/** Stands for a document where a name was given through the API. */
export const NO_DOCUMENT = '00000000-0000-0000-0000-000000000000';

/** Who writes: the person, and the API key that was used; null for the bootstrap key. */
export interface Author {
  who: string;
  keyId: string | null;
}

/** An entity that is to be there. */
export interface EntityToPut {
  /** Its id, if it is a new one. */
  id: string;
  type: string;
  name: string;
  /** What tells it apart from a namesake of its type; empty where there is none. */
  distinction: string;
  loreVerified: boolean;
  properties: Readonly<Record<string, unknown>>;
}

/** What an entity is called. */
export interface NameToPut {
  entityId: string;
  name: string;
  kind: NameKind;
}

/** What names one entity of a project and no other. */
export function identityOf({ type, name, distinction }: Pick<EntityToPut, 'type' | 'name' | 'distinction'>): string {
  const parts = [type, nameKey(name), ...(distinction === '' ? [] : [distinction])];
  return storedKey(parts.join('|'));
}

const PUT = `
WITH item AS MATERIALIZED (
  SELECT * FROM json_to_recordset($3::json)
    AS i (id uuid, identity text, type text, name text, verified boolean, properties json)
), org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) VALUES ($1, $2) ON CONFLICT DO NOTHING
), fresh AS (
  INSERT INTO entities (org_id, project, id, identity, type, name, lore_verified, properties, created_at, who, key_id)
  SELECT $1, $2, id, identity, type, name, verified, properties, clock_timestamp(), $4, $5::uuid
  FROM item ORDER BY identity COLLATE "C"
  ON CONFLICT DO NOTHING
  RETURNING identity, id
)
SELECT identity, id, true AS "isNew" FROM fresh
UNION ALL
SELECT i.identity, e.id, false FROM item i CROSS JOIN LATERAL (
  SELECT coalesce(e.merged_into, e.id) AS id FROM entities e
  WHERE e.org_id = $1 AND e.project = $2 AND e.identity = i.identity COLLATE "C" LIMIT 1
) e`;

/** An entity that is there now. */
export interface PutEntity {
  id: string;
  isNew: boolean;
}

/**
 * Sees to it that entities are there, and answers them in order. One that was there stays as it is; one that was merged
 * into another is that other one. Names are given by `putNames`: until then the entity is not found by any.
 */
export async function putEntities(
  db: Db,
  tenant: Tenant,
  { who, keyId }: Author,
  entities: readonly EntityToPut[],
): Promise<PutEntity[]> {
  const put = (left: readonly [string, EntityToPut][]) => {
    const items = left.map(([identity, { id, type, name, loreVerified, properties }]) => {
      return { id, identity, type, name, verified: loreVerified, properties };
    });
    const values = [tenant.orgId, tenant.project, toJson(items), who, keyId];
    return retried(db, () => db.run<PutEntity & { identity: string }>({ text: PUT, values }));
  };
  const wanted = new Map(entities.map((entity) => [identityOf(entity), entity]));
  const found = await putKeyed(wanted, put, ({ identity }) => identity);
  return entities.map((entity) => {
    const stored = found.get(identityOf(entity));
    if (stored === undefined) throw new Error(`entity ${identityOf(entity)} is neither new nor there`);
    return { id: stored.id, isNew: stored.isNew };
  });
}

/** The trigrams of a key come with the first name that has it. */
const PUT_NAMES = `
WITH item AS MATERIALIZED (
  SELECT * FROM json_to_recordset($3::json) AS i (key text, entity_id uuid, name text, kind text)
), fresh AS MATERIALIZED (
  SELECT i.key FROM (SELECT DISTINCT key FROM item) i LEFT JOIN LATERAL (
    SELECT true AS known FROM entity_names n
    WHERE n.org_id = $1 AND n.project = $2 AND n.key = i.key COLLATE "C" LIMIT 1
  ) n ON true WHERE n.known IS NULL
), gram AS (
  INSERT INTO entity_grams (org_id, project, gram, key)
  SELECT $1, $2, gram, key FROM unnest($4::text[], $5::text[]) AS g (gram, key) JOIN fresh USING (key) ORDER BY 3, 4
  ON CONFLICT DO NOTHING
)
INSERT INTO entity_names (org_id, project, key, entity_id, document_id, name, kind)
SELECT $1, $2, key, entity_id, $6::uuid, name, kind FROM item ORDER BY key COLLATE "C", entity_id
ON CONFLICT (org_id, project, key, entity_id, document_id) DO UPDATE SET name = excluded.name, kind = excluded.kind
WHERE entity_names.name <> excluded.name OR entity_names.kind <> excluded.kind`;

/**
 * Gives entities names, as a document does or, without one, whoever uses the API. A name without letters and digits is
 * left out. Of two names with one key the first stands.
 */
export async function putNames(
  db: Db,
  tenant: Tenant,
  documentId: string | null,
  names: readonly NameToPut[],
): Promise<void> {
  const items = new Map<string, object>();
  const grams = new Map<string, { gram: string; key: string }>();
  for (const { entityId, name, kind } of names) {
    const key = storedKey(nameKey(name));
    if (key === '' || items.has(`${key}|${entityId}`)) continue;
    items.set(`${key}|${entityId}`, { key, entity_id: entityId, name, kind });
    for (const gram of trigrams(key)) grams.set(`${gram}|${key}`, { gram, key });
  }
  if (items.size === 0) return;
  const pairs = [...grams.values()];
  const values = [
    ...[tenant.orgId, tenant.project, toJson([...items.values()])],
    ...[pairs.map(({ gram }) => gram), pairs.map(({ key }) => key), documentId ?? NO_DOCUMENT],
  ];
  await retried(db, () => db.run({ text: PUT_NAMES, values }));
}
