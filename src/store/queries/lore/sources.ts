import { and, eq } from 'drizzle-orm';
import type { Tenant } from '../../../core/scope.js';
import type { LoreSource } from '../../../core/source.js';
import { oneOf } from '../../columns.js';
import { retried } from '../../errors.js';
import { loreSources } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { storedKey, toJson } from '../../text.js';
import { type Author, putNames } from './put-entities.js';
import { putKeyed } from './put-keyed.js';
import { SOURCE_TYPE } from './source-names.js';

/** A source that is known, with what the one who named it did not have to know. */
export interface PutSource extends LoreSource {
  isNew: boolean;
}

const PUT_SOURCES = `
WITH item AS MATERIALIZED (
  SELECT * FROM json_to_recordset($3::json) AS i (id uuid, uri text, title text, kind text)
), org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) VALUES ($1, $2) ON CONFLICT DO NOTHING
), fresh AS (
  INSERT INTO lore_sources (org_id, project, id, uri, title, kind, created_at, who)
  SELECT $1, $2, id, uri, title, kind, clock_timestamp(), $4 FROM item ORDER BY uri COLLATE "C"
  ON CONFLICT DO NOTHING
  RETURNING id, uri, title, kind
), entity AS (
  INSERT INTO entities (org_id, project, id, identity, type, name, lore_verified, created_at, who, key_id)
  SELECT $1, $2, id, '${SOURCE_TYPE}||' || uri, '${SOURCE_TYPE}', title, true, clock_timestamp(), $4, $5::uuid FROM fresh
  ON CONFLICT DO NOTHING
)
SELECT id, uri, title, kind, true AS "isNew" FROM fresh
UNION ALL
SELECT s.id, s.uri, s.title, s.kind, false FROM item i CROSS JOIN LATERAL (
  SELECT * FROM lore_sources s WHERE s.org_id = $1 AND s.project = $2 AND s.uri = i.uri COLLATE "C" LIMIT 1
) s`;

/**
 * Sees to it that sources are there, each an entity of type LoreSource under the same id, and answers them by uri. One that
 * was there stays as it is, its kind too: whether that is what was wanted is for the caller to see.
 */
export async function putSources(
  db: Db,
  tenant: Tenant,
  { who, keyId }: Author,
  sources: readonly LoreSource[],
): Promise<Map<string, PutSource>> {
  const put = (left: readonly [string, LoreSource][]) => {
    const items = left.map(([uri, source]) => ({ ...source, uri }));
    const values = [tenant.orgId, tenant.project, toJson(items), who, keyId];
    return retried(db, () => db.run<PutSource>({ text: PUT_SOURCES, values }));
  };
  const wanted = new Map(sources.map((source) => [storedKey(source.uri), source]));
  const found = await putKeyed(wanted, put, ({ uri }) => uri);
  const names = [...found.values()]
    .filter(({ isNew }) => isNew)
    .map(({ id, title }) => ({ entityId: id, name: title, kind: 'name' as const }));
  await putNames(db, tenant, null, names);
  return new Map(sources.flatMap(({ uri }) => entryOf(uri, found.get(storedKey(uri)))));
}

function entryOf(uri: string, source: PutSource | undefined): [string, PutSource][] {
  return source === undefined ? [] : [[uri, source]];
}

/** The sources of these ids; one that there isn't is left out. */
export async function getSources(db: Db, tenant: Tenant, ids: readonly string[]): Promise<LoreSource[]> {
  if (ids.length === 0) return [];
  return db.orm
    .select(COLUMNS)
    .from(loreSources)
    .where(and(...inTenant(tenant), oneOf(loreSources.id, ids)));
}

/** Says anew how reliable a source is, and what it is called. */
export async function setSource(db: Db, tenant: Tenant, { id, kind, title }: LoreSource): Promise<void> {
  await db.orm
    .update(loreSources)
    .set({ kind, title })
    .where(and(...inTenant(tenant), eq(loreSources.id, id)));
}

const COLUMNS = { id: loreSources.id, uri: loreSources.uri, title: loreSources.title, kind: loreSources.kind };

function inTenant(tenant: Tenant) {
  return [eq(loreSources.orgId, tenant.orgId), eq(loreSources.project, tenant.project)];
}
