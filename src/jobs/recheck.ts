import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../flows/deps.js';
import { recheck } from '../flows/recheck.js';
import { takeJobs } from '../store/queries/jobs.js';

const JOBS_AT_ONCE = 20;
const PAUSE_MS = 5000;

/** Work in the background of a server, until it is stopped. */
export interface BackgroundWork {
  /** Ends after the job that runs now. */
  stop(): Promise<void>;
}

/** Takes and does what is due in every organisation; answers how many jobs it did. A job that fails stays due. */
export async function recheckDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) {
    const jobs = await deps.store.tenant(orgId, (db) => takeJobs(db, 'recheck', JOBS_AT_ONCE));
    for (const job of jobs) {
      await recheck(deps, job).then(() => {
        done += 1;
      }, report);
    }
  }
  return done;
}

/** Looks for due jobs every few seconds, and at once while there are many, as after an ingest. A database that is away is looked for again, and never ends the work. */
export function startRechecks(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const stopped = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const done = await recheckDue(deps, report).catch((error) => {
        report(error);
        return 0;
      });
      if (done >= JOBS_AT_ONCE) continue;
      await sleep(PAUSE_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}
