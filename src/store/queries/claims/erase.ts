import type { WriteRequest } from '../../../core/claim.js';
import type { Decision } from '../../../core/decision.js';
import { ERASED } from '../../../core/erasure.js';
import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { storedKey, toJson } from '../../text.js';
import { type RelationChanges, revisionRow } from '../lore/change-relations.js';
import { CLOSE_RELATIONS, LEAVE_RECHECKS, OPEN_RELATIONS, REVISE_RELATIONS } from '../lore/change-sql.js';
import { ERASE_RELATIONS } from '../lore/erase-relations-sql.js';
import type { StoredAnswer } from '../projects/idempotency.js';
import { BUMP_HEADS, CARRIED, CLOSE } from './version-sql.js';

export interface EraseInput {
  tenant: Tenant;
  claimId: string;
  who: string;
  /** On what ground it is erased. */
  reason: string;
  /** The API key that is used; null for the bootstrap key. */
  keyId: string | null;
  /** Id of the row that puts this on the record. */
  actionId: string;
  /** System time of the version of the claim that was seen, and the open versions of the relations that it says. */
  seen: string;
  said: readonly { id: string; systemFrom: string }[];
  /** What follows for what is left; `keys` are those of these relations. */
  ending: Required<Pick<RelationChanges, 'keys' | 'claims' | 'revise' | 'settle' | 'recheck'>>;
}

/** What is left of a reading. */
const NO_READING = `'{"textKey":"","norms":[],"normVersion":0,"normalizerState":"read"}'::json`;

/** How long a write that was compared with the claim may still be on its way to the record. */
const LATECOMERS = "interval '2 minutes'";

/**
 * Takes the words out of every version of $3, and opens a last one that is erased. The heads of its lock keys stay:
 * they are hashes that name no claim. Every table that may hold words of a claim has its line here, but for decisions and
 * kept answers, which are looked through page by page. Keys $8 are taken besides; claims $9 and relations $10 have a
 * version that is disputed with less, violations $11 are over, and relations $12 are compared again. The claim is still at
 * version $13, and what it says at versions $14, or nothing is erased.
 */
const ERASE = `
WITH claim_change AS MATERIALIZED (
  SELECT * FROM json_to_recordset($9::json) AS n (id uuid, seen timestamptz, disputed_with uuid[])
), wanted AS MATERIALIZED (
  SELECT key COLLATE "C" AS key FROM unnest($8::text[]) AS key
  UNION
  SELECT key COLLATE "C" FROM (SELECT $3::uuid AS id UNION ALL SELECT id FROM claim_change) n CROSS JOIN LATERAL (
    SELECT lock_keys FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_until IS NULL LIMIT 1
  ) c, unnest(c.lock_keys) AS key
), ${BUMP_HEADS}, open AS MATERIALIZED (
  SELECT c.* FROM claims c
  WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted)
    AND c.org_id = $1 AND c.project = $2 AND c.id = $3 AND c.system_from = $13 AND c.system_until IS NULL
    AND c.status <> 'erased'
  FOR UPDATE
), claim_open AS MATERIALIZED (
  SELECT c.* FROM (
    SELECT id, seen FROM claim_change WHERE (SELECT count(*) FROM open) > 0 ORDER BY id
  ) n CROSS JOIN LATERAL (
    SELECT c.org_id, c.project, c.id, c.system_from FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.seen AND c.system_until IS NULL
    LIMIT 1 FOR UPDATE
  ) c
), ${OPEN_RELATIONS('$10::json', 'partner_')}, ${OPEN_RELATIONS('$14::json', 'said_')}, go AS MATERIALIZED (
  SELECT greatest((SELECT max(changed_at) FROM heads), clock_timestamp(), interval '1 microsecond' + (
    SELECT max(system_from) FROM (
      SELECT system_from FROM open UNION ALL SELECT system_from FROM claim_open UNION ALL
      SELECT system_from FROM partner_open UNION ALL SELECT system_from FROM said_open
    ) seen)) AS at
  WHERE (SELECT count(*) FROM open) > 0
    AND (SELECT count(*) FROM claim_open) = (SELECT count(*) FROM claim_change)
    AND (SELECT count(*) FROM partner_open) = (SELECT count(*) FROM partner_change)
    AND (SELECT count(*) FROM said_open) = (SELECT count(*) FROM said_change)
), claim_closed AS (
  ${CLOSE('claim_')}
), claim_freed AS (
  INSERT INTO claims (${CARRIED}, system_from, status, is_disputed, disputed_with, superseded_by, decision_id)
  SELECT ${CARRIED.replaceAll(/\w+/g, 'c.$&')}, c.system_until, c.status, cardinality(n.disputed_with) > 0,
    n.disputed_with, c.superseded_by, c.decision_id
  FROM claim_closed c JOIN claim_change n USING (id)
), ${CLOSE_RELATIONS('partner_')}, ${REVISE_RELATIONS('partner_')}, ${LEAVE_RECHECKS('$12::uuid[]', '0')}, scrubbed AS (
  UPDATE claims c SET system_until = coalesce(c.system_until, go.at), statement = '${ERASED}', reason = NULL,
    source = NULL, source_id = NULL, entity = NULL, tags = '{}', reading = ${NO_READING}, lock_keys = '{}', recall_keys = '{}', words = '{}'
  FROM go, open WHERE c.org_id = open.org_id AND c.project = open.project AND c.id = open.id
  RETURNING c.*, c.system_from = open.system_from AS was_open
), tombstone AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, env, team, valid_from, valid_until,
    valid_certain, valid_possible, valid_tail, reading, norm_version, normalizer_state, lock_keys, recall_keys,
    superseded_by, supersedes, guarded, said_at, decision_id, depends_on, key_id, words)
  SELECT org_id, project, id, system_until, '${ERASED}', kind, 'erased', who, env, team, valid_from, valid_until,
    valid_certain, valid_possible, valid_tail, ${NO_READING}, norm_version, normalizer_state, '{}', '{}',
    superseded_by, supersedes, guarded, said_at, decision_id, depends_on, key_id, '{}'
  FROM scrubbed WHERE was_open
), unlisted AS (
  DELETE FROM recall_keys r
  USING (SELECT org_id, project, id, unnest(lock_keys || recall_keys) AS key FROM open) k
  WHERE r.org_id = k.org_id AND r.project = k.project AND r.key = k.key AND r.claim_id = k.id
), said_word AS MATERIALIZED (
  SELECT DISTINCT c.org_id, c.project, c.id, unnest(c.words) AS word
  FROM claims c JOIN open ON c.org_id = open.org_id AND c.project = open.project AND c.id = open.id
), unworded AS (
  DELETE FROM claim_words w USING said_word k
  WHERE w.org_id = k.org_id AND w.project = k.project AND w.word = k.word AND w.claim_id = k.id
), unworded_past AS (
  DELETE FROM past_words w USING said_word k
  WHERE w.org_id = k.org_id AND w.project = k.project AND w.word = k.word AND w.claim_id = k.id
), freed AS (
  DELETE FROM dependencies d USING (SELECT org_id, project, id, unnest(depends_on) AS depends_on FROM open) k
  WHERE d.org_id = k.org_id AND d.project = k.project AND d.depends_on = k.depends_on AND d.claim_id = k.id
), freed_past AS (
  DELETE FROM past_dependencies d USING (SELECT org_id, project, id, unnest(depends_on) AS depends_on FROM open) k
  WHERE d.org_id = k.org_id AND d.project = k.project AND d.depends_on = k.depends_on AND d.claim_id = k.id
), ${ERASE_RELATIONS}, told AS (
  UPDATE actions a SET reason = NULL, detail = '{}' FROM go
  WHERE a.org_id = $1 AND a.project = $2 AND a.claim_id = $3
), unjudged AS (
  DELETE FROM judge_verdicts j USING open
  WHERE j.org_id = open.org_id AND j.project = open.project AND open.id IN (j.incoming_id, j.stored_id)
), job AS (
  INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
  SELECT $1, $2, 'erase', $3, clock_timestamp(), clock_timestamp() + ${LATECOMERS} FROM go
  ON CONFLICT DO NOTHING
), action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, claim_id, reason, key_id)
  SELECT $1, $2, $4, go.at, $5, 'erase', $3, $6, $7::uuid FROM go
)
SELECT 1 FROM go`;

/**
 * Erases a claim everywhere but in decisions and kept answers, and frees what it was disputed with, in one statement, and
 * leaves a job to look through those once more.
 * False when it is erased already, when there is no such claim, or when another write changed it, or what it was disputed
 * with, at this moment.
 */
export async function eraseClaim(db: Db, input: EraseInput): Promise<boolean> {
  const { tenant, claimId, actionId, who, reason, keyId, seen, said, ending } = input;
  const values = [
    ...[tenant.orgId, tenant.project, claimId, actionId, who, reason, keyId],
    ending.keys.map(({ key }) => storedKey(key)),
    toJson(ending.claims.map(({ id, seen, disputedWith }) => ({ id, seen, disputed_with: disputedWith }))),
    toJson(ending.revise.map(revisionRow)),
    ...[ending.settle.map(({ id }) => id), ending.recheck, seen],
    toJson(said.map(({ id, systemFrom }) => ({ id, seen: systemFrom }))),
  ];
  return (await retried(db, () => db.run({ text: ERASE, values }))).length > 0;
}

/** Puts it on the record that the words of a refused write were erased. */
export async function recordErasure(
  db: Db,
  {
    tenant,
    decisionId,
    actionId,
    who,
    reason,
    keyId,
  }: Omit<EraseInput, 'claimId' | 'seen' | 'said' | 'ending'> & { decisionId: string },
): Promise<void> {
  const text = `INSERT INTO actions (org_id, project, id, at, who, action, reason, detail, key_id)
    VALUES ($1, $2, $3, clock_timestamp(), $4, 'erase', $5, json_build_object('decision_id', $6::uuid), $7)`;
  await db.run({ text, values: [tenant.orgId, tenant.project, actionId, who, reason, decisionId, keyId] });
}

/** A decision that may hold words of a claim. */
export interface DecisionWords {
  id: string;
  claimId: string | null;
  statement: string;
  decision: Decision;
  request: WriteRequest;
}

export interface DecisionsPage {
  found: DecisionWords[];
  /** Id of the last decision looked at; null when there are no more. */
  last: string | null;
}

const LOOKED_AT_ONCE = 2000;

const FIND_WORDS = `
WITH page AS MATERIALIZED (
  SELECT d.id FROM decisions d
  WHERE d.org_id = $1 AND d.project = $2 AND d.id > $3::uuid ORDER BY d.id LIMIT ${LOOKED_AT_ONCE}
), ends AS (
  SELECT id FROM page ORDER BY id DESC LIMIT 1
)
SELECT ends.id AS last, d.id, d.claim_id AS "claimId", d.statement, d.record AS decision, d.request
FROM ends LEFT JOIN LATERAL (
  SELECT * FROM decisions d
  WHERE d.org_id = $1 AND d.project = $2 AND d.id > $3::uuid AND d.id <= ends.id
    AND (d.claim_id = $4::uuid OR d.statement = ANY ($5::text[]) OR strpos(d.record::text, $4::text) > 0)
) d ON true`;

/**
 * Decisions after `after` (null: from the first) that are about the claim, repeat one of these statements, or name
 * the claim, among the next ${LOOKED_AT_ONCE}.
 */
export async function findDecisionWords(
  db: Db,
  tenant: Tenant,
  { claimId, statements, after }: { claimId: string; statements: readonly string[]; after: string | null },
): Promise<DecisionsPage> {
  const rows = await db.run<DecisionWords & { last: string }>({
    text: FIND_WORDS,
    values: [tenant.orgId, tenant.project, after ?? '00000000-0000-0000-0000-000000000000', claimId, statements],
  });
  return { found: rows.filter(({ id }) => id !== null), last: rows[0]?.last ?? null };
}

/** Puts these words in place of those that were recorded. */
export async function replaceDecisionWords(
  db: Db,
  tenant: Tenant,
  decisions: readonly Omit<DecisionWords, 'claimId'>[],
): Promise<void> {
  if (decisions.length === 0) return;
  const text = `UPDATE decisions d SET statement = w.statement, record = w.decision, request = w.request
    FROM json_to_recordset($3::json) AS w (id uuid, statement text, decision json, request json)
    WHERE d.org_id = $1 AND d.project = $2 AND d.id = w.id`;
  await retried(db, () => db.run({ text, values: [tenant.orgId, tenant.project, toJson(decisions)] }));
}

/** The ids of decisions that the answer `i` names; quotes inside of a text are escaped, so nobody can make one up. */
const NAMED_DECISIONS = `regexp_matches(i.body, '"decision_id":"([0-9a-f-]{36})"', 'g')`;

/** Puts this answer in place of those kept for retries of the requests that these decisions are about. */
export async function replaceAnswers(
  db: Db,
  { orgId, project }: Tenant,
  decisions: readonly string[],
  { status, contentType, body }: StoredAnswer,
): Promise<void> {
  if (decisions.length === 0) return;
  const text = `UPDATE idempotency i SET status = $4, content_type = $5, body = $6
    WHERE i.org_id = $1 AND i.project = $2
      AND EXISTS (SELECT FROM ${NAMED_DECISIONS} AS named (id) WHERE named.id[1] = ANY ($3::text[]))`;
  const values = [orgId, project, decisions, status, contentType, body];
  await retried(db, () => db.run({ text, values }));
}

/** Deletes the answers kept for retries that name the claim or hold one of these statements, except such as this one. */
export async function forgetAnswers(
  db: Db,
  { orgId, project }: Tenant,
  { claimId, statements, except }: { claimId: string; statements: readonly string[]; except: StoredAnswer },
): Promise<void> {
  const words = [claimId, ...statements.map((statement) => JSON.stringify(statement).slice(1, -1))];
  const text = `DELETE FROM idempotency i WHERE i.org_id = $1 AND i.project = $2 AND i.body <> $4
    AND EXISTS (SELECT FROM unnest($3::text[]) AS words WHERE strpos(i.body, words) > 0)`;
  await retried(db, () => db.run({ text, values: [orgId, project, words, except.body] }));
}

/** Those of these claims that were erased. */
export async function erasedAmong(db: Db, tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    name: 'erased_among',
    text: `SELECT asked.id FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
        SELECT c.status FROM claims c
        WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id AND c.system_until IS NULL LIMIT 1
      ) c WHERE c.status = 'erased'`,
    values: [tenant.orgId, tenant.project, ids],
  });
  return rows.map(({ id }) => id);
}
