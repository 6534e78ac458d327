import { finishJob, type Job } from '../store/queries/jobs.js';
import type { Deps } from './deps.js';
import { compareStored } from './sweep.js';

/**
 * Compares a stored claim that was stored before it could be compared with everything. What it contradicts becomes
 * disputed with it, for a curator to look at; nothing is refused any more. Answers how many contradictions it opened.
 */
export async function recheck(deps: Deps, job: Job): Promise<number> {
  const opened = await compareStored(deps, job.tenant, job.claimId);
  await deps.store.tenant(job.tenant.orgId, (db) => finishJob(db, job));
  return opened.length;
}
