import type { Claim } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import { lockKeys, recallKeys } from '../guard/pipeline.js';
import { findCandidates } from '../store/queries/candidates.js';
import { getClaim } from '../store/queries/claims.js';
import { openContradictions } from '../store/queries/contradictions.js';
import { finishJob, type Job } from '../store/queries/jobs.js';
import { Comparison } from './comparison.js';
import type { Deps } from './deps.js';
import { requireCurrent, underSettings } from './project-contexts.js';
import { Stopwatch } from './stopwatch.js';

/**
 * Compares a stored claim that was stored before it could be compared with everything. What it contradicts becomes
 * disputed with it, for a curator to look at; nothing is refused any more. Answers how many contradictions it opened.
 */
export async function recheck(deps: Deps, job: Job): Promise<number> {
  const { tenant, claimId } = job;
  const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, claimId));
  const opened =
    claim?.status === 'active' ? await underSettings(deps, tenant, (context) => openAll(deps, job, context, claim)) : 0;
  await deps.store.tenant(tenant.orgId, (db) => finishJob(db, job));
  return opened;
}

async function openAll(deps: Deps, { tenant }: Job, context: ProjectContext, claim: Claim): Promise<number> {
  const { id, systemFrom, statement, kind, reading } = claim;
  const query = { lockKeys: lockKeys(reading), recallKeys: recallKeys(reading), exclude: [id] };
  const found = await deps.store.tenant(tenant.orgId, (db) => findCandidates(db, tenant, query));
  requireCurrent(context, found.contextVersion);
  const watch = new Stopwatch(deps.clock);
  const comparison = new Comparison(deps, { statement, kind, reading, replaces: false, context, watch });
  const decision = await comparison.decide(found.candidates);
  const disputes = decision.conflicts.map(({ claim: other }) => ({
    id: other.id,
    systemFrom: other.systemFrom,
    violationId: deps.ids.next(),
  }));
  if (disputes.length === 0) return 0;
  const input = { tenant, claim: { id, systemFrom }, disputes };
  return (await deps.store.tenant(tenant.orgId, (db) => openContradictions(db, input))).length;
}
