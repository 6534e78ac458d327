import type { Candidate, Claim } from '../core/claim.js';
import { DEFAULT_CONTEXT, type ProjectContext } from '../core/context.js';
import { type ClaimConflict, isWithClaim, type Warning } from '../core/decision.js';
import type { Tenant } from '../core/scope.js';
import { isLong, lockKeys } from '../guard/pipeline.js';
import { findCandidatesOfMany, getCandidates } from '../store/queries/claims/candidates.js';
import { getClaim } from '../store/queries/claims/claims.js';
import { openContradictions } from '../store/queries/consistency/contradictions.js';
import { finishJobs } from '../store/queries/projects/jobs.js';
import { candidatesOf, type Found } from './candidates.js';
import { type ComparingDeps, Comparison } from './comparison.js';
import type { Deps } from './deps.js';
import { requireCurrent, underSettings } from './project-contexts.js';
import { Stopwatch } from './stopwatch.js';
import { Turns } from './turns.js';

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

/** What a comparison of a stored claim came to. */
export interface ComparedStored {
  opened: FoundContradiction[];
  /** That it was not compared with all. */
  notices: Warning[];
}

/** What comparing stored claims needs. */
export type SweepDeps = ComparingDeps & Pick<Deps, 'store' | 'ids' | 'contexts'>;

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
  deps: SweepDeps,
  plan: Sweep,
  claimIds: readonly string[],
): Promise<{ compared: number; contradictions: FoundContradiction[]; notices: Map<string, Warning[]> }> {
  const contradictions: FoundContradiction[] = [];
  const notices = new Map<string, Warning[]>();
  let compared = 0;
  try {
    while (compared < claimIds.length && deps.clock.elapsed() < plan.until) {
      const ids = claimIds.slice(compared, compared + AT_ONCE);
      compared += await sweepSome(deps, plan, ids, (id, found) => {
        contradictions.push(...found.opened);
        if (found.notices.length > 0) notices.set(id, found.notices);
      });
    }
  } catch (error) {
    plan.report(error);
  }
  return { compared, contradictions, notices };
}

/** Answers how many of the claims, from the first on, it came to: many that contradict something take long. */
async function sweepSome(
  deps: SweepDeps,
  { tenant, runId, until }: Sweep,
  ids: readonly string[],
  tell: (id: string, found: ComparedStored) => void,
): Promise<number> {
  const conflicting = await worthComparing(deps, tenant, ids);
  let done = 0;
  for (const id of ids) {
    if (conflicting.has(id)) {
      if (deps.clock.elapsed() >= until) break;
      tell(id, await compareStored(deps, tenant, id, runId));
    }
    done += 1;
  }
  await deps.store.tenant(tenant.orgId, (db) => finishJobs(db, tenant, 'recheck', ids.slice(0, done)));
  return done;
}

/** Those of the claims that contradict something as it stands now, whatever a policy may make of it, and those too long to tell. */
export async function worthComparing(deps: SweepDeps, tenant: Tenant, ids: readonly string[]): Promise<Set<string>> {
  const [found, claims] = await deps.store.tenant(tenant.orgId, async (db) => {
    const candidates = await findCandidatesOfMany(db, tenant, ids);
    const named = new Set([...ids, ...[...candidates.values()].flat()]);
    return [candidates, await getCandidates(db, tenant, [...named])] as const;
  });
  const worth = new Set<string>();
  const turns = new Turns(deps.clock);
  for (const id of ids) {
    const claim = claims.get(id);
    const candidates = found.get(id)?.flatMap((candidateId) => claims.get(candidateId) ?? []) ?? [];
    if (claim === undefined) continue;
    // What a long statement may contradict is looked for clause by clause, when it is compared by itself.
    if (isLong(claim.reading)) worth.add(id);
    else if (candidates.length > 0) {
      const { conflicts } = await judged(deps, DEFAULT_CONTEXT, claim, { candidates, isCut: false }, turns);
      if (conflicts.length > 0) worth.add(id);
    }
  }
  return worth;
}

/**
 * Compares one stored claim with what is stored, and disputes it with all that it contradicts. A claim that is not
 * active any more contradicts nothing.
 */
export async function compareStored(
  deps: SweepDeps,
  tenant: Tenant,
  claimId: string,
  runId: string | null = null,
): Promise<ComparedStored> {
  const opened: FoundContradiction[] = [];
  let notices: Warning[] = [];
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, claimId));
    if (claim?.status !== 'active') break;
    const { conflicts, warnings } = await underSettings(deps, tenant, (context) => again(deps, tenant, context, claim));
    notices = warnings.filter(({ code }) => code === 'not_fully_compared');
    const found = await open(deps, tenant, claim, conflicts, runId);
    opened.push(...found);
    if (found.length === conflicts.length) break;
  }
  return { opened, notices };
}

/** A stored claim beside what it is not in dispute with. */
async function again(deps: SweepDeps, tenant: Tenant, context: ProjectContext, claim: Claim): Promise<Judged> {
  const { id, reading, disputedWith } = claim;
  const query = { lockKeys: lockKeys(reading), exclude: [id, ...disputedWith] };
  const found = await candidatesOf(deps.store, tenant, reading, query);
  requireCurrent(context, found.contextVersion);
  return judged(deps, context, claim, found);
}

interface Judged {
  conflicts: ClaimConflict[];
  warnings: Warning[];
}

/** A repetition of another claim is no reason to look no further: it is stored already. */
async function judged(
  deps: SweepDeps,
  context: ProjectContext,
  { statement, kind, reading }: Pick<Candidate, 'statement' | 'kind' | 'reading'>,
  found: Pick<Found, 'candidates' | 'isCut'>,
  turns = new Turns(deps.clock),
): Promise<Judged> {
  const watch = new Stopwatch(deps.clock);
  const subject = { statement, kind, reading, replaces: true, context, watch, isStored: true, turns };
  // Of two stored claims none is refused: they are in dispute, whoever says so.
  const candidates = found.candidates.map(({ isAdvisory: _, ...candidate }) => candidate);
  const { conflicts, warnings } = await new Comparison(deps, subject).decide({ ...found, candidates });
  return { conflicts: conflicts.filter(isWithClaim), warnings };
}

async function open(
  deps: SweepDeps,
  tenant: Tenant,
  claim: Claim,
  conflicts: readonly ClaimConflict[],
  runId: string | null,
): Promise<FoundContradiction[]> {
  const disputes = conflicts.map(({ claim: { id, systemFrom }, code, reason, slots, spans }) => ({
    ...{ id, systemFrom, violationId: deps.ids.next(), detail: { code, reason, slots, spans } },
  }));
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
