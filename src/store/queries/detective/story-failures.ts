import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';

/** A version of a claim that is to be read. */
export interface UnreadVersion {
  id: string;
  systemFrom: string;
}

/** How often a claim is tried that can't be read. */
const ATTEMPTS_MAX = 5;

/** A claim whose story can't be read. */
export interface StoryFailure {
  claimId: string;
  attempts: number;
  /** When it is tried again, ISO 8601; null: not before somebody asks for it, or it has a new version. */
  retriedAt: string | null;
}

/** Has all of a project tried again at once, once more each. */
export const RETRY_ALL = `UPDATE story_failures f SET not_before = clock_timestamp(), attempts = least(f.attempts, ${ATTEMPTS_MAX - 1})
  WHERE f.org_id = $1 AND f.project = $2`;

const BEGIN = `
INSERT INTO story_failures AS f (org_id, project, claim_id, system_from, attempts, not_before)
VALUES ($1, $2, $3, $4, 1, clock_timestamp() + interval '1 minute')
ON CONFLICT (org_id, project, claim_id) DO UPDATE SET system_from = excluded.system_from,
  attempts = CASE WHEN f.system_from < excluded.system_from THEN 1 ELSE f.attempts + 1 END,
  not_before = CASE
    WHEN f.system_from < excluded.system_from THEN excluded.not_before
    WHEN f.attempts + 1 >= ${ATTEMPTS_MAX} THEN NULL
    ELSE clock_timestamp() + interval '1 minute' * power(2, f.attempts)
  END
WHERE f.system_from < excluded.system_from OR f.not_before <= clock_timestamp()
RETURNING claim_id`;

/**
 * Counts an attempt to read a claim before it is made, so that one which ends the process counts too. False: it failed a
 * moment ago, or too often.
 */
export async function beginAttempt(db: Db, tenant: Tenant, { id, systemFrom }: UnreadVersion): Promise<boolean> {
  const values = [tenant.orgId, tenant.project, id, systemFrom];
  const rows = await retried(db, () => db.run({ name: 'begin_story_attempt', text: BEGIN, values }));
  return rows.length > 0;
}

/** Versions that could not be read and are to be tried again now. */
export async function listRetried(db: Db, tenant: Tenant, limit: number): Promise<UnreadVersion[]> {
  return db.run<UnreadVersion>({
    name: 'list_story_retries',
    text: `SELECT f.claim_id AS id, f.system_from::text AS "systemFrom" FROM story_failures f
      WHERE f.org_id = $1 AND f.project = $2 AND f.not_before <= clock_timestamp() ORDER BY f.not_before LIMIT $3`,
    values: [tenant.orgId, tenant.project, limit],
  });
}

/** Which of these claims could not be read. */
export async function listUnreadable(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.run<{ id: string }>({
    name: 'list_unreadable_claims',
    text: 'SELECT f.claim_id AS id FROM story_failures f WHERE f.org_id = $1 AND f.project = $2 AND f.claim_id = ANY ($3::uuid[])',
    values: [tenant.orgId, tenant.project, ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Failures of a project that are shown. */
const SHOWN_MAX = 20;

/** What could not be read in a project: how many, and some of them, those first that are not tried again. */
export async function storyFailures(db: Db, tenant: Tenant): Promise<{ count: number; some: StoryFailure[] }> {
  const rows = await db.run<{ id: string; attempts: number; at: string | null; count: number }>({
    name: 'story_failures',
    text: `SELECT f.claim_id AS id, f.attempts, f.not_before::text AS at, (count(*) OVER ())::int AS count
      FROM story_failures f WHERE f.org_id = $1 AND f.project = $2
      ORDER BY f.not_before DESC NULLS FIRST, f.claim_id LIMIT ${SHOWN_MAX}`,
    values: [tenant.orgId, tenant.project],
  });
  const some = rows.map(({ id, attempts, at }) => ({
    ...{ claimId: id, attempts },
    retriedAt: at === null ? null : toInstant(at),
  }));
  return { count: rows[0]?.count ?? 0, some };
}
