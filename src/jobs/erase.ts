import type { Deps } from '../flows/deps.js';
import { eraseLatecomers } from '../flows/erase.js';
import { type Job, takeJobs } from '../store/queries/jobs.js';
import { type BackgroundWork, repeat } from './background.js';

const JOBS_AT_ONCE = 20;
const PAUSE_MS = 30_000;

/** Looks once more for words of claims that were erased; answers how many claims it did. One that fails stays due. */
export async function eraseDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) {
    const jobs = await deps.store.tenant(orgId, (db) => takeJobs(db, 'erase', JOBS_AT_ONCE));
    for (const job of jobs) if (await isDone(deps, job, report)) done += 1;
  }
  return done;
}

async function isDone(deps: Deps, job: Job, report: (error: unknown) => void): Promise<boolean> {
  try {
    await eraseLatecomers(deps, job);
    deps.telemetry.jobEnded('erase', 'done');
    return true;
  } catch (error) {
    report(error);
    deps.telemetry.jobEnded('erase', 'failed');
    return false;
  }
}

export function startErasing(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async () => (await eraseDue(deps, report)) >= JOBS_AT_ONCE, PAUSE_MS, report);
}
