import type { Claim } from '../core/claim.js';
import type { Decision } from '../core/decision.js';
import type { Ids } from '../core/ports.js';
import type { CommitInput, DecisionInput } from '../store/queries/commit.js';
import type { Draft } from './draft.js';

/** What a draft and its decision become in the store, and the claims as they stand after the commit. */

export function decisionInput(ids: Ids, { request, watch }: Draft, decision: Decision): DecisionInput {
  return { id: ids.next(), op: request.op, decision, request, timings: watch.timings() };
}

/** A forced write disputes what it contradicts; any other write contradicts nothing. */
export function commitInput(
  ids: Ids,
  draft: Draft,
  heads: ReadonlyMap<string, number>,
  decision: Decision,
  requireHeads: boolean,
): CommitInput {
  const { tenant, statement, kind, who, reason, source, entity, tags, scope, validFrom, validUntil, dependsOn } =
    draft.request;
  const { reading, period, saidAt, lockKeys, recallKeys } = draft;
  const overridden = decision.conflicts.filter(({ tier }) => tier === 'block');
  const guarded = overridden.length === 0 && reading.normalizerState === 'read';
  return {
    tenant,
    claim: {
      ...{ id: ids.next(), statement, kind, who, reason, source, entity, tags, scope },
      ...{ validFrom, validUntil, period, reading, guarded, saidAt, dependsOn },
    },
    lockKeys,
    recallKeys,
    heads,
    requireHeads,
    closes: draft.replaced.map(({ id, systemFrom }) => ({ id, systemFrom, next: 'superseded' })),
    disputes: overridden.map(({ claim }) => ({
      id: claim.id,
      systemFrom: claim.systemFrom,
      violationId: ids.next(),
    })),
    recheck: false,
    decision: decisionInput(ids, draft, decision),
  };
}

/** The claim as it was stored, so that it needs no second read. */
export function storedClaim({ claim, closes, disputes }: CommitInput, systemFrom: string): Claim {
  return {
    ...claim,
    status: 'active',
    isDisputed: disputes.length > 0,
    disputedWith: disputes.map(({ id }) => id),
    supersedes: closes.map(({ id }) => id),
    supersededBy: null,
    saidAt: claim.saidAt ?? systemFrom,
    systemFrom,
    systemUntil: null,
  };
}

/** The version that a supersede opened of a claim that it closed. */
export function closedClaim(claim: Claim, supersededBy: string, systemFrom: string): Claim {
  return { ...claim, status: 'superseded', supersededBy, systemFrom, systemUntil: null };
}
