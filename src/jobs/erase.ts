import type { Deps } from '../flows/deps.js';
import { eraseLatecomers } from '../flows/erase.js';
import { takeJobs } from '../store/queries/jobs.js';
import { type BackgroundWork, repeat } from './background.js';

const JOBS_AT_ONCE = 20;
const PAUSE_MS = 30_000;

/** Looks once more for words of claims that were erased; answers how many claims it did. One that fails stays due. */
export async function eraseDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) {
    for (const job of await deps.store.tenant(orgId, (db) => takeJobs(db, 'erase', JOBS_AT_ONCE))) {
      await eraseLatecomers(deps, job).then(() => {
        done += 1;
      }, report);
    }
  }
  return done;
}

export function startErasing(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(() => eraseDue(deps, report), PAUSE_MS, report);
}
