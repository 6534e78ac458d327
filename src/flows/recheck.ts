import { listRelationsOfClaim, tellingRelations } from '../store/queries/lore/relations.js';
import { finishJob, finishJobs, finishTaken, type Job } from '../store/queries/projects/jobs.js';
import type { Deps } from './deps.js';
import { compareRelations } from './documents/sweep-lore.js';
import { compareStored, worthComparing } from './sweep.js';

/**
 * Compares a claim that was stored before it could be compared with everything, by its words and by the relations that
 * it says. What they contradict becomes disputed with them, for a curator to look at; nothing is refused any more. Answers
 * how many violations it opened; where other writes kept getting in its way, the job stays due.
 */
export async function recheck(deps: Deps, job: Job): Promise<number> {
  const { tenant, about: claimId } = job;
  const { opened } = await compareStored(deps, tenant, claimId);
  const said = await deps.store.tenant(tenant.orgId, (db) => listRelationsOfClaim(db, tenant, claimId));
  const found = await compareRelations(
    deps,
    tenant,
    said.map(({ id }) => id),
    null,
  );
  if (found === null) return opened.length;
  await deps.store.tenant(tenant.orgId, (db) => finishJob(db, job));
  return opened.length + found.length;
}

/**
 * The same for claims of one project: those that contradict nothing and say no relation are struck off together, without
 * being looked at one by one. One that fails stays due, and keeps none of the others back.
 * @throws what it failed with
 */
export async function recheckAll(deps: Deps, jobs: readonly [Job, ...Job[]]): Promise<void> {
  const [{ tenant }] = jobs;
  const ids = jobs.map(({ about }) => about);
  const inDoubt = await worthComparing(deps, tenant, ids);
  const told = await deps.store.tenant(tenant.orgId, (db) => tellingRelations(db, tenant, ids));
  for (const id of told) inDoubt.add(id);
  const [first, ...others] = jobs.filter(({ about }) => !inDoubt.has(about));
  if (first !== undefined) await deps.store.tenant(tenant.orgId, (db) => finishTaken(db, [first, ...others]));
  const faults: unknown[] = [];
  for (const job of jobs) {
    if (inDoubt.has(job.about)) await recheck(deps, job).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0)
    throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'Claims can not be compared.');
}

/** The same for relations of one project that wait for it; those that other writes keep changing stay due. */
export async function recheckRelations(deps: Deps, jobs: readonly [Job, ...Job[]]): Promise<void> {
  const [{ tenant }] = jobs;
  const ids = jobs.map(({ about }) => about);
  const found = await compareRelations(deps, tenant, ids, null);
  if (found === null) return;
  await deps.store.tenant(tenant.orgId, (db) => finishJobs(db, tenant, 'recheck_relation', ids));
}
