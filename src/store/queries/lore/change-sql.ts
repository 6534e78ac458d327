import { SAID_COLUMNS } from './relation-row.js';

/**
 * Parts of the statements that change relations, in the order in which they stand. They read $1 and $2 (the tenant),
 * `heads`, and `go (at)`, which has a row when the change is to be stored. A statement that changes claims too has parts
 * called alike: there these have a prefix.
 */

/** The window, which an update ends. */
const WINDOW = 'valid_until, valid_certain, valid_possible, valid_tail';
const SAID = `org_id, project, id, type, value, valid_from, extraction, prophetic, source_id, document_id, said_key, claim_id, supersedes, properties, guarded, who, key_id`;

/** Makes the sides of violations that were just opened findable. */
export const LIST_SIDES = (opened: string) => `side AS (
  INSERT INTO violation_sides (org_id, project, side_id, violation_id)
  SELECT DISTINCT $1, $2, unnest(v.sides), v.id FROM ${opened} v
  ON CONFLICT DO NOTHING
)`;

/** What is to be revised, in `change`, and the versions of it that are still the ones seen, in `open`. */
export const OPEN_RELATIONS = (revisions: string, prefix = '') => `${prefix}change AS MATERIALIZED (
  SELECT * FROM json_to_recordset(${revisions}) AS n (id uuid, seen timestamptz, next text, superseded_by uuid,
    from_id uuid, to_id uuid, disputed_with uuid[], chunk_id uuid, span_start int, span_end int, valid_until text,
    certain int8range, possible int8range, tail int8)
), ${prefix}open AS MATERIALIZED (
  SELECT r.* FROM (
    SELECT id, seen FROM ${prefix}change WHERE (SELECT count(*) FROM heads) = (SELECT count(*) FROM wanted) ORDER BY id
  ) n CROSS JOIN LATERAL (
    SELECT r.org_id, r.project, r.id, r.system_from FROM relations r
    WHERE r.org_id = $1 AND r.project = $2 AND r.id = n.id AND r.system_from = n.seen AND r.system_until IS NULL
    LIMIT 1 FOR UPDATE
  ) r
)`;

export const CLOSE_RELATIONS = (prefix = '') => `${prefix}closed AS (
  UPDATE relations c SET system_until = go.at FROM go, ${prefix}open open
  WHERE c.org_id = open.org_id AND c.project = open.project AND c.id = open.id AND c.system_from = open.system_from
  RETURNING c.*
)`;

export const REVISE_RELATIONS = (prefix = '') => `${prefix}revised AS (
  INSERT INTO relations (${SAID}, ${WINDOW}, from_id, to_id, chunk_id, span_start, span_end, system_from, status,
    is_disputed, disputed_with, superseded_by)
  SELECT ${SAID.replaceAll(/\w+/g, 'c.$&')}, coalesce(n.valid_until, c.valid_until),
    coalesce(n.certain, c.valid_certain), coalesce(n.possible, c.valid_possible), coalesce(n.tail, c.valid_tail),
    coalesce(n.from_id, c.from_id), coalesce(n.to_id, c.to_id), coalesce(n.chunk_id, c.chunk_id),
    coalesce(n.span_start, c.span_start), coalesce(n.span_end, c.span_end), c.system_until, coalesce(n.next, c.status),
    cardinality(coalesce(n.disputed_with, c.disputed_with)) > 0, coalesce(n.disputed_with, c.disputed_with),
    coalesce(n.superseded_by, c.superseded_by)
  FROM ${prefix}closed c JOIN ${prefix}change n USING (id)
  RETURNING id
)`;

/**
 * What new relations are between, held so that nobody merges it meanwhile. It comes before the keys, as a merge holds what
 * it merges before it takes any.
 */
export const HOLD_ENDS = (said: string) => `ends AS MATERIALIZED (
  SELECT e.merged_into FROM (
    SELECT DISTINCT unnest(ARRAY[s.from_id, s.to_id]) AS id FROM json_to_recordset(${said}) AS s (from_id uuid, to_id uuid)
    ORDER BY id
  ) n CROSS JOIN LATERAL (
    SELECT e.merged_into FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = n.id LIMIT 1 FOR KEY SHARE
  ) e
)`;

/** Whether each of them is still what it was: nothing is stored about what turned out to be something else. */
export const ENDS_STAND = '(SELECT count(*) FROM ends WHERE merged_into IS NOT NULL) = 0';

/** New relations; those that are stored are in `said_now`. */
export const INSERT_RELATIONS = (said: string) => `said_now AS (
  INSERT INTO relations (${SAID}, ${WINDOW}, from_id, to_id, chunk_id, span_start, span_end, system_from, status,
    is_disputed, disputed_with)
  SELECT $1, $2, s.id, s.type, s.value, s.valid_from, s.extraction, s.prophetic, s.source_id, s.document_id, s.said_key, s.claim_id, s.supersedes, s.properties, s.guarded, s.who,
    s.key_id, s.valid_until, s.certain, s.possible, s.tail, s.from_id, s.to_id, s.chunk_id, s.span_start, s.span_end, go.at, 'active',
    cardinality(s.disputed_with) > 0, s.disputed_with
  FROM go, json_to_recordset(${said}) AS s (${SAID_COLUMNS})
  ON CONFLICT DO NOTHING
  RETURNING id
)`;

/**
 * Violations between relations that open. One that is there already, by its kind and `pair_key`, takes the further sides:
 * other sources that say the same. One whose cause was gone is open again, and one that was suspected is found to be one.
 */
export const OPEN_VIOLATIONS = (violations: string) => `opened AS (
  INSERT INTO violations AS v (org_id, project, id, kind, pair_key, severity, run_id, detected_at, sides, detail, about, rule_id)
  SELECT $1, $2, n.id, n.kind, n.pair_key, n.severity, n.run_id, go.at, n.sides, n.detail, 'relation', n.detail->>'code'
  FROM go, json_to_recordset(${violations})
    AS n (id uuid, kind text, pair_key text, severity text, run_id uuid, sides uuid[], detail json)
  ON CONFLICT (org_id, project, kind, pair_key) DO UPDATE
  SET sides = v.sides || ARRAY(SELECT s FROM unnest(excluded.sides) AS s WHERE s <> ALL (v.sides)),
    (status, resolution, resolved_at, flagged, detected_at, run_id, detail, rule_id) = (
      SELECT 'open', NULL, NULL::timestamptz, false, excluded.detected_at, excluded.run_id, excluded.detail, excluded.rule_id
      WHERE v.status = 'suspected' OR (v.status = 'resolved' AND v.resolution = 'gone')
      UNION ALL
      SELECT v.status, v.resolution, v.resolved_at, v.flagged, v.detected_at, v.run_id, v.detail, v.rule_id
      WHERE v.status NOT IN ('resolved', 'suspected') OR (v.status = 'resolved' AND v.resolution IS DISTINCT FROM 'gone')
    )
  RETURNING id, sides
), ${LIST_SIDES('opened')}`;

/** Violations that are settled; one that is not open is left alone. */
export const SETTLE_VIOLATIONS = (violations: string) => `settled AS (
  UPDATE violations v SET status = s.status, resolution = s.resolution, resolved_at = go.at
  FROM go, json_to_recordset(${violations}) AS s (id uuid, status text, resolution text)
  WHERE v.org_id = $1 AND v.project = $2 AND v.id = s.id AND v.status IN ('open', 'suspected')
)`;

/** What goes on the record. */
export const RECORD_ACTIONS = (actions: string) => `action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, claim_id, node_id, reason, detail, key_id)
  SELECT $1, $2, a.id, go.at, a.who, a.action, a.claim_id, a.node_id, a.reason, a.detail, a.key_id
  FROM go, json_to_recordset(${actions})
    AS a (id uuid, who text, action text, claim_id uuid, node_id uuid, reason text, detail json, key_id uuid)
)`;

/** Jobs to compare relations, due after so many seconds; those that are there already are due again. */
export const LEAVE_RECHECKS = (relationIds: string, seconds: string) => `recheck AS (
  INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
  SELECT $1, $2, 'recheck_relation', id, clock_timestamp(), clock_timestamp() + ${seconds} * interval '1 second'
  FROM go, unnest(${relationIds}) AS id ORDER BY id
  ON CONFLICT (org_id, project, kind, claim_id) DO UPDATE SET attempts = 0, not_before = excluded.not_before
)`;
