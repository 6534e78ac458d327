import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import type { JobKind } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';

/** Work that a write left for later. */
export interface Job {
  tenant: Tenant;
  kind: JobKind;
  /** What the work is about: a claim; of `recheck_relation`, a relation. */
  about: string;
  /** ISO 8601 with microseconds. */
  createdAt: string;
  /** How often it was taken, this time included. */
  attempts: number;
}

interface Row {
  org_id: string;
  project: string;
  claim_id: string;
  created_at: string;
  attempts: number;
}

/** A lease is a minute, and twice as long with each attempt up to about an hour, so that what always fails is rare. */
const LEASE_DOUBLINGS_MAX = 6;

/** More are never taken at once: a number that a planner can count on, so that it looks each job up. */
const TAKEN_MAX = 200;

/**
 * A row that another taker holds is left to it; one that it took meanwhile is no longer due when it is looked at again.
 * The time lies in a subquery, which is asked once, so that the index is read up to it and no further.
 */
export const TAKE_JOBS = `
WITH due AS MATERIALIZED (
  SELECT * FROM (
    SELECT j.org_id, j.project, j.kind, j.claim_id FROM jobs j
    WHERE j.org_id = current_setting('loreguard.org_id', true) AND j.kind = $1
      AND j.not_before <= (SELECT coalesce($3::timestamptz, clock_timestamp()))
    ORDER BY j.not_before LIMIT $2 FOR UPDATE SKIP LOCKED
  ) j LIMIT ${TAKEN_MAX}
)
UPDATE jobs j SET attempts = j.attempts + 1, not_before = coalesce($3::timestamptz, clock_timestamp())
  + interval '1 minute' * power(2, least(j.attempts, ${LEASE_DOUBLINGS_MAX}))
FROM due
WHERE j.org_id = due.org_id AND j.project = due.project AND j.kind = due.kind AND j.claim_id = due.claim_id
RETURNING j.org_id, j.project, j.claim_id, j.created_at::text, j.attempts`;

/**
 * Takes due jobs of the organisation of the connection, in all its projects, the longest due first. Nobody else gets
 * them for the time of a lease; one that isn't finished by then is due again.
 * @param nowIso ISO 8601; default the time of the database
 */
export async function takeJobs(db: Db, kind: JobKind, limit: number, nowIso?: string): Promise<Job[]> {
  const values = [kind, limit, nowIso ?? null];
  const rows = await retried(db, () => db.run<Row>({ name: 'take_jobs', text: TAKE_JOBS, values }));
  return rows.map((row) => toJob(row, kind));
}

function toJob({ org_id, project, claim_id, created_at, attempts }: Row, kind: JobKind): Job {
  const tenant = { orgId: org_id, project };
  return { tenant, kind, about: claim_id, createdAt: toInstant(created_at), attempts };
}

const TAKE_OF_PROJECT = `
UPDATE jobs j SET attempts = j.attempts + 1,
  not_before = clock_timestamp() + interval '1 minute' * power(2, least(j.attempts, ${LEASE_DOUBLINGS_MAX}))
FROM (
  SELECT claim_id FROM jobs WHERE org_id = $1 AND project = $2 AND kind = $3 ORDER BY created_at LIMIT $4
  FOR UPDATE SKIP LOCKED
) due WHERE j.org_id = $1 AND j.project = $2 AND j.kind = $3 AND j.claim_id = due.claim_id
RETURNING j.org_id, j.project, j.claim_id, j.created_at::text, j.attempts`;

/** The same for one project, whether or not they are due: somebody waits for them. */
export async function takeJobsOf(db: Db, { orgId, project }: Tenant, kind: JobKind, limit: number): Promise<Job[]> {
  const rows = await retried(db, () => db.run<Row>({ text: TAKE_OF_PROJECT, values: [orgId, project, kind, limit] }));
  return rows.map((row) => toJob(row, kind));
}

/** Every kind of job there is. */
export const JOB_KINDS: readonly JobKind[] = ['recheck', 'recheck_relation', 'renormalise', 'erase', 'judge', 'story'];

/** How many jobs of each kind are due in the organisation of the connection; a kind without any is left out. */
export async function countDueJobs(db: Db): Promise<{ kind: JobKind; count: number }[]> {
  const text = `SELECT kind, count(*)::int AS count FROM jobs
    WHERE org_id = current_setting('loreguard.org_id', true) AND not_before <= (SELECT clock_timestamp())
    GROUP BY kind`;
  return db.run({ name: 'count_due_jobs', text, values: [] });
}

/** Strikes the jobs about many claims or relations off. */
export async function finishJobs(db: Db, tenant: Tenant, kind: JobKind, about: readonly string[]): Promise<void> {
  await db.run({
    name: 'finish_jobs',
    text: `DELETE FROM jobs j USING unnest($4::uuid[]) AS done (id)
      WHERE j.org_id = $1 AND j.project = $2 AND j.kind = $3 AND j.claim_id = done.id`,
    values: [tenant.orgId, tenant.project, kind, about],
  });
}

/** Strikes off jobs of one project and kind that were taken, but for those that were left anew meanwhile. */
export async function finishTaken(db: Db, [first, ...others]: readonly [Job, ...Job[]]): Promise<void> {
  const { tenant, kind } = first;
  const jobs = [first, ...others];
  await db.run({
    name: 'finish_taken',
    text: `DELETE FROM jobs j USING unnest($4::uuid[], $5::int[]) AS done (id, attempts)
      WHERE j.org_id = $1 AND j.project = $2 AND j.kind = $3 AND j.claim_id = done.id AND j.attempts = done.attempts`,
    values: [tenant.orgId, tenant.project, kind, jobs.map(({ about }) => about), jobs.map(({ attempts }) => attempts)],
  });
}

/** Strikes a job off; nothing happens when it is gone already. */
export async function finishJob(db: Db, { tenant, kind, about }: Job): Promise<void> {
  await db.run({
    name: 'finish_job',
    text: 'DELETE FROM jobs WHERE org_id = $1 AND project = $2 AND kind = $3 AND claim_id = $4',
    values: [tenant.orgId, tenant.project, kind, about],
  });
}
