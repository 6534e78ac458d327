import { and, eq } from 'drizzle-orm';
import type { ClaimsMode } from '../../../core/document.js';
import type { RelationStatus } from '../../../core/lore.js';
import type { Tenant } from '../../../core/scope.js';
import { oneOf } from '../../columns.js';
import { retried } from '../../errors.js';
import { documents } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { storedKey, toInstant, toJson } from '../../text.js';
import { NO_LONGER_PROVISIONAL } from '../lore/provisional.js';
import { NO_DOCUMENT } from '../lore/put-entities.js';

/** A text that says things about the world. */
export interface Document {
  id: string;
  /** What names it within the project. */
  path: string;
  sourceId: string;
  title: string;
  /** markdown, yaml:family_tree … */
  format: string;
  /** Of the text whose last relation is stored; empty while a text is on its way. */
  hash: string;
  /** Which of its sentences become claims. */
  claims: ClaimsMode;
}

/** The document of a path, or null. */
export async function findDocument(db: Db, tenant: Tenant, path: string): Promise<Document | null> {
  const [row] = await db.orm
    .select(COLUMNS)
    .from(documents)
    .where(and(...inTenant(tenant), eq(documents.path, storedKey(path))));
  return row ?? null;
}

/** The paths of documents, by their ids. */
export async function pathsOf(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: documents.id, path: documents.path })
    .from(documents)
    .where(and(eq(documents.orgId, tenant.orgId), eq(documents.project, tenant.project), oneOf(documents.id, ids)));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

export async function getDocument(db: Db, tenant: Tenant, id: string): Promise<Document | null> {
  const [row] = await db.orm
    .select(COLUMNS)
    .from(documents)
    .where(and(...inTenant(tenant), eq(documents.id, id)));
  return row ?? null;
}

const BEGIN = `
WITH org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) VALUES ($1, $2) ON CONFLICT DO NOTHING
)
INSERT INTO documents (org_id, project, id, path, source_id, title, format, hash, ingested_at, who, claims, properties)
VALUES ($1, $2, $3, $4, $5, $6, $7, '', clock_timestamp(), $8, $9, $10)
ON CONFLICT (org_id, project, path) DO UPDATE SET source_id = excluded.source_id, title = excluded.title,
  format = excluded.format, hash = '', ingested_at = excluded.ingested_at, who = excluded.who,
  claims = excluded.claims, properties = excluded.properties
RETURNING id`;

/** A document as its text comes in; `claims` is none by default. */
export interface BegunDocument extends Omit<Document, 'hash' | 'claims'> {
  who: string;
  claims?: ClaimsMode;
  properties?: Readonly<Record<string, unknown>>;
}

/**
 * Says that a text of a document is on its way, and answers the id of the document: that of before, when the path is
 * known. Until `endDocument` it counts as unfinished, so that sending it again after a failure stores the rest.
 */
export async function beginDocument(
  db: Db,
  tenant: Tenant,
  { id, path, sourceId, title, format, who, claims, properties }: BegunDocument,
): Promise<string> {
  const of = [tenant.orgId, tenant.project, id, storedKey(path)];
  const values = [...of, sourceId, title, format, who, claims ?? 'none', toJson(properties ?? {})];
  const [row] = await retried(db, () => db.run<{ id: string }>({ name: 'begin_document', text: BEGIN, values }));
  return row?.id ?? id;
}

/** Says that all of a text is stored. */
export async function endDocument(db: Db, tenant: Tenant, id: string, hash: string): Promise<void> {
  await db.orm
    .update(documents)
    .set({ hash })
    .where(and(...inTenant(tenant), eq(documents.id, id)));
}

/** What a document said before, and where it stands by now. */
export interface SaidBefore {
  id: string;
  systemFrom: string;
  status: RelationStatus;
  chunkId: string | null;
}

/** The status is no parameter: only so does the planner see that the index of what documents say has all of them. */
const LIST_SAID = `
SELECT said_key AS key, id, system_from::text AS "systemFrom", status, chunk_id AS "chunkId" FROM relations
WHERE org_id = $1 AND project = $2 AND document_id = $3 AND system_until IS NULL AND status <> 'withdrawn'`;

/**
 * The relations that a document says, by what names them within it. Those that a curator replaced or took back are among
 * them, so that the document does not bring them back; those that it no longer says are not.
 */
export async function listSaid(db: Db, tenant: Tenant, documentId: string): Promise<Map<string, SaidBefore>> {
  const values = [tenant.orgId, tenant.project, documentId];
  const rows = await db.run<SaidBefore & { key: string | null }>({ name: 'list_said', text: LIST_SAID, values });
  return new Map(rows.map(({ key, ...said }) => [key ?? '', { ...said, systemFrom: toInstant(said.systemFrom) }]));
}

const DECLARE = `
INSERT INTO entity_declarations (org_id, project, document_id, entity_id, properties)
SELECT $1, $2, $3, d.id, d.properties FROM json_to_recordset($4::json) AS d (id uuid, properties json) ORDER BY d.id
ON CONFLICT (org_id, project, document_id, entity_id) DO UPDATE SET properties = excluded.properties
WHERE entity_declarations.properties::text <> excluded.properties::text`;

const VERIFY = `
UPDATE entities e SET ${NO_LONGER_PROVISIONAL}, lore_verified = true FROM unnest($3::uuid[]) AS d (id)
WHERE e.org_id = $1 AND e.project = $2 AND e.id = d.id AND NOT e.lore_verified`;

/** Puts on record that a document tells of these entities, and what it says of them beside names and relations. */
export async function putDeclarations(
  db: Db,
  tenant: Tenant,
  documentId: string,
  declared: readonly { id: string; properties: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  if (declared.length === 0) return;
  const of = [tenant.orgId, tenant.project];
  const once = [...new Map(declared.map((entity) => [entity.id, entity])).values()];
  const told = [...of, documentId, JSON.stringify(once)];
  await retried(db, () => db.run({ text: DECLARE, values: told }));
  await retried(db, () => db.run({ text: VERIFY, values: [...of, once.map(({ id }) => id)] }));
}

/** NOT IN is looked up in a hash; as NOT EXISTS each name would be compared with each that is kept. */
const FORGET_NAMES = `
DELETE FROM entity_names n USING (
  SELECT d.entity_id FROM entity_declarations d WHERE d.org_id = $1 AND d.project = $2 AND d.document_id = $3
) d
WHERE n.org_id = $1 AND n.project = $2 AND n.entity_id = d.entity_id AND n.document_id = $3
  AND (n.key, n.entity_id) NOT IN (SELECT k.key, k.id FROM unnest($4::text[], $5::uuid[]) AS k (key, id))`;

const FORGET_DECLARATIONS = `
WITH gone AS (
  DELETE FROM entity_declarations d
  WHERE d.org_id = $1 AND d.project = $2 AND d.document_id = $3 AND d.entity_id <> ALL ($4::uuid[])
  RETURNING d.entity_id
)
UPDATE entities e SET lore_verified = false, provisional_since = clock_timestamp() FROM gone
WHERE e.org_id = $1 AND e.project = $2 AND e.id = gone.entity_id AND e.verified_by IS NULL AND e.lore_verified AND NOT EXISTS (
  SELECT FROM entity_declarations d
  WHERE d.org_id = $1 AND d.project = $2 AND d.entity_id = gone.entity_id AND d.document_id <> $3
)`;

/**
 * Takes back what a document said before of names and entities, and says no longer. An entity that nothing vouches for
 * any more is provisional again; it is not taken away.
 */
export async function forgetDeclarations(
  db: Db,
  tenant: Tenant,
  documentId: string,
  kept: { names: readonly { key: string; entityId: string }[]; entityIds: readonly string[] },
): Promise<void> {
  if (documentId === NO_DOCUMENT) return;
  const of = [tenant.orgId, tenant.project, documentId];
  const keys = [kept.names.map(({ key }) => storedKey(key)), kept.names.map(({ entityId }) => entityId)];
  await retried(db, () => db.run({ text: FORGET_NAMES, values: [...of, ...keys] }));
  await retried(db, () => db.run({ text: FORGET_DECLARATIONS, values: [...of, kept.entityIds] }));
}

const COLUMNS = {
  ...{ id: documents.id, path: documents.path, sourceId: documents.sourceId, title: documents.title },
  ...{ format: documents.format, hash: documents.hash, claims: documents.claims },
};

function inTenant(tenant: Tenant) {
  return [eq(documents.orgId, tenant.orgId), eq(documents.project, tenant.project)];
}
