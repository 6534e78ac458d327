import type { RunError, RunMode, RunScope, RunStatus } from '../../../core/consistency.js';
import type { Tenant } from '../../../core/scope.js';
import { codeOf, retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant, toJson } from '../../text.js';

/** A run of the consistency engine. Times are ISO 8601 with microseconds. */
export interface Run {
  id: string;
  mode: RunMode;
  scope: RunScope;
  /** The entity or the era. */
  scopeId: string | null;
  status: RunStatus;
  who: string;
  requestedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** How often it was begun; a dead one is begun again as another run. */
  attempts: number;
  stepsDone: number;
  stepsTotal: number;
  rulesRun: number;
  violationsFound: number;
  anachronismsFound: number;
  orphansFound: number;
  errors: RunError[];
}

/** Each column, with its name in code. */
const COLUMN_NAMES = {
  ...{ id: 'id', mode: 'mode', scope: 'scope', scope_id: 'scopeId', status: 'status', who: 'who' },
  ...{ 'requested_at::text': 'requestedAt', 'started_at::text': 'startedAt', 'finished_at::text': 'finishedAt' },
  ...{ attempts: 'attempts', steps_done: 'stepsDone', steps_total: 'stepsTotal', rules_run: 'rulesRun' },
  ...{ violations_found: 'violationsFound', anachronisms_found: 'anachronismsFound', orphans_found: 'orphansFound' },
  errors: 'errors',
};

const COLUMNS = Object.entries(COLUMN_NAMES)
  .map(([column, name]) => `r.${column} AS "${name}"`)
  .join(', ');

function toRun<R extends Run>(row: R): R {
  const instant = (text: string | null) => (text === null ? null : toInstant(text));
  const { requestedAt, startedAt, finishedAt } = row;
  return {
    ...row,
    ...{ requestedAt: toInstant(requestedAt), startedAt: instant(startedAt), finishedAt: instant(finishedAt) },
  };
}

export interface RunRequest {
  id: string;
  scope: Exclude<RunScope, 'write'>;
  scopeId: string | null;
  /** The time of the schedule that asks for it: it is asked for once. */
  dueKey: string | null;
  who: string;
  keyId: string | null;
}

/**
 * Queues a batch run, unless the same is queued already, or its time of the schedule was asked for before. Null in the
 * latter case.
 */
export async function queueRun(
  db: Db,
  tenant: Tenant,
  request: RunRequest,
): Promise<{ run: Run; isNew: boolean } | null> {
  const { id, scope, scopeId, dueKey, who, keyId } = request;
  const [made] = await retried(db, () =>
    db.run<Run>({
      text: `INSERT INTO consistency_runs AS r (org_id, project, id, mode, scope, scope_id, due_key, status, who, key_id, requested_at)
        VALUES ($1, $2, $3, 'batch', $4, $5, $6, 'queued', $7, $8, clock_timestamp())
        ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      values: [tenant.orgId, tenant.project, id, scope, scopeId, dueKey, who, keyId],
    }),
  );
  if (made !== undefined) return { run: toRun(made), isNew: true };
  const [queued] = await db.run<Run>({
    text: `SELECT ${COLUMNS} FROM consistency_runs r WHERE org_id = $1 AND project = $2 AND status = 'queued' AND scope = $3
      AND scope_id IS NOT DISTINCT FROM $4::uuid`,
    values: [tenant.orgId, tenant.project, scope, scopeId],
  });
  return queued === undefined ? null : { run: toRun(queued), isNew: false };
}

/** How many batch runs were asked for in so many seconds, those of the schedule not counted. */
export async function countAskedRuns(db: Db, tenant: Tenant, seconds: number): Promise<number> {
  const [row] = await db.run<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM consistency_runs WHERE org_id = $1 AND project = $2
      AND requested_at > clock_timestamp() - $3 * interval '1 second' AND mode = 'batch' AND due_key IS NULL AND scope <> 'entity'`,
    values: [tenant.orgId, tenant.project, seconds],
  });
  return row?.count ?? 0;
}

/** A run that this process does, for as long as its lease. */
export interface TakenRun extends Run {
  tenant: Tenant;
}

/** How long whoever does a run may be silent before it counts as dead. */
export const LEASE_S = 60;
/** How often a run that dies is begun again. */
const ATTEMPTS_MAX = 3;

/** Dead runs $1 at a time are closed, and asked for again under the ids $2 unless they died too often. */
const CLOSE_DEAD = `
WITH dead AS MATERIALIZED (
  SELECT r.*, row_number() OVER (ORDER BY r.id) AS place FROM (
    SELECT * FROM consistency_runs WHERE org_id = current_setting('loreguard.org_id', true) AND status = 'running'
      AND lease_until < clock_timestamp() LIMIT $1 FOR UPDATE SKIP LOCKED
  ) r
), closed AS (
  UPDATE consistency_runs r SET status = 'failed', finished_at = clock_timestamp(),
    errors = (r.errors::jsonb || '[{"rule": "run", "message": "Whoever did it fell silent; it is begun again, up to ${ATTEMPTS_MAX} times."}]')::json
  FROM dead WHERE r.org_id = dead.org_id AND r.project = dead.project AND r.id = dead.id
)
INSERT INTO consistency_runs (org_id, project, id, mode, scope, scope_id, status, who, key_id, requested_at, attempts)
SELECT org_id, project, ($2::uuid[])[place], mode, scope, scope_id, 'queued', who, key_id, requested_at, attempts FROM dead
WHERE attempts < ${ATTEMPTS_MAX}
ON CONFLICT DO NOTHING`;

/** The oldest run that waits in a project where none runs. Of two who take one in one project at once one fails. */
const TAKE = `
UPDATE consistency_runs r SET status = 'running', started_at = clock_timestamp(), attempts = r.attempts + 1,
  lease_until = clock_timestamp() + interval '${LEASE_S} seconds'
FROM (
  SELECT org_id, project, id FROM consistency_runs q
  WHERE org_id = current_setting('loreguard.org_id', true) AND status = 'queued' AND NOT EXISTS (
    SELECT FROM consistency_runs o WHERE o.org_id = q.org_id AND o.project = q.project AND o.status = 'running'
  ) ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED
) q WHERE r.org_id = q.org_id AND r.project = q.project AND r.id = q.id AND r.status = 'queued'
RETURNING r.org_id AS "orgId", r.project, ${COLUMNS}`;

const UNIQUE_VIOLATION = '23505';
const DEAD_AT_ONCE = 10;

/**
 * Takes the run that waits the longest in the organisation of the connection, if there is one; what died is closed and
 * waits again.
 * @param freshIds for those that are begun again, one each
 */
export async function takeRun(db: Db, freshIds: () => string): Promise<TakenRun | null> {
  const ids = Array.from({ length: DEAD_AT_ONCE }, freshIds);
  await retried(db, () => db.run({ text: CLOSE_DEAD, values: [DEAD_AT_ONCE, ids] }));
  try {
    const [row] = await retried(db, () => db.run<Run & { orgId: string; project: string }>({ text: TAKE, values: [] }));
    if (row === undefined) return null;
    const { orgId, project, ...run } = row;
    return { ...toRun(run), tenant: { orgId, project } };
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

/** Says that a run goes on, and how far it is; false when it is no longer this one's to do. */
export async function renewRun(
  db: Db,
  { tenant, id }: TakenRun,
  progress: { stepsDone: number; stepsTotal: number },
): Promise<boolean> {
  const rows = await db.run({
    name: 'renew_run',
    text: `UPDATE consistency_runs SET lease_until = clock_timestamp() + interval '${LEASE_S} seconds',
      steps_done = $4, steps_total = $5
      WHERE org_id = $1 AND project = $2 AND id = $3 AND status = 'running' RETURNING id`,
    values: [tenant.orgId, tenant.project, id, progress.stepsDone, progress.stepsTotal],
  });
  return rows.length > 0;
}

/** What a run came to. */
export interface RunResult {
  rulesRun: number;
  violationsFound: number;
  anachronismsFound: number;
  orphansFound: number;
  errors: readonly RunError[];
}

/** Ends a run; nothing happens to one that was closed as dead meanwhile. */
export async function finishRun(db: Db, tenant: Tenant, id: string, result: RunResult): Promise<Run | null> {
  const { rulesRun, violationsFound, anachronismsFound, orphansFound, errors } = result;
  const rows = await retried(db, () =>
    db.run<Run>({
      text: `UPDATE consistency_runs r SET status = 'finished', finished_at = clock_timestamp(), rules_run = $4, violations_found = $5,
        anachronisms_found = $6, orphans_found = $7, errors = $8::json, steps_done = steps_total
        WHERE org_id = $1 AND project = $2 AND id = $3 AND status = 'running' RETURNING ${COLUMNS}`,
      values: [
        ...[tenant.orgId, tenant.project, id, rulesRun, violationsFound, anachronismsFound, orphansFound],
        toJson(errors),
      ],
    }),
  );
  return rows.map(toRun)[0] ?? null;
}

export interface DoneRun extends RunResult {
  id: string;
  mode: RunMode;
  scope: RunScope;
  scopeId: string | null;
  who: string;
  keyId: string | null;
  durationMs: number;
}

/** Puts a run on the record that was done at once. */
export async function recordRun(db: Db, tenant: Tenant, done: DoneRun): Promise<Run | null> {
  const { id, mode, scope, scopeId, who, keyId, durationMs, errors, ...found } = done;
  const rows = await retried(db, () =>
    db.run<Run>({
      name: 'record_run',
      text: `INSERT INTO consistency_runs AS r (org_id, project, id, mode, scope, scope_id, status, who, key_id, requested_at, started_at,
          finished_at, attempts, rules_run, violations_found, anachronisms_found, orphans_found, errors)
        SELECT $1, $2, $3, $4, $5, $6, 'finished', $7, $8, t.at - $9 * interval '1 millisecond', t.at - $9 * interval '1 millisecond', t.at, 1, $10, $11, $12,
          $13, $14::json FROM (SELECT clock_timestamp() AS at) t
        ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      values: [
        ...[tenant.orgId, tenant.project, id, mode, scope, scopeId, who, keyId, durationMs, found.rulesRun],
        ...[found.violationsFound, found.anachronismsFound, found.orphansFound, toJson(errors)],
      ],
    }),
  );
  return rows.map(toRun)[0] ?? null;
}

/** The runs that tell how fresh the record is. */
export interface LatestRuns {
  /** The last that finished, of whatever mode; … */
  latest: Run | null;
  /** … the last that looked at everything, and its age in seconds; … */
  full: Run | null;
  ageS: number | null;
  /** … and those that run or wait, the one that runs first. */
  waiting: Run[];
}

export async function latestRuns(db: Db, tenant: Tenant): Promise<LatestRuns> {
  const one = (condition: string, order: string, limit: number) => `(
    SELECT ${COLUMNS}, NULL::float8 AS "ageS" FROM consistency_runs r WHERE org_id = $1 AND project = $2 AND ${condition}
    ORDER BY ${order} LIMIT ${limit})`;
  const aged = one("status = 'finished' AND scope = 'full'", 'finished_at DESC', 1).replace(
    'NULL::float8',
    'extract(epoch FROM clock_timestamp() - finished_at)::float8',
  );
  const rows = await db.run<Run & { part: string; ageS: number | null }>({
    name: 'latest_runs',
    text: `SELECT 'latest' AS part, l.* FROM ${one("status = 'finished'", 'finished_at DESC', 1)} l
      UNION ALL SELECT 'full', f.* FROM ${aged} f
      UNION ALL SELECT 'waiting', w.* FROM ${one("status IN ('queued', 'running')", 'status DESC, requested_at', 20)} w`,
    values: [tenant.orgId, tenant.project],
  });
  const of = (part: string) =>
    rows.filter((row) => row.part === part).map(({ part: _, ageS: _age, ...run }) => toRun(run));
  const ageS = rows.find((row) => row.part === 'full')?.ageS ?? null;
  return { latest: of('latest')[0] ?? null, full: of('full')[0] ?? null, ageS, waiting: of('waiting') };
}

export async function getRun(db: Db, tenant: Tenant, id: string): Promise<Run | null> {
  const rows = await db.run<Run>({
    name: 'get_run',
    text: `SELECT ${COLUMNS} FROM consistency_runs r WHERE org_id = $1 AND project = $2 AND id = $3`,
    values: [tenant.orgId, tenant.project, id],
  });
  return rows.map(toRun)[0] ?? null;
}

/** Deletes runs after single writes that are older than so many days. */
export async function forgetRuns(db: Db, tenant: Tenant, days: number): Promise<void> {
  const text = `DELETE FROM consistency_runs WHERE org_id = $1 AND project = $2 AND mode = 'live'
    AND requested_at < clock_timestamp() - $3 * interval '1 day'`;
  await retried(db, () => db.run({ text, values: [tenant.orgId, tenant.project, days] }));
}

/** Gives a run back that this process does not end: it waits again. */
export async function giveBackRun(db: Db, { tenant, id }: TakenRun): Promise<void> {
  const text = `UPDATE consistency_runs r SET status = 'queued', lease_until = NULL, attempts = attempts - 1
    WHERE org_id = $1 AND project = $2 AND id = $3 AND status = 'running' AND NOT EXISTS (
      SELECT FROM consistency_runs q WHERE q.org_id = r.org_id AND q.project = r.project AND q.status = 'queued'
        AND q.scope = r.scope AND q.scope_id IS NOT DISTINCT FROM r.scope_id
    )`;
  await db.run({ text, values: [tenant.orgId, tenant.project, id] });
}
