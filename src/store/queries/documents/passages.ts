import type { Tenant } from '../../../core/scope.js';
import type { LoreSource } from '../../../core/source.js';
import type { Db } from '../../tenant.js';
import { storedKey } from '../../text.js';
import { believed, idsOf } from '../records/record.js';

/** Passages of documents with where they stand and whose they are, as answers cite them. */

/** A passage with its document and that of which it is a source. */
export interface CitedPassage {
  id: string;
  heading: string | null;
  /** Line of the document on which it begins, from 1; null of an old one. */
  line: number | null;
  /** Offset of its text in that of the document. */
  starts: number;
  text: string;
  document: { id: string; path: string; title: string };
  source: LoreSource | null;
}

const PASSAGE = `c.id, c.heading, c.line, c.starts, c.text,
  json_build_object('id', d.id, 'path', d.path, 'title', d.title) AS document,
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'uri', s.uri, 'title', s.title, 'kind', s.kind) END AS source`;

const WHOSE = `CROSS JOIN LATERAL (
  SELECT * FROM documents d WHERE d.org_id = $1 AND d.project = $2 AND d.id = c.document_id LIMIT 1
) d LEFT JOIN LATERAL (
  SELECT * FROM lore_sources s WHERE s.org_id = $1 AND s.project = $2 AND s.id = d.source_id LIMIT 1
) s ON true`;

const chunkOf = (id: string) => `CROSS JOIN LATERAL (
  SELECT * FROM chunks c WHERE c.org_id = $1 AND c.project = $2 AND c.id = ${id} LIMIT 1
) c`;

/** The passages of these ids, those of earlier texts too. */
export async function citedPassages(db: Db, tenant: Tenant, ids: readonly string[]): Promise<CitedPassage[]> {
  if (ids.length === 0) return [];
  const text = `SELECT ${PASSAGE} FROM unnest($3::uuid[]) AS i (id) ${chunkOf('i.id')} ${WHOSE}`;
  return db.run({ name: 'cited_passages', text, values: [tenant.orgId, tenant.project, [...new Set(ids)]] });
}

/** Passages that are looked at for one name, and for all. */
const A_NAME = 2000;
const NAMING_MAX = 500;

/**
 * $3 the time of the record, $4 the entity, $5 words and $6 the place of the name that each is of, $7 whether of prose,
 * of records or of both. Of a name all words must be there; what relations of the entity cite is about it whatever it
 * calls it.
 */
const NAMING = `
WITH asked AS (
  SELECT DISTINCT a.word, a.name FROM unnest($5::text[], $6::int[]) AS a (word, name)
), held AS (
  SELECT h.chunk_id, a.name FROM asked a CROSS JOIN LATERAL (
    SELECT w.chunk_id FROM chunk_words w
    WHERE w.org_id = $1 AND w.project = $2 AND w.word = a.word COLLATE "C" LIMIT ${A_NAME}
  ) h GROUP BY h.chunk_id, a.name HAVING count(*) = (SELECT count(*) FROM asked o WHERE o.name = a.name)
), me AS MATERIALIZED (${idsOf('$4')}
), cited AS (
  SELECT f.chunk_id FROM me CROSS JOIN LATERAL (
    SELECT r.chunk_id FROM relations r
    WHERE ${believed('r')} AND r.from_id = me.id AND r.status = 'active' AND r.chunk_id IS NOT NULL LIMIT ${NAMING_MAX}
  ) f
  UNION ALL
  SELECT t.chunk_id FROM me CROSS JOIN LATERAL (
    SELECT r.chunk_id FROM relations r
    WHERE ${believed('r')} AND r.to_id = me.id AND r.status = 'active' AND r.chunk_id IS NOT NULL LIMIT ${NAMING_MAX}
  ) t
), found AS (
  SELECT chunk_id, sum(cites)::int AS cites FROM (
    SELECT chunk_id, 0 AS cites FROM held UNION ALL SELECT chunk_id, 1 FROM cited
  ) f GROUP BY chunk_id
)
SELECT ${PASSAGE}, f.cites FROM found f ${chunkOf('f.chunk_id')} ${WHOSE}
WHERE c.system_from <= $3::timestamptz AND (c.system_until IS NULL OR c.system_until > $3::timestamptz)
  AND ($7::boolean IS NULL OR (d.format = 'markdown') = $7)
ORDER BY f.cites > 0 DESC, c.id LIMIT ${NAMING_MAX + 1}`;

export interface NamingProbe {
  entity: string;
  /** The stems of each of its names. */
  names: readonly (readonly string[])[];
  isProse: boolean | null;
  /** ISO 8601; null is now. */
  knownAt: string | null;
}

/** A passage that may name an entity. */
export interface NamingPassage extends CitedPassage {
  /** How many relations of the entity cite it. */
  cites: number;
}

/** The passages that may name an entity: that hold all words of one of its names, or are cited by its relations. */
export async function passagesNaming(
  db: Db,
  tenant: Tenant,
  { entity, names, isProse, knownAt }: NamingProbe,
): Promise<{ passages: NamingPassage[]; isCut: boolean }> {
  const words = names.flatMap((stems, place) => stems.map((stem) => ({ word: storedKey(stem), place })));
  const values = [
    ...[tenant.orgId, tenant.project, knownAt ?? 'infinity', entity],
    ...[words.map(({ word }) => word), words.map(({ place }) => place), isProse],
  ];
  const rows = await db.run<NamingPassage>({ name: 'passages_naming', text: NAMING, values });
  return { passages: rows.slice(0, NAMING_MAX), isCut: rows.length > NAMING_MAX };
}

/** Where documents make a claim: the passage, and the span of its sentence in the document. */
export interface ClaimPassage extends CitedPassage {
  from: number;
  until: number;
  /** The line of the sentence. */
  at: number;
}

const OF_CLAIM = `
SELECT ${PASSAGE}, p.starts AS from, p.ends AS until, p.line AS at FROM (
  SELECT * FROM document_claims p WHERE p.org_id = $1 AND p.project = $2 AND p.claim_id = $3 ORDER BY p.document_id LIMIT 50
) p CROSS JOIN LATERAL (
  SELECT * FROM chunks c WHERE c.org_id = $1 AND c.project = $2 AND c.document_id = p.document_id
    AND c.system_until IS NULL AND c.starts <= p.starts ORDER BY c.ordinal DESC LIMIT 1
) c ${WHOSE}`;

/** The passages in which documents make a claim. */
export async function passagesOfClaim(db: Db, tenant: Tenant, claimId: string): Promise<ClaimPassage[]> {
  return db.run({ name: 'passages_of_claim', text: OF_CLAIM, values: [tenant.orgId, tenant.project, claimId] });
}
