import type { Deps } from '../flows/deps.js';
import { renormalise } from '../flows/reread.js';
import { takeJobs } from '../store/queries/jobs.js';
import { type BackgroundWork, repeat } from './background.js';

const JOBS_AT_ONCE = 50;
const PAUSE_MS = 10_000;

/**
 * Reads claims that nobody could read when they were stored, in every organisation; answers how many were read. One is
 * taken at a time, and where the source fails the others are left for the next round, so that they are read soon after
 * it recovers.
 */
export async function renormaliseDue(
  deps: Deps,
  report: (error: unknown) => void,
  stop?: AbortSignal,
): Promise<number> {
  let read = 0;
  for (const orgId of await deps.store.listOrgs()) {
    for (let taken = 0; taken < JOBS_AT_ONCE && stop?.aborted !== true; taken++) {
      const [job] = await deps.store.tenant(orgId, (db) => takeJobs(db, 'renormalise', 1));
      if (job === undefined) break;
      const outcome = await renormalise(deps, job).catch((error: unknown) => {
        report(error);
        return null;
      });
      if (outcome === null) break;
      if (outcome) read += 1;
    }
  }
  return read;
}

export function startRenormalising(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat((stop) => renormaliseDue(deps, report, stop), PAUSE_MS, report);
}
