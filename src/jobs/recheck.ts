import type { Deps } from '../flows/deps.js';
import { recheck } from '../flows/recheck.js';
import { type Job, takeJobs } from '../store/queries/jobs.js';
import { type BackgroundWork, repeat } from './background.js';

const JOBS_AT_ONCE = 20;
const PAUSE_MS = 5000;

/** Takes and does what is due in every organisation; answers how many jobs it did. A job that fails stays due. */
export async function recheckDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) {
    const jobs = await deps.store.tenant(orgId, (db) => takeJobs(db, 'recheck', JOBS_AT_ONCE));
    for (const job of jobs) if (await isDone(deps, job, report)) done += 1;
  }
  return done;
}

async function isDone(deps: Deps, job: Job, report: (error: unknown) => void): Promise<boolean> {
  try {
    await recheck(deps, job);
    deps.telemetry.jobEnded('recheck', 'done');
    return true;
  } catch (error) {
    report(error);
    deps.telemetry.jobEnded('recheck', 'failed');
    return false;
  }
}

/**
 * Looks for due jobs every few seconds, and at once while there are many, as after an ingest. A database that is away is
 * looked for again, and never ends the work.
 */
export function startRechecks(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async () => (await recheckDue(deps, report)) >= JOBS_AT_ONCE, PAUSE_MS, report);
}
