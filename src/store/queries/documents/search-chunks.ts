import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { storedKey } from '../../text.js';
import type { Chunk } from './chunks.js';

/** A passage that holds words that were looked for. */
export interface FoundChunk extends Chunk {
  /** How well it fits: higher is better. Only the order means something. */
  score: number;
}

/** Passages that are looked at for one word: a word in more of them tells none of them apart. */
const PASSAGES_A_WORD = 2000;
/** From how many hits on a further one of the same word counts little, and for how much of it the length counts (BM25). */
const SATURATION = 1.2;
const BY_LENGTH = 0.75;
/** How long a passage is that is neither long nor short, in words. */
const WORDS_USUAL = 150;

/**
 * Words $3, at most $4 passages, stored at $5 if that is a time. A word weighs the more the fewer passages hold it; of equals the one that was stored
 * first comes first.
 */
const SEARCH = `
WITH held AS MATERIALIZED (
  SELECT h.chunk_id, h.hits, ln(1 + ${PASSAGES_A_WORD} / count(*) OVER (PARTITION BY w.word)::float8) AS weight
  FROM (SELECT DISTINCT unnest($3::text[]) AS word) w CROSS JOIN LATERAL (
    SELECT h.chunk_id, h.hits FROM chunk_words h
    WHERE h.org_id = $1 AND h.project = $2 AND h.word = w.word COLLATE "C" LIMIT ${PASSAGES_A_WORD}
  ) h
)
SELECT c.id, c.document_id AS "documentId", c.ordinal, c.starts, c.heading, c.text, c.words,
  sum(h.weight * h.hits / (h.hits + ${SATURATION} * (1 - ${BY_LENGTH} + ${BY_LENGTH} * c.words / ${WORDS_USUAL})))
    AS score
FROM held h CROSS JOIN LATERAL (
  SELECT * FROM chunks c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = h.chunk_id AND c.system_until IS NULL
    AND ($5::timestamptz IS NULL OR c.system_from <= $5) LIMIT 1
) c
GROUP BY c.id, c.document_id, c.ordinal, c.starts, c.heading, c.text, c.words
ORDER BY score DESC, c.id LIMIT $4`;

/**
 * The passages of documents as they are now that hold some of these word stems, best first, by BM25.
 * @param stems as the passages were stored with
 * @param storedBy ISO 8601: only those that were stored by then
 */
export async function searchChunks(
  db: Db,
  tenant: Tenant,
  stems: readonly string[],
  limit: number,
  storedBy: string | null = null,
): Promise<FoundChunk[]> {
  if (stems.length === 0) return [];
  const values = [tenant.orgId, tenant.project, stems.map(storedKey), limit, storedBy];
  return db.run<FoundChunk>({ name: 'search_chunks', text: SEARCH, values });
}
