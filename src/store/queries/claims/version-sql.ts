/** Parts of the statements that give claims a next version: they take its lock keys, close what was, and list what is left. */

/** Columns of claims that no later version of a claim ever changes, unless it is told anew. */
export const SAID = `org_id, project, id, statement, kind, who, reason, source, entity, tags, env, team, valid_from,
  supersedes, depends_on, said_at, key_id, words, source_id`;

/** Columns of claims that every later version of a claim takes over as they are, unless it is read again. */
export const LASTING = `${SAID}, lock_keys, recall_keys, guarded, unguarded`;

/** Columns that an update changes when it ends the window of a claim. */
export const WINDOW = 'valid_until, valid_certain, valid_possible, valid_tail, reading, norm_version, normalizer_state';

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
