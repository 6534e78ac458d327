import { queueDue, takeAndDo } from '../flows/consistency/queue.js';
import type { Deps } from '../flows/deps.js';
import { type BackgroundWork, repeat } from './background.js';

const PAUSE_MS = 5000;

/** How often the schedule is looked at. */
const SCHEDULE_MS = 30_000;

/**
 * Does the batch runs that wait, of every organisation, one a project at a time, whichever process queued them; and
 * queues those for which the time has come.
 * @param schedule a cron pattern; `off`: only what somebody asks for
 */
export function startConsistency(deps: Deps, schedule: string, report: (error: unknown) => void): BackgroundWork {
  let looked = Number.NEGATIVE_INFINITY;
  const work = async (stop: AbortSignal) => {
    if (schedule !== 'off' && deps.clock.elapsed() - looked >= SCHEDULE_MS) {
      looked = deps.clock.elapsed();
      for (const orgId of await deps.store.listOrgs()) await queueDue(deps, orgId, schedule);
    }
    return (await doWaiting(deps, report, stop)) > 0;
  };
  return repeat(work, PAUSE_MS, report);
}

/** Does one run of each organisation where one waits; answers how many. One that fails is begun again after its lease. */
export async function doWaiting(deps: Deps, report: (error: unknown) => void, stop?: AbortSignal): Promise<number> {
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) {
    if (stop?.aborted === true) break;
    try {
      if (await takeAndDo(deps, orgId, stop)) done += 1;
    } catch (error) {
      report(error);
    }
  }
  return done;
}
