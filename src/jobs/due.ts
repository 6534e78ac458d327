import type { Deps } from '../flows/deps.js';
import { type Job, takeJobs } from '../store/queries/projects/jobs.js';

/** Most jobs that are taken of one organisation at a time. */
export const JOBS_AT_ONCE = 20;

/** Takes and does what is due in every organisation; answers how many jobs it did. A job that fails stays due. */
export function doDue(
  deps: Deps,
  kind: Job['kind'],
  work: (deps: Deps, job: Job) => Promise<unknown>,
  report: (error: unknown) => void,
): Promise<number> {
  const alone = { kind, atOnce: JOBS_AT_ONCE, together: (jobs: readonly Job[]) => jobs.map((job): Jobs => [job]) };
  return doAllDue(deps, alone, (_, [job]) => work(deps, job), report);
}

/** The same for work that does many jobs of one project together. */
export function doDueTogether(
  deps: Deps,
  { kind, atOnce }: { kind: Job['kind']; atOnce: number },
  work: (deps: Deps, jobs: Jobs) => Promise<unknown>,
  report: (error: unknown) => void,
): Promise<number> {
  return doAllDue(deps, { kind, atOnce, together: byProject }, work, report);
}

function byProject(jobs: readonly Job[]): Jobs[] {
  const projects = new Map<string, Jobs>();
  for (const job of jobs) {
    const others = projects.get(job.tenant.project);
    if (others === undefined) projects.set(job.tenant.project, [job]);
    else others.push(job);
  }
  return [...projects.values()];
}

/** At least one. */
export type Jobs = [Job, ...Job[]];

interface DueWork {
  kind: Job['kind'];
  /** Most jobs that are taken of one organisation at a time. */
  atOnce: number;
  together(jobs: readonly Job[]): Jobs[];
}

async function doAllDue(
  deps: Deps,
  { kind, atOnce, together }: DueWork,
  work: (deps: Deps, jobs: Jobs) => Promise<unknown>,
  report: (error: unknown) => void,
): Promise<number> {
  let due = 0;
  let done = 0;
  for (const orgId of await deps.store.listOrgs()) {
    const jobs = await deps.store.tenant(orgId, (db) => takeJobs(db, kind, atOnce));
    due += jobs.length;
    for (const some of together(jobs))
      if (await isDone(deps, () => work(deps, some), kind, report)) done += some.length;
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
