import type { Deps } from '../flows/deps.js';
import { type Job, takeJobs } from '../store/queries/projects/jobs.js';

/**
 * What a job came to that asks somebody outside of the process. later: it stays due. unavailable: so does it, and nobody
 * answers at all. given_up: it is struck off without a result.
 */
export type JobOutcome = 'done' | 'later' | 'unavailable' | 'given_up';

/** Jobs of one kind that ask somebody, and how many are done of one organisation before the next has its turn. */
export interface AskingWork {
  kind: Job['kind'];
  atOnce: number;
  work(job: Job): Promise<JobOutcome>;
}

/**
 * Does the due jobs of every organisation one at a time; answers how many it was done with. Where nobody answers, the
 * others are left for the next round without having been taken, so that they are done soon after that is over.
 */
export async function doOneByOne(
  deps: Deps,
  asking: AskingWork,
  report: (error: unknown) => void,
  stop?: AbortSignal,
): Promise<number> {
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) done += await doOfOrg(deps, orgId, asking, report, stop);
  return done;
}

async function doOfOrg(
  deps: Deps,
  orgId: string,
  { kind, atOnce, work }: AskingWork,
  report: (error: unknown) => void,
  stop: AbortSignal | undefined,
): Promise<number> {
  let done = 0;
  for (let taken = 0; taken < atOnce && stop?.aborted !== true; taken++) {
    const [job] = await deps.store.tenant(orgId, (db) => takeJobs(db, kind, 1));
    if (job === undefined) break;
    const outcome = await work(job).catch((error: unknown) => {
      report(error);
      return 'unavailable' as const;
    });
    deps.telemetry.jobEnded(kind, outcome === 'done' ? 'done' : 'failed');
    if (outcome === 'unavailable') break;
    if (outcome !== 'later') done += 1;
  }
  return done;
}
