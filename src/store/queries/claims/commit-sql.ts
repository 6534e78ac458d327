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

/** Columns of claims that no later version of a claim ever changes, unless it is told anew. */
export const SAID = `org_id, project, id, statement, kind, who, reason, source, entity, tags, env, team, valid_from,
  supersedes, depends_on, said_at, key_id, words, source_id`;

/** Columns of claims that every later version of a claim takes over as they are, unless it is read again. */
const LASTING = `${SAID}, lock_keys, recall_keys, guarded, unguarded`;

/** Columns that an update changes when it ends the window of a claim. */
const WINDOW = 'valid_until, valid_certain, valid_possible, valid_tail, reading, norm_version, normalizer_state';

/** Columns of claims that the next version takes over when neither words nor window change. */
export const CARRIED = `${LASTING}, ${WINDOW}`;

/** Takes the lock keys of `wanted (key, seen)` in sorted order; a key whose version is not the one seen is left out. */
export const TAKE_HEADS = `heads AS (
  INSERT INTO guard_head AS h (org_id, project, key, version, changed_at)
  SELECT $1, $2, key, 1, clock_timestamp() FROM wanted ORDER BY key
  ON CONFLICT (org_id, project, key) DO UPDATE
  SET version = h.version + 1, changed_at = greatest(clock_timestamp(), h.changed_at + interval '1 microsecond')
  WHERE NOT EXISTS (SELECT FROM wanted w WHERE w.key = h.key AND w.seen <> h.version)
  RETURNING changed_at
)`;

/** Takes the lock keys of `wanted (key)` in sorted order, whatever their versions: as many as there are. */
export const BUMP_HEADS = `heads AS (
  INSERT INTO guard_head AS h (org_id, project, key, version, changed_at)
  SELECT $1, $2, key, 1, clock_timestamp() FROM wanted ORDER BY key
  ON CONFLICT (org_id, project, key) DO UPDATE
  SET version = h.version + 1, changed_at = greatest(clock_timestamp(), h.changed_at + interval '1 microsecond')
  RETURNING changed_at
)`;

/**
 * Closes the versions of `open`. The tenant comes from there too, not from the parameters: with the tenant known alone,
 * a planner without statistics walks through all its rows and compares; so it looks each one up.
 */
export const CLOSE = (prefix = '') => `UPDATE claims c SET system_until = go.at FROM go, ${prefix}open open
  WHERE c.org_id = open.org_id AND c.project = open.project AND c.id = open.id AND c.system_from = open.system_from
  RETURNING c.*`;

/** Locks the version that `n` names, if it is still open and active. */
export const LOCK_VERSION = `
    SELECT c.org_id, c.project, c.id, c.system_from FROM claims c
    WHERE c.org_id = $1 AND c.project = $2 AND c.id = n.id AND c.system_from = n.system_from
      AND c.system_until IS NULL AND c.status = 'active'
    LIMIT 1 FOR UPDATE
  `;

/** When the versions of `open` close: after all that was there before, whatever the clock says. */
export const SYSTEM_TIME = `greatest((SELECT max(changed_at) FROM heads),
    max(open.system_from) + interval '1 microsecond', clock_timestamp())`;

/** Moves words (org_id, project, id, word) from the index of active claims to that of what was believed once. */
export const FORGET_WORDS = (words: string) => `unworded AS (
  DELETE FROM claim_words w USING (${words}) k
  WHERE w.org_id = k.org_id AND w.project = k.project AND w.word = k.word AND w.claim_id = k.id
  RETURNING w.org_id, w.project, w.word, w.claim_id
), past AS (
  INSERT INTO past_words (org_id, project, word, claim_id)
  SELECT org_id, project, word, claim_id FROM unworded ON CONFLICT DO NOTHING
)`;

/**
 * Takes the claims of `next` that are no longer active out of the indexes of active ones. The tenant comes from there,
 * as in CLOSE.
 */
export const UNLIST = `unlisted AS (
  DELETE FROM recall_keys r
  USING (SELECT org_id, project, id, unnest(lock_keys || recall_keys) AS key FROM next WHERE status <> 'active') k
  WHERE r.org_id = k.org_id AND r.project = k.project AND r.key = k.key AND r.claim_id = k.id
), ${FORGET_WORDS("SELECT org_id, project, id, unnest(words) AS word FROM next WHERE status <> 'active'")}, freed AS (
  DELETE FROM dependencies d
  USING (SELECT org_id, project, id, unnest(depends_on) AS depends_on FROM next WHERE status <> 'active') k
  WHERE d.org_id = k.org_id AND d.project = k.project AND d.depends_on = k.depends_on AND d.claim_id = k.id
  RETURNING d.org_id, d.project, d.depends_on, d.claim_id
), rested AS (
  INSERT INTO past_dependencies (org_id, project, depends_on, claim_id)
  SELECT org_id, project, depends_on, claim_id FROM freed ON CONFLICT DO NOTHING
)`;

/** What `next` gives to UNLIST. */
export const RETURN_NEXT = 'RETURNING org_id, project, id, status, lock_keys, recall_keys, depends_on, words';

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
