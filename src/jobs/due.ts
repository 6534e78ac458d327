import type { Deps } from '../flows/deps.js';
import { type Job, takeJobs } from '../store/queries/jobs.js';

/** Most jobs that are taken of one organisation at a time. */
export const JOBS_AT_ONCE = 20;

/** Takes and does what is due in every organisation; answers how many jobs it did. A job that fails stays due. */
export async function doDue(
  deps: Deps,
  kind: Job['kind'],
  work: (deps: Deps, job: Job) => Promise<unknown>,
  report: (error: unknown) => void,
): Promise<number> {
  let due = 0;
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) {
    const jobs = await deps.store.tenant(orgId, (db) => takeJobs(db, kind, JOBS_AT_ONCE));
    due += jobs.length;
    for (const job of jobs) if (await isDone(deps, () => work(deps, job), kind, report)) done += 1;
  }
  deps.telemetry.jobsDue(kind, due);
  return done;
}

async function isDone(
  { telemetry }: Deps,
  work: () => Promise<unknown>,
  kind: Job['kind'],
  report: (error: unknown) => void,
): Promise<boolean> {
  try {
    await work();
    telemetry.jobEnded(kind, 'done');
    return true;
  } catch (error) {
    report(error);
    telemetry.jobEnded(kind, 'failed');
    return false;
  }
}
