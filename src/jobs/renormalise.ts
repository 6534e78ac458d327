import type { Deps } from '../flows/deps.js';
import { renormalise } from '../flows/reread.js';
import { type Job, takeJobs } from '../store/queries/jobs.js';
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
      const outcome = await tryOne(deps, job, report);
      if (outcome === 'source failed') break;
      if (outcome === 'read') read += 1;
    }
  }
  return read;
}

async function tryOne(
  deps: Deps,
  job: Job,
  report: (error: unknown) => void,
): Promise<'read' | 'unread' | 'source failed'> {
  try {
    const isRead = await renormalise(deps, job);
    deps.telemetry.jobEnded('renormalise', isRead ? 'done' : 'failed');
    return isRead ? 'read' : 'unread';
  } catch (error) {
    report(error);
    deps.telemetry.jobEnded('renormalise', 'failed');
    return 'source failed';
  }
}

export function startRenormalising(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async (stop) => (await renormaliseDue(deps, report, stop)) >= JOBS_AT_ONCE, PAUSE_MS, report);
}
