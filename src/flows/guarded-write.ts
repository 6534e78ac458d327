import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim, WriteRequest } from '../core/claim.js';
import type { Decision, Resolution, Warning } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { getClaim } from '../store/queries/claims/claims.js';
import { recordDecision } from '../store/queries/claims/decisions.js';
import { lockEnds, lockHeads } from '../store/queries/claims/heads.js';
import { within } from '../store/store.js';
import { afterGuarded } from './consistency/live.js';
import { type Decided, Decider } from './decider.js';
import { supportsOf, unsupportedBy } from './dependencies.js';
import type { Deps } from './deps.js';
import { type Draft, draftWrite } from './draft.js';
import { waysOut } from './force.js';
import { NOTHING_PREPARED, prepare } from './lore/commit-relations.js';
import { settleCalendar, underSettings } from './project-contexts.js';
import { closedClaims, commitInput, decisionInput, storedClaim } from './rows.js';
import { withUnkept } from './unkept.js';

/** The claim, those that it closed, and the active claims that depend on what was closed. */
interface StoredParts {
  claim: Claim;
  closed: Claim[];
  unsupported: Claim[];
}

/** What became of a guarded write. A refusal is an outcome, not an error. */
export type WriteOutcome = OnRecord &
  (({ result: 'stored' | 'unchanged' } & StoredParts) | { result: 'conflict'; resolutions: Resolution[] });

/** What every outcome has: the decision, its id on the record, and the milliseconds that each stage took. */
interface OnRecord {
  decision: Decision;
  decisionId: string;
  timings: Record<string, number>;
}

/** How often the path is repeated when other writes moved a head meanwhile. */
const REPEATS_MAX = 3;
/** Before each repeat, at most, times its turn: long enough for a write of another process to get through. */
const PAUSE_MS = 20;

/** A moved head: the path is to be repeated. */
const MOVED = Symbol('moved');

/**
 * Stores a claim unless it contradicts active ones: read, compare, decide, then one statement that commits only if
 * no other write touched the same keys since the candidates were read.
 * @param replaced the active claims that a supersede closes in the same statement
 * @throws Problem when the request is not valid, forces what it may not, or a replaced claim is no longer active
 */
export async function guardedWrite(deps: Deps, request: WriteRequest, replaced: Claim[] = []): Promise<WriteOutcome> {
  const supports = await supportsOf(deps, request);
  let isOfLore = false;
  let judge: Draft['judge'] = null;
  const outcome = await underSettings(deps, request.tenant, async (context) => {
    const draft = await draftWrite(deps, context, request, replaced, supports);
    const decider = new Decider(deps, draft);
    judge = draft.judge;
    isOfLore = draft.stated.length > 0 || request.targets.length > 0;
    const first = await attempt(deps, decider, true);
    return first === MOVED ? deps.queue.run(decider.lockKeys, () => repeat(deps, draft, decider)) : first;
  });
  if (outcome.result === 'stored') await keepSaid(judge, outcome.claim.id);
  if (outcome.result === 'stored' && isOfLore) await afterStored(deps, request, [outcome]);
  deps.telemetry.decided(outcome);
  return outcome;
}

/** Keeps what a judge said of a write beside the claim that was stored. */
export function keepSaid(judge: Draft['judge'], claimId: string): Promise<void> {
  return judge?.keep(claimId) ?? Promise.resolve();
}

/** Looks for what is an orphan by writes that are stored, or is none any more. */
export async function afterStored(
  deps: Deps,
  { tenant, who, keyId }: Pick<WriteRequest, 'tenant' | 'who' | 'keyId'>,
  outcomes: readonly StoredParts[],
): Promise<void> {
  const claimIds = outcomes.flatMap(({ claim, closed }) => [claim, ...closed].map(({ id }) => id));
  await afterGuarded(deps, tenant, { who, keyId }, { claimIds });
}

/** The decision that a write would get now, and its ways out. Nothing is written. */
export async function checkWrite(
  deps: Deps,
  request: WriteRequest,
  replaced: Claim[] = [],
): Promise<{ decision: Decision; resolutions: Resolution[]; timings: Record<string, number> }> {
  const supports = await supportsOf(deps, request);
  return underSettings(deps, request.tenant, async (context) => {
    const draft = await draftWrite(deps, context, request, replaced, supports);
    const { decision: decided } = await new Decider(deps, draft).decide(deps);
    const decision = await withKept(deps, request, decided);
    return { decision, resolutions: waysOut(context, request, decision), timings: draft.watch.timings() };
  });
}

/** What would be said of the claim that it repeats, if it repeats one. */
async function withKept(deps: Deps, request: WriteRequest, decision: Decision): Promise<Decision> {
  const { duplicateOf } = decision;
  if (duplicateOf === null) return decision;
  const claim = await deps.store.tenant(request.tenant.orgId, (db) => getClaim(db, request.tenant, duplicateOf));
  return claim === null ? decision : withUnkept(decision, request, claim);
}

/** Repeats behind the other writers of these keys in this process, so that only those of other processes can race. */
async function repeat(deps: Deps, draft: Draft, decider: Decider): Promise<WriteOutcome> {
  for (let turn = 1; turn <= 3 * REPEATS_MAX; turn++) {
    await sleep(PAUSE_MS * turn * deps.random.next());
    // What it changes besides has to be at the versions seen even when the heads need not be.
    const isLast = turn === REPEATS_MAX;
    const outcome = await (isLast
      ? attemptHolding(deps, draft.request.tenant, decider)
      : attempt(deps, decider, turn < REPEATS_MAX));
    if (outcome !== MOVED) return outcome;
  }
  throw new Problem('unavailable', 'The database refused the write again and again; nothing was stored.');
}

/** Reads, decides and commits while it holds what it takes, so that it has its turn however busy the writers of others are. */
async function attemptHolding(deps: Deps, tenant: Tenant, decider: Decider): Promise<WriteOutcome | typeof MOVED> {
  return deps.store.transaction(tenant.orgId, async (db) => {
    if (!(await lockEnds(db, tenant, decider.ends))) return MOVED;
    await lockHeads(db, tenant, decider.lockKeys);
    decider.askNoMore();
    return attempt({ ...deps, store: within(deps.store, db) }, decider, true);
  });
}

async function attempt(deps: Deps, decider: Decider, requireHeads: boolean): Promise<WriteOutcome | typeof MOVED> {
  const decided = await decider.decide(deps);
  const { decision, draft } = decided;
  if (decision.tier === 'unchanged') return keep(deps, draft, decision);
  if (decision.tier === 'block') return refuse(deps, draft, decision);
  const judged = requireHeads ? decision : notFullyCompared(decision);
  return commit(deps, { ...decided, decision: judged }, requireHeads);
}

/** An exact duplicate: nothing new is stored but the decision. The claim may be gone meanwhile. */
async function keep(deps: Deps, draft: Draft, decided: Decision): Promise<WriteOutcome | typeof MOVED> {
  const { tenant } = draft.request;
  const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, decided.duplicateOf ?? ''));
  if (claim === null || claim.status !== 'active') return MOVED;
  const decision = withUnkept(decided, draft.request, claim);
  const decisionId = await record(deps, draft, decision, 'unchanged', claim);
  const timings = draft.watch.timings();
  return { result: 'unchanged', claim, closed: [], unsupported: [], decision, decisionId, timings };
}

async function refuse(deps: Deps, draft: Draft, decision: Decision): Promise<WriteOutcome> {
  const decisionId = await record(deps, draft, decision, 'conflict', null);
  const ways = waysOut(draft.context, draft.request, decision);
  return { result: 'conflict', decision, decisionId, resolutions: ways, timings: draft.watch.timings() };
}

async function record(
  deps: Deps,
  draft: Draft,
  decision: Decision,
  result: 'unchanged' | 'conflict',
  claim: Claim | null,
): Promise<string> {
  const { tenant } = draft.request;
  const row = { ...decisionInput(deps.ids, draft, decision), tenant, result, claim };
  await draft.watch.timeAsync('commit', () => deps.store.tenant(tenant.orgId, (db) => recordDecision(db, row)));
  return row.id;
}

async function commit(
  deps: Deps,
  { draft, found, decision, lore }: Decided,
  requireHeads: boolean,
): Promise<WriteOutcome | typeof MOVED> {
  const { tenant } = draft.request;
  await settleCalendar(deps, tenant, draft.context);
  const isPlain = lore === null && draft.request.targets.length === 0;
  const prepared = isPlain
    ? NOTHING_PREPARED
    : await deps.store.tenant(tenant.orgId, (db) => prepare(deps, db, draft, lore));
  if (prepared === null) return MOVED;
  const input = commitInput(deps.ids, draft, found.heads, decision, requireHeads, prepared);
  // Read before the commit: what is stored is acknowledged, whatever happens after.
  const unsupported = await unsupportedBy(deps, tenant, draft.request.targets);
  const result = await draft.watch.timeAsync('commit', () => deps.store.commit(input));
  switch (result.outcome) {
    case 'moved':
      return MOVED;
    case 'not_active':
      throw new Problem('not_active', `No longer active: ${result.ids.join(', ')}.`);
    case 'stored':
      return {
        result: 'stored',
        claim: storedClaim(input, result.systemFrom),
        closed: closedClaims(draft, input, result.systemFrom),
        unsupported,
        decision,
        decisionId: input.decision.id,
        timings: draft.watch.timings(),
      };
  }
}

function notFullyCompared(decision: Decision): Decision {
  const warning: Warning = {
    code: 'not_fully_compared',
    claim: null,
    confidence: 'LOW',
    stage: 'store',
    slots: {},
    reason: 'Other writes about the same thing kept arriving; this claim may not have been compared with all of them.',
  };
  const tier = decision.tier === 'clean' ? 'warn' : decision.tier;
  return { ...decision, tier, warnings: [...decision.warnings, warning] };
}
