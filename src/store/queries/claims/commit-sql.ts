import { parameters } from '../../parameters.js';
import {
  CLOSE_RELATIONS,
  ENDS_STAND,
  HOLD_ENDS,
  INSERT_RELATIONS,
  LEAVE_RECHECKS,
  LIST_SIDES,
  OPEN_RELATIONS,
  OPEN_VIOLATIONS,
  REVISE_RELATIONS,
  SETTLE_VIOLATIONS,
} from '../lore/change-sql.js';
import { ITEM, ITEM_VALUES, itemRows } from './commit-item.js';
import { CLOSE, LASTING, LOCK_VERSION, RETURN_NEXT, SYSTEM_TIME, TAKE_HEADS, UNLIST, WINDOW } from './version-sql.js';

/** The claims of `kept`, what finds them, their decisions and their jobs; `at` is the system time of each. */
const STORE = `org AS (
  INSERT INTO orgs (org_id) SELECT $1 FROM kept LIMIT 1 ON CONFLICT DO NOTHING
), tenant AS (
  INSERT INTO projects (org_id, project) SELECT DISTINCT $1::text, project COLLATE "C" FROM kept ORDER BY 2
  ON CONFLICT DO NOTHING
), claim AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, reason, source, entity, tags, env,
    team, valid_from, valid_until, valid_certain, valid_possible, valid_tail, reading, norm_version, normalizer_state,
    lock_keys, recall_keys, is_disputed, disputed_with, supersedes, guarded, said_at, decision_id, depends_on, key_id,
    unguarded, words, source_id)
  SELECT $1, project, id, at, statement, kind, 'active', who, reason, source, entity, tags, env, team, valid_from,
    valid_until, certain, possible, tail, reading, norm_version, normalizer_state, lock_keys, recall_keys,
    cardinality(disputed_with) > 0, disputed_with, supersedes, guarded, coalesce(said_at, at), decision_id, depends_on,
    key_id, unguarded, words, source_id
  FROM kept
), keys AS (
  INSERT INTO recall_keys (org_id, project, key, claim_id, size)
  SELECT $1, project, key, id, octet_length(statement) FROM kept, unnest(lock_keys || recall_keys) AS key
), word AS (
  INSERT INTO claim_words (org_id, project, word, claim_id)
  SELECT $1, project, word, id FROM kept, unnest(listed) AS word
), dependency AS (
  INSERT INTO dependencies (org_id, project, depends_on, claim_id)
  SELECT $1, project, other, id FROM kept, unnest(depends_on) AS other
), job AS (
  INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
  SELECT $1, project, job, id, clock_timestamp(), clock_timestamp() FROM kept, unnest(jobs) AS job
), decision AS (
  INSERT INTO decisions (org_id, project, id, made_at, op, who, statement, result, tier, claim_id, claim_system_from,
    record, request, timings, key_id)
  SELECT $1, project, decision_id, at, op, who, statement, 'stored', tier, id, at, record, request, timings, key_id
  FROM kept
)`;

const ANSWER = 'SELECT place, at::text AS system_from FROM kept';

/**
 * So many claims beside the stored ones: each is stored, or not, by its own lock keys, of which no two share one. The
 * keys are taken in sorted order, over all of them.
 */
export const COMMIT = (count: number) => `
WITH item AS MATERIALIZED (
  ${itemRows(count)}
), wanted AS MATERIALIZED (
  SELECT i.place, i.project COLLATE "C" AS project, w.key COLLATE "C" AS key, w.seen, i.stored_at
  FROM item i, unnest(i.lock_keys, i.seen) AS w (key, seen)
), heads AS (
  INSERT INTO guard_head AS h (org_id, project, key, version, changed_at)
  SELECT $1, project, key, 1, greatest(clock_timestamp(), stored_at) FROM wanted ORDER BY project, key
  ON CONFLICT (org_id, project, key) DO UPDATE
  SET version = h.version + 1, changed_at = greatest(excluded.changed_at, h.changed_at + interval '1 microsecond')
  WHERE NOT EXISTS (SELECT FROM wanted w WHERE w.project = h.project AND w.key = h.key AND w.seen <> h.version)
  RETURNING h.project, h.key, h.changed_at
), taken AS (
  SELECT w.place, count(*) AS keys, max(h.changed_at) AS changed_at
  FROM wanted w JOIN heads h ON h.project = w.project AND h.key = w.key GROUP BY w.place
), kept AS MATERIALIZED (
  SELECT i.*, coalesce(i.stored_at, t.changed_at, clock_timestamp()) AS at FROM item i LEFT JOIN taken t USING (place)
  WHERE i.id IS NOT NULL AND coalesce(t.keys, 0) = cardinality(i.lock_keys)
), ${STORE}
${ANSWER}`;

/** What a statement that changes claims has besides, where it changes relations too. */
interface LoreParts {
  ends: string;
  keys: string;
  open: string;
  isOpen: string;
  change: string;
}

const NO_LORE: LoreParts = { ends: '', keys: '', open: '', isOpen: '', change: '' };

/**
 * What a statement that changes claims takes after its item: the claims that it closes, at their versions; those that it is
 * disputed with, at theirs, with the violations between them and their pair keys; what ends of the closed; what is
 * disputed with less than it was, and violations that are settled.
 */
export const CHANGE = parameters(
  ['closes', 'closedAt', 'disputes', 'disputedAt', 'violations', 'pairKeys', 'ended', 'freed', 'settled'] as const,
  2 + ITEM_VALUES,
);
const change = CHANGE.at;

/** And one that changes relations too: head keys at versions, revisions, new relations, violations, relations to compare. */
export const LORE_CHANGE = parameters(
  ['headKeys', 'headVersions', 'revise', 'insert', 'open', 'recheck'] as const,
  CHANGE.next,
);
const lore = LORE_CHANGE.at;

/** The parts of COMMIT_LORE. */
const LORE: LoreParts = {
  ends: `${HOLD_ENDS(`${lore.insert}::json`)}, `,
  keys: `
  UNION ALL
  SELECT key COLLATE "C", seen FROM unnest(${lore.headKeys}::text[], ${lore.headVersions}::int8[]) AS k (key, seen) WHERE ${ENDS_STAND}`,
  open: `, ${OPEN_RELATIONS(`${lore.revise}::json`, 'relation_')}`,
  isOpen: `
    AND (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted)
    AND (SELECT count(*) FROM relation_open) = (SELECT count(*) FROM relation_change) AND ${ENDS_STAND}`,
  change: `, ${CLOSE_RELATIONS('relation_')}, ${REVISE_RELATIONS('relation_')}, ${INSERT_RELATIONS(`${lore.insert}::json`)},
${OPEN_VIOLATIONS(`${lore.open}::json`)}, ${LEAVE_RECHECKS(`${lore.recheck}::uuid[]`, '0')}`,
};

/**
 * A claim that closes others or is disputed with them. Those of the closed that end go on, true of the window that they
 * get. The lock keys of all are taken too, whatever their versions: the rows themselves are locked and must still be the
 * open, active versions that were seen, or nothing is stored.
 */
const commitAndChange = (parts: LoreParts) => `
WITH ${parts.ends}item AS MATERIALIZED (
  ${itemRows(1)}
), freed_claim AS MATERIALIZED (
  SELECT * FROM json_to_recordset(${change.freed}::json) AS f (id uuid, seen timestamptz, disputed_with uuid[])
), named AS MATERIALIZED (
  SELECT id, system_from FROM unnest(${change.closes}::uuid[] || ${change.disputes}::uuid[], ${change.closedAt}::timestamptz[] || ${change.disputedAt}::timestamptz[])
    AS n (id, system_from)
  UNION
  SELECT id, seen FROM freed_claim
), wanted AS MATERIALIZED (
  SELECT key COLLATE "C" AS key, seen FROM unnest(${ITEM.lock_keys}::text[], ${ITEM.seen}::int8[]) AS w (key, seen)
  UNION ALL
  SELECT DISTINCT key COLLATE "C", NULL::int8
  FROM named n, LATERAL (
    SELECT lock_keys FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.system_from LIMIT 1
  ) c, unnest(c.lock_keys) AS key
  WHERE key <> ALL (${ITEM.lock_keys}::text[])${parts.keys}
), ${TAKE_HEADS}, open AS MATERIALIZED (
  SELECT c.* FROM (
    SELECT * FROM named WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted) ORDER BY id
  ) n CROSS JOIN LATERAL (${LOCK_VERSION}) c
)${parts.open}, go AS MATERIALIZED (
  SELECT ${SYSTEM_TIME} AS at FROM open HAVING count(*) = (SELECT count(*) FROM named)${parts.isOpen}
), closed AS (
  ${CLOSE()}
), ended AS MATERIALIZED (
  SELECT * FROM json_to_recordset(${change.ended}::json) AS e (id uuid, until text, certain int8range, possible int8range,
    tail int8, read_as json, read_version int, read_state text)
), next AS (
  INSERT INTO claims (${LASTING}, ${WINDOW}, system_from, status, is_disputed, disputed_with, superseded_by, decision_id)
  SELECT ${LASTING}, coalesce(e.until, valid_until), coalesce(e.certain, valid_certain),
    coalesce(e.possible, valid_possible), coalesce(e.tail, valid_tail), coalesce(e.read_as, reading),
    coalesce(e.read_version, norm_version), coalesce(e.read_state, normalizer_state), system_until,
    CASE WHEN id = ANY (${change.closes}::uuid[]) AND e.until IS NULL THEN 'superseded' ELSE 'active' END,
    cardinality(d.disputed_with) > 0, d.disputed_with,
    CASE WHEN id = ANY (${change.closes}::uuid[]) THEN ${ITEM.id}::uuid ELSE superseded_by END,
    ${ITEM.decision_id}::uuid
  FROM closed LEFT JOIN ended e USING (id) LEFT JOIN freed_claim f USING (id) CROSS JOIN LATERAL (
    SELECT CASE
      WHEN id = ANY (${change.closes}::uuid[]) AND e.until IS NULL THEN '{}'
      WHEN id = ANY (${change.disputes}::uuid[]) THEN coalesce(f.disputed_with, closed.disputed_with) || ${ITEM.id}::uuid
      ELSE coalesce(f.disputed_with, closed.disputed_with)
    END AS disputed_with
  ) d
  ${RETURN_NEXT}
), ${UNLIST}, contradictions AS (
  INSERT INTO violations (org_id, project, id, kind, pair_key, severity, detected_at, sides, detail)
  SELECT $1, $2, v.id, 'contradiction', v.pair_key, 'warn', go.at, ARRAY[v.claim_id, ${ITEM.id}::uuid],
    json_build_object('decision_id', ${ITEM.decision_id}::uuid)
  FROM go, unnest(${change.violations}::uuid[], ${change.pairKeys}::text[], ${change.disputes}::uuid[]) AS v (id, pair_key, claim_id)
  WHERE v.id IS NOT NULL
  ON CONFLICT DO NOTHING
  RETURNING id, sides
), contradiction_${LIST_SIDES('contradictions')}, ${SETTLE_VIOLATIONS(`${change.settled}::json`)}${parts.change}, kept AS MATERIALIZED (
  SELECT item.*, go.at FROM item, go
), ${STORE}
${ANSWER}`;

export const COMMIT_AND_CHANGE = commitAndChange(NO_LORE);

/** The same, and the relations that the claim states. */
export const COMMIT_LORE = commitAndChange(LORE);
