/**
 * Every table that holds rows of projects, and what an export does with it. A test compares this with the schema: who
 * adds a table decides here. Rows of an export stand in this order, and within a table in that of the primary key.
 */

/** Copied row by row. */
export const TRANSFERRED = [
  'projects',
  'type_templates',
  'lore_sources',
  'documents',
  'chunks',
  'chunk_words',
  'entities',
  'entity_names',
  'entity_grams',
  'entity_declarations',
  'claims',
  'claim_words',
  'past_words',
  'document_claims',
  'natural_keys',
  'decisions',
  'relations',
  'consistency_runs',
  'ontology_rules',
  'ontology_rule_runs',
  'violations',
  'reviews',
  'findings',
  'actions',
  'judge_verdicts',
  'jobs',
  'guard_head',
] as const;
export type TransferredTable = (typeof TRANSFERRED)[number];

/** Left out, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  idempotency: 'answers kept for retries, for a day',
  lore_sessions: 'what conversations were about, for a day',
  lore_calls: 'what conversations asked, for a day',
  rereads: 'how far this database has read its claims again',
  recall_keys: 'made again from claims',
  dependencies: 'made again from claims',
  past_dependencies: 'made again from claims',
  violation_sides: 'made again from violations',
  finding_claims: 'made again from findings',
  story_walks: 'how far this database has read its claims as a story',
  story_reads: 'what of them it has read',
  story_failures: 'what of them it could not read',
  story_keys: 'made again when they are read',
};

/** Tables made again from the rows of another: further parts of the statement that stores those, in `stored`. */
export const MADE_AGAIN: Readonly<Partial<Record<TransferredTable, string>>> = {
  claims: `, active AS (
  SELECT * FROM stored WHERE system_until IS NULL AND status = 'active'
), keys AS (
  INSERT INTO recall_keys (org_id, project, key, claim_id, size)
  SELECT DISTINCT org_id, project, k.key, id, octet_length(statement) FROM active, unnest(lock_keys || recall_keys) AS k (key)
), dependency AS (
  INSERT INTO dependencies (org_id, project, depends_on, claim_id)
  SELECT DISTINCT org_id, project, d.id, active.id FROM active, unnest(depends_on) AS d (id)
), past_dependency AS (
  INSERT INTO past_dependencies (org_id, project, depends_on, claim_id)
  SELECT DISTINCT org_id, project, d.id, stored.id FROM stored, unnest(depends_on) AS d (id)
  WHERE system_until IS NULL AND status IN ('superseded', 'cancelled')
)`,
  findings: `, side AS (
  INSERT INTO finding_claims (org_id, project, claim_id, finding_id)
  SELECT DISTINCT org_id, project, s.id, stored.id FROM stored, unnest(claim_ids) AS s (id)
)`,
  violations: `, side AS (
  INSERT INTO violation_sides (org_id, project, side_id, violation_id)
  SELECT DISTINCT org_id, project, s.id, stored.id FROM stored, unnest(sides) AS s (id)
)`,
};
