import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { FACT_ROWS, type FactToStore, factValues, RUN } from './fact-rows.js';
import { BUMP_HEADS, CLOSE, FORGET_WORDS, SYSTEM_TIME } from './version-sql.js';

/** How long the job to compare a fact is left to the request that stores it. */
const LEASE_S = 60;

/**
 * As COMMIT_AND_CHANGE for many: natural keys, then lock keys, then rows are taken, each in sorted order. Whatever
 * another write changed meanwhile is left out, and the rest is stored; heads are moved whatever they are by now, so a
 * guarded write of the same thing either sees these facts or is decided again.
 */
export const STORE_FACTS = `
WITH item AS MATERIALIZED (
  ${FACT_ROWS}
), org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) VALUES ($1, $2) ON CONFLICT DO NOTHING
), fresh AS MATERIALIZED (
  INSERT INTO natural_keys (org_id, project, key, claim_id)
  SELECT $1, $2, natural_key, id FROM item WHERE seen IS NULL ORDER BY natural_key COLLATE "C"
  ON CONFLICT DO NOTHING
  RETURNING claim_id
), changing AS MATERIALIZED (
  SELECT i.id, i.seen AS system_from, i.lock_keys || c.lock_keys AS lock_keys
  FROM item i CROSS JOIN LATERAL (
    SELECT lock_keys FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = i.id AND c.system_from = i.seen AND c.system_until IS NULL LIMIT 1
  ) c
), wanted AS MATERIALIZED (
  SELECT DISTINCT key COLLATE "C" AS key FROM (
    SELECT unnest(i.lock_keys) AS key FROM item i JOIN fresh ON fresh.claim_id = i.id
    UNION ALL
    SELECT unnest(lock_keys) FROM changing
  ) k
), ${BUMP_HEADS}, open AS MATERIALIZED (
  SELECT c.* FROM (
    SELECT * FROM changing WHERE (SELECT count(*) FROM heads) > 0 ORDER BY id
  ) n CROSS JOIN LATERAL (
    SELECT c.org_id, c.project, c.id, c.system_from FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.system_from
      AND c.system_until IS NULL
    LIMIT 1 FOR UPDATE
  ) c
), go AS MATERIALIZED (
  SELECT ${SYSTEM_TIME} AS at FROM open
), closed AS (
  ${CLOSE()}
), going AS MATERIALIZED (
  SELECT i.*, false AS is_new, c.is_disputed, c.disputed_with
  FROM closed c JOIN item i USING (id)
  UNION ALL
  SELECT i.*, true, false, '{}'::uuid[] FROM fresh JOIN item i ON i.id = fresh.claim_id
), claim AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, reason, source, entity, tags, env,
    team, valid_from, valid_until, valid_certain, valid_possible, valid_tail, reading, norm_version, normalizer_state,
    lock_keys, recall_keys, words, is_disputed, disputed_with, guarded, said_at, key_id, unguarded, supersedes, source_id)
  SELECT $1, $2, id, go.at, statement, kind, 'active', who, reason, source, entity, tags, env, team, valid_from,
    valid_until, certain, possible, tail, reading, norm_version, normalizer_state, lock_keys, recall_keys, words,
    is_disputed, disputed_with, false, coalesce(said_at, least(${RUN.at.beganAt}::timestamptz, go.at)),
    ${RUN.at.keyId}::uuid, unguarded, supersedes, source_id
  FROM going, go
), dropped AS MATERIALIZED (
  SELECT org_id, project, id, key FROM (
    SELECT c.org_id, c.project, c.id, unnest(c.lock_keys || c.recall_keys) AS key, i.lock_keys || i.recall_keys AS kept
    FROM closed c JOIN item i USING (id)
  ) k WHERE key <> ALL (kept)
), unlisted AS (
  DELETE FROM recall_keys r USING dropped d
  WHERE r.org_id = d.org_id AND r.project = d.project AND r.key = d.key AND r.claim_id = d.id
), listed AS (
  INSERT INTO recall_keys (org_id, project, key, claim_id, size)
  SELECT $1, $2, key, id, octet_length(statement) FROM going, unnest(lock_keys || recall_keys) AS key WHERE is_new
), relisted AS (
  INSERT INTO recall_keys (org_id, project, key, claim_id, size)
  SELECT $1, $2, key, id, octet_length(statement) FROM going, unnest(lock_keys || recall_keys) AS key WHERE NOT is_new
  ON CONFLICT (org_id, project, key, claim_id) DO UPDATE SET size = excluded.size
), ${FORGET_WORDS(`
  SELECT org_id, project, id, word FROM (
    SELECT c.org_id, c.project, c.id, unnest(c.words) AS word, i.words AS kept FROM closed c JOIN item i USING (id)
  ) k WHERE word <> ALL (kept)`)}, worded AS (
  INSERT INTO claim_words (org_id, project, word, claim_id)
  SELECT $1, $2, word, id FROM going, unnest(listed_words) AS word WHERE is_new
), reworded AS (
  INSERT INTO claim_words (org_id, project, word, claim_id)
  SELECT $1, $2, word, id FROM going, unnest(listed_words) AS word WHERE NOT is_new
  ON CONFLICT DO NOTHING
), job AS (
  INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
  SELECT $1, $2, 'recheck', id, clock_timestamp(), clock_timestamp() + ${RUN.at.leaseS}::int * interval '1 second'
  FROM going ORDER BY id
  ON CONFLICT (org_id, project, kind, claim_id) DO UPDATE SET attempts = 0, not_before = excluded.not_before
), action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, claim_id, detail, key_id)
  SELECT $1, $2, action_id, go.at, who, 'ingest', id, json_build_object('run_id', ${RUN.at.runId}::uuid), ${RUN.at.keyId}::uuid
  FROM going, go
)
SELECT id, is_new, go.at::text AS system_from FROM going, go`;

interface Row {
  id: string;
  is_new: boolean;
  system_from: string;
}

/** The run that facts are a part of. */
export interface FactRun {
  runId: string;
  /** When the run began, ISO 8601: when all of it was said, where a fact names no time, whichever statement stores it. */
  beganAt: string;
  /** The API key that is used; null for the bootstrap key. */
  keyId: string | null;
  /** Whether the request that stores them compares none of them; default: it does, for a while. */
  isLeftToJobs?: boolean;
}

/**
 * Stores facts, each with its keys, its job and its row on the record, in one statement: all of it or nothing, but for
 * facts whose key or version another write took meanwhile. Those are not in the answer, and are to be read again.
 * Answers the ids of the claims, with the system time of the new version.
 */
export async function storeFacts(
  db: Db,
  tenant: Tenant,
  { runId, beganAt, keyId, isLeftToJobs = false }: FactRun,
  facts: readonly FactToStore[],
): Promise<Map<string, { isNew: boolean; systemFrom: string }>> {
  if (facts.length === 0) return new Map();
  const values = [
    tenant.orgId,
    tenant.project,
    ...factValues(facts),
    ...RUN.values({ runId, beganAt, keyId, leaseS: isLeftToJobs ? 0 : LEASE_S }),
  ];
  const rows = await retried(db, () => db.run<Row>({ name: 'store_facts', text: STORE_FACTS, values }));
  return new Map(
    rows.map(({ id, is_new, system_from }) => [id, { isNew: is_new, systemFrom: toInstant(system_from) }]),
  );
}
