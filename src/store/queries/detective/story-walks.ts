import type { Coverage } from '../../../core/finding.js';
import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { RETRY_ALL, type UnreadVersion } from './story-failures.js';

/** How far the story of a project is read. Times are ISO 8601 with microseconds. */
export interface StoryWalk {
  tenant: Tenant;
  /** The last version that was read: its system time, and its claim. */
  seenUntil: string;
  seenId: string;
  /** Whether it is time to look for what was stored late: behind what was read already. */
  looksForLate: boolean;
  /** Whether claims that could not be read are to be tried again. */
  retries: boolean;
  /** How often it was taken in a row, this time included, without getting any further. */
  attempts: number;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Longer than a statement may take: what has an earlier system time was stored by then, or never will be. */
const LATE = "interval '1 minute'";

/** Longest that a step may be silent before another takes it over; the longer, the more often it failed. */
const LEASE = "interval '1 minute'";
const LEASE_DOUBLINGS_MAX = 6;

const BEGIN = `
INSERT INTO story_walks (org_id, project, seen_until, seen_id, settled_until, not_before)
SELECT p.org_id, p.project, '-infinity', '${FIRST}', '-infinity', clock_timestamp() FROM projects p
WHERE p.org_id = current_setting('loreguard.org_id', true) AND NOT EXISTS (
  SELECT FROM story_walks w WHERE w.org_id = p.org_id AND w.project = p.project
) ON CONFLICT DO NOTHING`;

const HAS_RETRIES = `EXISTS (
    SELECT FROM story_failures f WHERE f.org_id = w.org_id AND f.project = w.project AND f.not_before <= clock_timestamp()
  )`;

/** A version that nobody has read of those after the last that was, perhaps one that was stored late, or one to be tried again. */
export const IS_DUE = `(w.late_at <= clock_timestamp() OR EXISTS (
    SELECT FROM claims c WHERE c.org_id = w.org_id AND c.project = w.project AND (c.system_from, c.id) > (w.seen_until, w.seen_id)
  ) OR ${HAS_RETRIES})`;

const take = (which: string) => `
WITH due AS MATERIALIZED (
  SELECT w.org_id, w.project, w.late_at <= clock_timestamp() AS is_late FROM story_walks w
  WHERE w.org_id = current_setting('loreguard.org_id', true) AND ${which}
  ORDER BY w.not_before LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE story_walks w SET attempts = w.attempts + 1,
  not_before = clock_timestamp() + ${LEASE} * power(2, least(w.attempts, ${LEASE_DOUBLINGS_MAX}))
FROM due WHERE w.org_id = due.org_id AND w.project = due.project
RETURNING w.org_id, w.project, w.seen_until::text, w.seen_id, coalesce(due.is_late, false) AS is_late, w.attempts,
  ${HAS_RETRIES} AS retries`;

const TAKE_DUE = take(`w.not_before <= clock_timestamp() AND ${IS_DUE}`);

interface Row {
  org_id: string;
  project: string;
  seen_until: string;
  seen_id: string;
  is_late: boolean;
  attempts: number;
  retries: boolean;
}

/**
 * Takes a project of the organisation of the connection in which something was stored that nobody has read, for the time
 * of a lease; null where there is none. The versions of claims are the queue themselves, so that a write leaves nothing more.
 */
export async function takeWalk(db: Db): Promise<StoryWalk | null> {
  await retried(db, () => db.run({ name: 'begin_story_walks', text: BEGIN, values: [] }));
  const [row] = await retried(db, () => db.run<Row>({ name: 'take_story_walk', text: TAKE_DUE, values: [] }));
  return row === undefined ? null : toWalk(row);
}

const takeProject = (before = '', retries = HAS_RETRIES) => `
${before}UPDATE story_walks w SET attempts = w.attempts + 1,
  not_before = greatest(w.not_before, clock_timestamp()) + ${LEASE}
WHERE w.org_id = $1 AND w.project = $2
RETURNING w.org_id, w.project, w.seen_until::text, w.seen_id, coalesce(w.late_at <= clock_timestamp(), false) AS is_late,
  w.attempts, ${retries} AS retries`;

const HAS_FAILURES = 'EXISTS (SELECT FROM story_failures f WHERE f.org_id = w.org_id AND f.project = w.project)';

const TAKE_PROJECT = takeProject();
const TAKE_AND_RETRY = takeProject(`WITH again AS (${RETRY_ALL}) `, HAS_FAILURES);

/**
 * Takes the walk of a project whether or not it is its time; null where nothing was ever written.
 * @param retriesAll whether what could not be read is to be tried again at once
 */
export async function takeWalkOf(db: Db, tenant: Tenant, retriesAll = false): Promise<StoryWalk | null> {
  await retried(db, () => db.run({ name: 'begin_story_walks', text: BEGIN, values: [] }));
  const values = [tenant.orgId, tenant.project];
  const [row] = await retried(db, () => db.run<Row>({ text: retriesAll ? TAKE_AND_RETRY : TAKE_PROJECT, values }));
  return row === undefined ? null : toWalk(row);
}

function toWalk({ org_id, project, seen_until, seen_id, is_late, attempts, retries }: Row): StoryWalk {
  const tenant = { orgId: org_id, project };
  return { tenant, seenUntil: seen_until, seenId: seen_id, looksForLate: is_late, attempts, retries };
}

const UNREAD = `
SELECT c.id, c.system_from::text AS "systemFrom" FROM claims c
WHERE c.org_id = $1 AND c.project = $2 AND (c.system_from, c.id) > ($3::timestamptz, $4::uuid)
ORDER BY c.system_from, c.id LIMIT $5`;

const LATE_ONES = `
SELECT c.id, c.system_from::text AS "systemFrom" FROM story_walks w JOIN claims c
  ON c.org_id = w.org_id AND c.project = w.project AND c.system_from > w.settled_until
    AND (c.system_from, c.id) <= (w.seen_until, w.seen_id)
WHERE w.org_id = $1 AND w.project = $2 AND NOT EXISTS (
  SELECT FROM story_reads r WHERE r.org_id = c.org_id AND r.project = c.project AND r.claim_id = c.id
    AND r.system_from >= c.system_from
) LIMIT $3`;

/** The next versions that nobody has read, in the order of their system time. */
export async function listUnread(
  db: Db,
  { tenant, seenUntil, seenId }: StoryWalk,
  limit: number,
): Promise<UnreadVersion[]> {
  const values = [tenant.orgId, tenant.project, seenUntil, seenId, limit];
  return db.run<UnreadVersion>({ name: 'list_unread_claims', text: UNREAD, values });
}

/** Versions that were stored late, with a system time behind what was read by then. */
export async function listLate(db: Db, { tenant }: StoryWalk, limit: number): Promise<UnreadVersion[]> {
  const values = [tenant.orgId, tenant.project, limit];
  return db.run<UnreadVersion>({ name: 'list_late_claims', text: LATE_ONES, values });
}

const ADVANCE = `
WITH versions AS (
  SELECT * FROM unnest($3::uuid[], $4::timestamptz[]) AS v (id, system_from)
), marked AS (
  INSERT INTO story_reads AS r (org_id, project, claim_id, system_from)
  SELECT $1, $2, id, max(system_from) FROM versions GROUP BY id ORDER BY id
  ON CONFLICT (org_id, project, claim_id) DO UPDATE SET system_from = excluded.system_from
  WHERE r.system_from < excluded.system_from
), healed AS (
  DELETE FROM story_failures f USING unnest($13::uuid[]) AS done (id)
  WHERE f.org_id = $1 AND f.project = $2 AND f.claim_id = done.id
), asked AS (
  INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
  SELECT DISTINCT $1, $2, 'story', id, clock_timestamp(), clock_timestamp() FROM versions WHERE $12
  ON CONFLICT (org_id, project, kind, claim_id) DO NOTHING
)
UPDATE story_walks w SET attempts = 0, not_before = clock_timestamp() + $5 * interval '1 millisecond',
  seen_until = greatest(w.seen_until, $6::timestamptz),
  seen_id = CASE WHEN (w.seen_until, w.seen_id) < ($6::timestamptz, $7::uuid) THEN $7::uuid ELSE w.seen_id END,
  settled_until = CASE WHEN $8 THEN greatest(w.settled_until, least(w.seen_until, clock_timestamp() - ${LATE})) ELSE w.settled_until END,
  late_at = CASE
    WHEN $8 AND w.seen_until <= clock_timestamp() - ${LATE} THEN NULL
    WHEN $8 THEN clock_timestamp() + ${LATE}
    ELSE coalesce(w.late_at, clock_timestamp() + ${LATE})
  END,
  claims_read = w.claims_read + $9, pairs_examined = w.pairs_examined + $10, pairs_left_out = w.pairs_left_out + $11
WHERE w.org_id = $1 AND w.project = $2`;

/** What a step has read. */
export interface StoryStep {
  versions: readonly UnreadVersion[];
  /** Of those, and of what was tried again, the claims that could be read. */
  readIds: readonly string[];
  /** The last version read in order; null: what was read was late. */
  last: UnreadVersion | null;
  /** Whether all that was late is read. */
  isSettled: boolean;
  coverage: Coverage;
  /** How long the project is left alone then. */
  pauseMs: number;
  /** Whether a model is to be asked about these claims too. */
  isAsked: boolean;
}

/** Notes what was read, and gives the walk back. */
export async function advanceWalk(db: Db, walk: StoryWalk, step: StoryStep): Promise<void> {
  const { tenant, seenUntil, seenId } = walk;
  const { versions, readIds, last, isSettled, coverage, pauseMs, isAsked } = step;
  const values = [
    ...[
      tenant.orgId,
      tenant.project,
      versions.map(({ id }) => id),
      versions.map(({ systemFrom }) => systemFrom),
      pauseMs,
    ],
    ...[last?.systemFrom ?? seenUntil, last?.id ?? seenId, isSettled],
    ...[coverage.claimsRead, coverage.pairsExamined, coverage.pairsLeftOut, isAsked, readIds],
  ];
  await retried(db, () => db.run({ name: 'advance_story_walk', text: ADVANCE, values }));
}
