import { ERASED } from '../../../core/erasure.js';

/**
 * Part of the statement that erases a claim ($3): the relations that it said lose their words in every version, and get a
 * last one that is erased. Reasons given for changing them, and for settling contradictions of either, go too, and the
 * violations $11 are over. Reads `go (at)`.
 */
export const ERASE_RELATIONS = `said AS MATERIALIZED (
  SELECT r.org_id, r.project, r.id, r.system_from, r.system_until IS NULL AS was_open,
    greatest(go.at, r.system_from + interval '1 microsecond') AS until
  FROM go CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.claim_id = $3 AND r.status <> 'erased'
    FOR UPDATE
  ) r
), unsaid AS (
  UPDATE relations r SET system_until = coalesce(r.system_until, said.until), properties = '{}', chunk_id = NULL,
    value = CASE WHEN r.value IS NULL THEN NULL ELSE '${ERASED}' END, span_start = NULL, span_end = NULL
  FROM said
  WHERE r.org_id = said.org_id AND r.project = said.project AND r.id = said.id AND r.system_from = said.system_from
  RETURNING r.*, said.was_open
), relation_tombstone AS (
  INSERT INTO relations (org_id, project, id, system_from, status, type, from_id, to_id, value, valid_from, valid_until,
    valid_certain, valid_possible, valid_tail, extraction, prophetic, source_id, document_id, said_key, claim_id,
    superseded_by, supersedes, guarded, who, key_id)
  SELECT org_id, project, id, system_until, 'erased', type, from_id, to_id, value, valid_from, valid_until,
    valid_certain, valid_possible, valid_tail, extraction, prophetic, source_id, document_id, said_key, claim_id,
    superseded_by, supersedes, guarded, who, key_id
  FROM unsaid WHERE was_open
), about AS MATERIALIZED (
  SELECT v.id, v.status = 'open' AND v.id = ANY ($11::uuid[]) AS is_over FROM go, violations v
  WHERE v.org_id = $1 AND v.project = $2
    AND ($3 = ANY (v.sides) OR EXISTS (SELECT FROM said WHERE said.id = ANY (v.sides)))
), violation AS (
  UPDATE violations v SET detail = '{}', status = CASE WHEN about.is_over THEN 'resolved' ELSE v.status END,
    resolution = CASE WHEN about.is_over THEN 'gone' ELSE v.resolution END,
    resolved_at = CASE WHEN about.is_over THEN go.at ELSE v.resolved_at END
  FROM go, about WHERE v.org_id = $1 AND v.project = $2 AND v.id = about.id
), lore_told AS (
  UPDATE actions a SET reason = NULL, detail = '{}' FROM (SELECT id FROM said UNION SELECT id FROM about) n
  WHERE a.org_id = $1 AND a.project = $2 AND a.node_id = n.id AND a.node_id IS NOT NULL
)`;
