import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tenant } from '../../../core/scope.js';
import { oneOf } from '../../columns.js';
import { retried } from '../../errors.js';
import { chunks } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { storedKey, storedText, toJson } from '../../text.js';

/** A passage of a document. */
export interface Chunk {
  id: string;
  documentId: string;
  /** Its place among the passages of its document, from 0. */
  ordinal: number;
  /** Offset of its text in that of the document, in UTF-16 code units. */
  starts: number;
  /** Line of the document on which it begins, from 1; null of one that was stored before that was kept. */
  line: number | null;
  heading: string | null;
  text: string;
  /** How many words it has. */
  words: number;
}

/** A passage to be stored, with the stems of its words and how often each comes. */
export interface ChunkToStore extends Omit<Chunk, 'documentId'> {
  stems: ReadonlyMap<string, number>;
}

/** $4 new passages, $5 passages that stand, at a new place perhaps, $6 those that are gone, $7-$9 the words of new ones. */
const STORE = `
WITH fresh AS (
  INSERT INTO chunks (org_id, project, id, document_id, ordinal, starts, line, heading, text, words, system_from)
  SELECT $1, $2, c.id, $3, c.ordinal, c.starts, c.line, c.heading, c.text, c.words, clock_timestamp()
  FROM json_to_recordset($4::json) AS c (id uuid, ordinal int, starts int, line int, heading text, text text, words int)
), moved AS (
  UPDATE chunks c SET ordinal = m.ordinal, starts = m.starts, line = m.line, heading = m.heading
  FROM json_to_recordset($5::json) AS m (id uuid, ordinal int, starts int, line int, heading text)
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = m.id
    AND (c.ordinal, c.starts, c.line, c.heading) IS DISTINCT FROM (m.ordinal, m.starts, m.line, m.heading)
), gone AS (
  UPDATE chunks c SET system_until = clock_timestamp() FROM unnest($6::uuid[]) AS g (id)
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = g.id AND c.system_until IS NULL
), unlisted AS (
  DELETE FROM chunk_words w USING (
    SELECT g.chunk_id, g.word FROM unnest($10::uuid[], $11::text[]) AS g (chunk_id, word)
  ) g
  WHERE w.org_id = $1 AND w.project = $2 AND w.word = g.word COLLATE "C" AND w.chunk_id = g.chunk_id
)
INSERT INTO chunk_words (org_id, project, word, chunk_id, hits)
SELECT $1, $2, w.word, w.chunk_id, w.hits FROM unnest($7::text[], $8::uuid[], $9::int[]) AS w (word, chunk_id, hits)
ORDER BY w.word COLLATE "C", w.chunk_id
ON CONFLICT DO NOTHING`;

/**
 * Makes these the passages of a document, and answers their ids in order: a passage whose text was there keeps its id,
 * and what cites it goes on to. One that is gone stays readable, and is no longer found by its words. Many passages are
 * stored by several statements: after a failure it is to be done again.
 * @param stemsOf the stems of a text, as they were stored
 */
export async function storeChunks(
  db: Db,
  tenant: Tenant,
  documentId: string,
  passages: readonly ChunkToStore[],
  stemsOf: (text: string) => ReadonlyMap<string, number>,
): Promise<string[]> {
  const { kept, gone } = matched(await listChunks(db, tenant, documentId), passages);
  const fresh = passages.filter((_, at) => kept[at] === undefined);
  const moved = passages.flatMap(({ ordinal, starts, line, heading }, at) => {
    const id = kept[at]?.id;
    return id === undefined ? [] : [{ id, ordinal, starts, line, heading }];
  });
  for (const change of partsOf({ fresh, moved, gone })) {
    const values = [tenant.orgId, tenant.project, documentId, ...valuesOf(change, stemsOf)];
    await retried(db, () => db.run({ text: STORE, values }));
  }
  return passages.map(({ id }, at) => kept[at]?.id ?? id);
}

/** The passage that was there of each that is to be there, by their texts, and those that are left over. */
function matched(
  before: readonly Chunk[],
  passages: readonly ChunkToStore[],
): { kept: (Chunk | undefined)[]; gone: Chunk[] } {
  const unclaimed = new Map<string, Chunk[]>();
  // The last first, so that the first is taken first.
  for (const chunk of [...before].reverse()) {
    const others = unclaimed.get(chunk.text);
    if (others === undefined) unclaimed.set(chunk.text, [chunk]);
    else others.push(chunk);
  }
  const kept = passages.map(({ text }) => unclaimed.get(storedText(text))?.pop());
  return { kept, gone: [...unclaimed.values()].flat() };
}

interface Change {
  fresh: readonly ChunkToStore[];
  moved: readonly Pick<Chunk, 'id' | 'ordinal' | 'starts' | 'line' | 'heading'>[];
  gone: readonly Chunk[];
}

/** Of each list, in one statement: of a passage every word is a row. */
const AT_ONCE = 100;

function* partsOf({ fresh, moved, gone }: Change): Generator<Change> {
  const length = Math.max(fresh.length, moved.length, gone.length);
  for (let at = 0; at < length; at += AT_ONCE) {
    const [from, until] = [at, at + AT_ONCE];
    yield { fresh: fresh.slice(from, until), moved: moved.slice(from, until), gone: gone.slice(from, until) };
  }
}

/** $4 to $11 */
function valuesOf(
  { fresh, moved, gone }: Change,
  stemsOf: (text: string) => ReadonlyMap<string, number>,
): readonly unknown[] {
  const listed = fresh.flatMap(({ id, stems }) =>
    [...stems].map(([word, hits]) => ({ word: storedKey(word), id, hits })),
  );
  const unlisted = gone.flatMap(({ id, text }) =>
    [...stemsOf(text).keys()].map((word) => ({ word: storedKey(word), id })),
  );
  return [
    ...[toJson(fresh.map(({ stems: _, ...row }) => row)), toJson(moved), gone.map(({ id }) => id)],
    ...[listed.map(({ word }) => word), listed.map(({ id }) => id), listed.map(({ hits }) => hits)],
    ...[unlisted.map(({ id }) => id), unlisted.map(({ word }) => word)],
  ];
}

/** The passages of a document as it is now, in order. */
export async function listChunks(db: Db, tenant: Tenant, documentId: string): Promise<Chunk[]> {
  return db.orm
    .select(COLUMNS)
    .from(chunks)
    .where(and(...inTenant(tenant), eq(chunks.documentId, documentId), isNull(chunks.systemUntil)))
    .orderBy(asc(chunks.ordinal));
}

/** The passages of these ids, those of earlier texts too. */
export async function getChunks(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Chunk[]> {
  if (ids.length === 0) return [];
  return db.orm
    .select(COLUMNS)
    .from(chunks)
    .where(and(...inTenant(tenant), oneOf(chunks.id, ids)));
}

/** The passages of a document, those of its earlier texts too. */
export async function listChunkVersions(db: Db, tenant: Tenant, documentId: string): Promise<Chunk[]> {
  return db.orm
    .select(COLUMNS)
    .from(chunks)
    .where(and(...inTenant(tenant), eq(chunks.documentId, documentId)));
}

/** $3 passages as they are from now on, $4 and $5 the words that open ones were found by, $6 to $8 those of now. */
const REPLACE = `
WITH item AS MATERIALIZED (
  SELECT * FROM json_to_recordset($3::json) AS c (id uuid, heading text, text text, words int)
), changed AS (
  UPDATE chunks c SET heading = i.heading, text = i.text, words = i.words FROM item i
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = i.id
  RETURNING c.id, c.system_until
), unlisted AS (
  DELETE FROM chunk_words w USING (SELECT g.word, g.chunk_id FROM unnest($4::text[], $5::uuid[]) AS g (word, chunk_id)) g
  WHERE w.org_id = $1 AND w.project = $2 AND w.word = g.word COLLATE "C" AND w.chunk_id = g.chunk_id
)
INSERT INTO chunk_words (org_id, project, word, chunk_id, hits)
SELECT $1, $2, w.word, w.chunk_id, w.hits
FROM unnest($6::text[], $7::uuid[], $8::int[]) AS w (word, chunk_id, hits) JOIN changed c ON c.id = w.chunk_id
WHERE c.system_until IS NULL
ORDER BY w.word COLLATE "C", w.chunk_id
ON CONFLICT DO NOTHING`;

/** Puts other words in the place of those of passages, for good. Again after a failure it changes nothing more. */
export async function replaceChunks(
  db: Db,
  tenant: Tenant,
  changed: readonly { before: Chunk; now: Chunk }[],
  stemsOf: (text: string) => ReadonlyMap<string, number>,
): Promise<void> {
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    const some = changed.slice(at, at + AT_ONCE);
    const kept = some.flatMap(({ now }) => listedOf(now, stemsOf));
    const keptKeys = new Set(kept.map(({ word, id }) => `${id} ${word}`));
    const gone = some
      .flatMap(({ before }) => listedOf(before, stemsOf))
      .filter(({ word, id }) => !keptKeys.has(`${id} ${word}`));
    const rows = some.map(({ now: { id, heading, text, words } }) => ({ id, heading, text, words }));
    const values = [
      ...[tenant.orgId, tenant.project, toJson(rows), gone.map(({ word }) => word), gone.map(({ id }) => id)],
      ...[kept.map(({ word }) => word), kept.map(({ id }) => id), kept.map(({ hits }) => hits)],
    ];
    await retried(db, () => db.run({ text: REPLACE, values }));
  }
}

function listedOf({ id, text }: Chunk, stemsOf: (text: string) => ReadonlyMap<string, number>) {
  return [...stemsOf(text)].map(([word, hits]) => ({ word: storedKey(word), id, hits }));
}

const COLUMNS = {
  ...{ id: chunks.id, documentId: chunks.documentId, ordinal: chunks.ordinal, starts: chunks.starts },
  line: chunks.line,
  ...{ heading: chunks.heading, text: chunks.text, words: chunks.words },
};

function inTenant(tenant: Tenant) {
  return [eq(chunks.orgId, tenant.orgId), eq(chunks.project, tenant.project)];
}
