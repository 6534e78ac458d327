import type { Candidate, Claim } from '../core/claim.js';
import { DEFAULT_CONTEXT, type ProjectContext } from '../core/context.js';
import { type ClaimConflict, isWithClaim } from '../core/decision.js';
import type { Tenant } from '../core/scope.js';
import { lockKeys, recallKeys } from '../guard/pipeline.js';
import { findCandidates, findCandidatesOfMany, getCandidates } from '../store/queries/candidates.js';
import { getClaim } from '../store/queries/claims.js';
import { openContradictions } from '../store/queries/contradictions.js';
import { finishJobs } from '../store/queries/jobs.js';
import { Comparison } from './comparison.js';
import type { Deps } from './deps.js';
import { requireCurrent, underSettings } from './project-contexts.js';
import { Stopwatch } from './stopwatch.js';

/** A contradiction between two stored claims, just opened. */
export interface FoundContradiction {
  id: string;
  /** What was stored before, and what was compared with it. */
  sides: [{ id: string; statement: string }, { id: string; statement: string }];
  code: ClaimConflict['code'];
  reason: string;
  /** ISO 8601. */
  detectedAt: string;
}

/** The run that compares, and when it stops. */
export interface Sweep {
  tenant: Tenant;
  runId: string;
  /** On the clock's `elapsed`. */
  until: number;
  /** Told of a fault, which ends the sweep. */
  report(error: unknown): void;
}

const AT_ONCE = 100;

/** How often a claim is compared again because another write changed one of the two meanwhile. */
const TRIES_MAX = 3;

/**
 * Compares claims that were stored without being compared, many at once, and opens the contradictions that it finds.
 * What is done is taken off the list of jobs; what the time does not suffice for stays there. Never throws.
 */
export async function sweep(
  deps: Deps,
  plan: Sweep,
  claimIds: readonly string[],
): Promise<{ compared: number; contradictions: FoundContradiction[] }> {
  const contradictions: FoundContradiction[] = [];
  let compared = 0;
  try {
    while (compared < claimIds.length && deps.clock.elapsed() < plan.until) {
      const ids = claimIds.slice(compared, compared + AT_ONCE);
      compared += await sweepSome(deps, plan, ids, (found) => contradictions.push(...found));
    }
  } catch (error) {
    plan.report(error);
  }
  return { compared, contradictions };
}

/** Answers how many of the claims, from the first on, it came to: many that contradict something take long. */
async function sweepSome(
  deps: Deps,
  { tenant, runId, until }: Sweep,
  ids: readonly string[],
  opened: (found: readonly FoundContradiction[]) => void,
): Promise<number> {
  const conflicting = await contradicting(deps, tenant, ids);
  let done = 0;
  for (const id of ids) {
    if (conflicting.has(id)) {
      if (deps.clock.elapsed() >= until) break;
      opened(await compareStored(deps, tenant, id, runId));
    }
    done += 1;
  }
  await deps.store.tenant(tenant.orgId, (db) => finishJobs(db, tenant, 'recheck', ids.slice(0, done)));
  return done;
}

/** Those of the claims that contradict something as it stands now, whatever a policy may make of it. */
async function contradicting(deps: Deps, tenant: Tenant, ids: readonly string[]): Promise<Set<string>> {
  const [found, claims] = await deps.store.tenant(tenant.orgId, async (db) => {
    const candidates = await findCandidatesOfMany(db, tenant, ids);
    const named = new Set([...candidates.keys(), ...[...candidates.values()].flat()]);
    return [candidates, await getCandidates(db, tenant, [...named])] as const;
  });
  const contradicting = new Set<string>();
  for (const [id, candidateIds] of found) {
    const claim = claims.get(id);
    const others = candidateIds.flatMap((candidateId) => claims.get(candidateId) ?? []);
    if (claim === undefined) continue;
    if ((await conflictsOf(deps, DEFAULT_CONTEXT, claim, others)).length > 0) contradicting.add(id);
  }
  return contradicting;
}

/**
 * Compares one stored claim with what is stored, and disputes it with all that it contradicts. A claim that is not
 * active any more contradicts nothing.
 */
export async function compareStored(
  deps: Deps,
  tenant: Tenant,
  claimId: string,
  runId: string | null = null,
): Promise<FoundContradiction[]> {
  const opened: FoundContradiction[] = [];
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, claimId));
    if (claim?.status !== 'active') return opened;
    const conflicts = await underSettings(deps, tenant, (context) => newConflicts(deps, tenant, context, claim));
    const found = await open(deps, tenant, claim, conflicts, runId);
    opened.push(...found);
    if (found.length === conflicts.length) return opened;
  }
  return opened;
}

async function newConflicts(
  deps: Deps,
  tenant: Tenant,
  context: ProjectContext,
  claim: Claim,
): Promise<ClaimConflict[]> {
  const { id, reading, disputedWith } = claim;
  const query = {
    lockKeys: lockKeys(reading),
    recallKeys: recallKeys(reading),
    exclude: [id, ...disputedWith],
  };
  const found = await deps.store.tenant(tenant.orgId, (db) => findCandidates(db, tenant, query));
  requireCurrent(context, found.contextVersion);
  return conflictsOf(deps, context, claim, found.candidates);
}

/** A repetition of another claim is no reason to look no further: it is stored already. */
async function conflictsOf(
  deps: Deps,
  context: ProjectContext,
  { statement, kind, reading }: Pick<Candidate, 'statement' | 'kind' | 'reading'>,
  candidates: readonly Candidate[],
): Promise<ClaimConflict[]> {
  const subject = { statement, kind, reading, replaces: true, context, watch: new Stopwatch(deps.clock) };
  return (await new Comparison(deps, subject).decide(candidates)).conflicts.filter(isWithClaim);
}

async function open(
  deps: Deps,
  tenant: Tenant,
  claim: Claim,
  conflicts: readonly ClaimConflict[],
  runId: string | null,
): Promise<FoundContradiction[]> {
  const disputes = conflicts.map(({ claim: { id, systemFrom } }) => ({ id, systemFrom, violationId: deps.ids.next() }));
  const { id, systemFrom, statement } = claim;
  const input = { tenant, claim: { id, systemFrom }, disputes, runId };
  const opened = await deps.store.tenant(tenant.orgId, (db) => openContradictions(db, input));
  return opened.flatMap((violation) => {
    const conflict = conflicts.find((other) => other.claim.id === violation.id);
    if (conflict === undefined) return [];
    const { code, reason, claim: other } = conflict;
    const sides: FoundContradiction['sides'] = [
      { id: other.id, statement: other.statement },
      { id, statement },
    ];
    return [{ id: violation.violationId, sides, code, reason, detectedAt: violation.systemFrom }];
  });
}
