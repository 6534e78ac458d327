import type { Candidate, Claim } from '../../core/claim.js';
import { isVerdict, type Judged, type JudgeFault } from '../../core/judge.js';
import type { Tenant } from '../../core/scope.js';
import { admitJudged, examining, leftOpen, lockKeys, OF_A_SWEEP, type PairVerdict } from '../../guard/pipeline.js';
import { getClaim, getClaims } from '../../store/queries/claims/claims.js';
import { findVerdicts, type KeptVerdict, keepVerdicts } from '../../store/queries/claims/judge-verdicts.js';
import { finishJob, type Job } from '../../store/queries/projects/jobs.js';
import { candidatesOf } from '../candidates.js';
import type { Deps } from '../deps.js';
import { Turns } from '../turns.js';
import type { Judging } from './judging.js';
import { verdictKey } from './key.js';
import { raise } from './raise.js';
import { pairOf } from './sides.js';

/** What judging one claim came to. later: not all pairs could be judged; unavailable: nobody answers; then the job stays due. */
export type JudgedClaim = 'done' | 'later' | 'unavailable' | 'given_up';

/** How often a judge that answers nonsense is asked again; one that does not answer at all is asked for ever. */
const NONSENSE_MAX = 5;

/** A judge may say otherwise when it is asked again; what it quotes wrongly stays wrong. */
const WORTH_ASKING_AGAIN: ReadonlySet<JudgeFault> = new Set(['unavailable', 'unusable', 'left_out']);

/** Two claims of which the rules left open what one is to the other: the older one is stored. */
interface OpenPair {
  stored: Claim;
  incoming: Claim;
  key: string;
  verdict: PairVerdict['verdict'];
}

/**
 * Has a judge say what a stored claim is to those that the rules left open beside it, and raises what contradicts. Asks
 * nobody twice: what was said before is on record. No lock is held while it waits.
 */
export async function judgeStored(deps: Deps, judging: Judging, job: Job): Promise<JudgedClaim> {
  const { tenant, about } = job;
  const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, about));
  // What nobody could read has no neighbours to be judged with, until it is read.
  if (claim?.status === 'active' && claim.reading.normalizerState === 'failed_open') return 'later';
  const pairs = claim?.status === 'active' ? await openPairs(deps, judging, tenant, claim) : [];
  const judged = await judgeAll(deps, judging, tenant, pairs);
  for (const pair of pairs) {
    const said = judged.get(pair.key);
    if (said === undefined || !isVerdict(said)) continue;
    const evidence = admitJudged(said, pair.verdict, judging.thresholds);
    if (evidence === 'warn' || evidence === 'block') await raise(deps, judging, tenant, { ...pair, said, evidence });
  }
  const faults = pairs.flatMap(({ key }) => faultOf(judged.get(key)));
  if (faults.includes('unavailable')) return 'unavailable';
  if (faults.length > 0 && job.attempts < NONSENSE_MAX) return 'later';
  await deps.store.tenant(tenant.orgId, (db) => finishJob(db, job));
  return faults.length > 0 ? 'given_up' : 'done';
}

function faultOf(judged: Judged | undefined): JudgeFault[] {
  if (judged === undefined || isVerdict(judged)) return [];
  return WORTH_ASKING_AGAIN.has(judged.fault) ? [judged.fault] : [];
}

/** The pairs that a claim is judged in, as it and its neighbours stand now. */
async function openPairs(deps: Deps, judging: Judging, tenant: Tenant, claim: Claim): Promise<OpenPair[]> {
  const { id, reading, disputedWith } = claim;
  const query = { lockKeys: lockKeys(reading), exclude: [id, ...disputedWith] };
  const found = await candidatesOf(deps.store, tenant, reading, query);
  const examined = await examineAll(deps, claim, found.candidates);
  const { pairs, leftOut } = leftOpen(reading, examined);
  deps.telemetry.judgeLeftOut(leftOut);
  const verdicts = new Map(pairs.map(({ candidate, verdict }) => [candidate.id, verdict]));
  const others = await deps.store.tenant(tenant.orgId, (db) => getClaims(db, tenant, [...verdicts.keys()]));
  return others.flatMap((other) => {
    const verdict = verdicts.get(other.id);
    if (verdict === undefined) return [];
    // Ids sort by time: whichever of the two is judged, it is one pair.
    const [stored, incoming] = other.id < id ? [other, claim] : [claim, other];
    const key = verdictKey(pairOf(stored, incoming), judging.judge.identity);
    return [{ stored, incoming, key, verdict }];
  });
}

async function examineAll(deps: Deps, claim: Claim, candidates: readonly Candidate[]): Promise<PairVerdict[]> {
  const how = { bounds: OF_A_SWEEP, isStored: true };
  return (await new Turns(deps.clock).run(examining(claim.reading, candidates, how))).pairs;
}

/** What was said of the pairs before, and what is said of the others now, which is kept. */
async function judgeAll(
  deps: Deps,
  judging: Judging,
  tenant: Tenant,
  pairs: readonly OpenPair[],
): Promise<Map<string, Judged>> {
  const { judge, jobLimitMs } = judging;
  const keys = pairs.map(({ key }) => key);
  const known = await deps.store.tenant(tenant.orgId, (db) => findVerdicts(db, tenant, keys));
  const open = [...new Map(pairs.filter(({ key }) => !known.has(key)).map((pair) => [pair.key, pair])).values()];
  const said =
    open.length === 0
      ? []
      : await judge.judge(
          open.map(({ stored, incoming }) => pairOf(stored, incoming)),
          jobLimitMs,
        );
  open.forEach(({ key }, at) => {
    known.set(key, said[at] ?? { fault: 'left_out' });
  });
  deps.telemetry.judged(open.map(({ key }) => known.get(key) ?? { fault: 'left_out' }));
  const kept = pairs.flatMap(({ key, stored, incoming }): KeptVerdict[] => {
    const judged = known.get(key);
    const isFinal = judged !== undefined && faultOf(judged).length === 0;
    return isFinal ? [{ key, storedId: stored.id, incomingId: incoming.id, judged }] : [];
  });
  await deps.store.tenant(tenant.orgId, (db) => keepVerdicts(db, tenant, judge.identity, kept));
  return known;
}
