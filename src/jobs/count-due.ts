import type { Deps } from '../flows/deps.js';
import { countDueJobs, JOB_KINDS } from '../store/queries/projects/jobs.js';
import { type BackgroundWork, repeat } from './background.js';

const PAUSE_MS = 15_000;

/** Counts the jobs that are due, of every organisation, for whoever watches the service. */
export async function countDue(deps: Deps): Promise<void> {
  const due = new Map(JOB_KINDS.map((kind) => [kind, 0]));
  for (const orgId of await deps.store.listOrgs()) {
    for (const { kind, count } of await deps.store.tenant(orgId, countDueJobs)) {
      due.set(kind, (due.get(kind) ?? 0) + count);
    }
  }
  for (const [kind, count] of due) deps.telemetry.jobsDue(kind, count);
}

export function startCounting(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const work = async () => {
    await countDue(deps);
    return false;
  };
  return repeat(work, PAUSE_MS, report);
}
