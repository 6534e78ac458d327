import type { Claim } from '../core/claim.js';
import { type Conflict, type Decision, isToBeJudged, isToBeRechecked, isWithClaim } from '../core/decision.js';
import type { Reading } from '../core/norm.js';
import { overAt, type Unit } from '../core/period.js';
import type { Ids } from '../core/ports.js';
import { isBeyondLocks } from '../guard/pipeline.js';
import {
  type CommitInput,
  type CommitRelations,
  type DecisionInput,
  type Dispute,
  type DisputedByRelation,
  disputedWith,
  type EndedWindow,
} from '../store/queries/claims/commit-input.js';
import type { Draft } from './draft.js';
import { readBound } from './lore/around.js';
import { type Prepared, relationsToCommit } from './lore/commit-relations.js';

/** What a draft and its decision become in the store, and the claims as they stand after the commit. */

export function decisionInput(ids: Ids, { request, watch }: Draft, decision: Decision): DecisionInput {
  const { related: _shown, ...recorded } = decision;
  return { id: ids.next(), op: request.op, decision: recorded, request, timings: watch.timings() };
}

/** A forced write disputes what it contradicts; any other write contradicts nothing. */
export function commitInput(
  ids: Ids,
  draft: Draft,
  heads: ReadonlyMap<string, number>,
  decision: Decision,
  requireHeads: boolean,
  { lore, ending }: Prepared,
): CommitInput {
  const { tenant, statement, kind, who, reason, source, entity, tags, scope, validFrom, validUntil, dependsOn, keyId } =
    draft.request;
  const { loreSource = null } = draft.request;
  const { claimId, period, saidAt, lockKeys, recallKeys, words } = draft;
  const reading = lore?.reading ?? draft.reading;
  const overridden = decision.conflicts.filter(({ tier }) => tier === 'block');
  const guarded = overridden.length === 0 && reading.normalizerState === 'read';
  const row = decisionInput(ids, draft, decision);
  return {
    tenant,
    claim: {
      ...{ id: claimId, statement, kind, who, reason, source, loreSource, entity, tags, scope },
      ...{ validFrom, validUntil, period, reading, guarded, saidAt, dependsOn, keyId },
    },
    lockKeys,
    recallKeys,
    words,
    heads,
    requireHeads,
    closes: draft.replaced.map((claim) => ({ id: claim.id, systemFrom: claim.systemFrom, next: nextOf(claim, draft) })),
    disputes: disputesOf(ids, overridden, lore),
    disputedRelations: lore === null ? [] : unsaidAgainst(lore),
    freed: ending.claims.filter(({ id }) => !draft.request.targets.includes(id)),
    settle: ending.settle,
    relations: lore === null ? undefined : decidedBy(row.id, relationsToCommit(draft, lore, ending, heads, guarded)),
    job: jobOf(reading, decision),
    isToBeJudged: isToBeJudged(decision),
    decision: row,
  };
}

/** The violations that it opens name the decision. */
function decidedBy(decisionId: string, relations: CommitRelations): CommitRelations {
  const open = relations.open.map((one) => ({ ...one, detail: { ...one.detail, decision_id: decisionId } }));
  return { ...relations, open };
}

/** What its lock keys do not stand for may be contradicted by what others write at the same moment. */
function jobOf(reading: Reading, decision: Decision): CommitInput['job'] {
  if (reading.normalizerState === 'failed_open') return 'renormalise';
  return isToBeRechecked(decision) || isBeyondLocks(reading) ? 'recheck' : null;
}

/**
 * The claims that are disputed from now on: those that conflict by their words, and those whose relations do; between
 * the relations of the latter a violation opens of its own.
 */
function disputesOf(
  ids: Ids,
  overridden: readonly Conflict[],
  lore: Prepared['lore'],
): (Dispute | DisputedByRelation)[] {
  const disputed = new Set(lore?.opening.stored.map(({ claimId }) => claimId));
  const blocking = lore?.clashes.filter(({ weight }) => weight === 'block') ?? [];
  const byRelation = blocking.flatMap(({ claims }) => claims).filter(({ id }) => disputed.has(id));
  const worded = overridden.filter(isWithClaim).filter(({ relations }) => relations === undefined);
  const disputes = new Map<string, Dispute | DisputedByRelation>();
  for (const { id, systemFrom } of byRelation) disputes.set(id, { id, systemFrom, violationId: null });
  for (const { claim } of worded) {
    if (disputes.has(claim.id)) continue;
    disputes.set(claim.id, { id: claim.id, systemFrom: claim.systemFrom, violationId: ids.next() });
  }
  return [...disputes.values()];
}

/** The relations of documents that those of the claim are disputed with. */
function unsaidAgainst({ placed, opening }: NonNullable<Prepared['lore']>): string[] {
  const against = new Set(placed.flatMap(({ id }) => opening.disputedWith.get(id) ?? []));
  return opening.stored.filter(({ id, claimId }) => claimId === null && against.has(id)).map(({ id }) => id);
}

/** The claim as it was stored, so that it needs no second read. */
export function storedClaim(input: CommitInput, systemFrom: string): Claim {
  const { claim, closes } = input;
  const disputed = disputedWith(input);
  return {
    ...claim,
    isUnguarded: !claim.guarded,
    status: 'active',
    isDisputed: disputed.length > 0,
    disputedWith: disputed,
    supersedes: closes.map(({ id }) => id),
    supersededBy: null,
    saidAt: claim.saidAt ?? systemFrom,
    firstStoredAt: systemFrom,
    systemFrom,
    systemUntil: null,
  };
}

/** What becomes of a claim that is replaced: no longer believed, or true until the new one begins. */
export function nextOf(claim: Claim, { request, window, context }: Draft): 'superseded' | EndedWindow {
  const { from } = window;
  if (request.reasonKind !== 'update' || from === null) return 'superseded';
  const begins = readBound(claim.validFrom, context.calendar);
  const endedBefore = claim.period.possible.until !== null && claim.period.possible.until <= from.start;
  return {
    validUntil: endedBefore ? claim.validUntil : (request.validFrom ?? ''),
    period: overAt(claim.period, begins, from),
    reading: readingUntil(claim.reading, begins, from),
  };
}

/** What a claim says that was so up to a bound: each clause since the beginning that it tells, or else that of the claim. */
export function readingUntil(reading: Reading, begins: Unit | null, until: Unit): Reading {
  const norms = reading.norms.map((norm) => ({
    ...norm,
    period: overAt(norm.period, norm.relation?.begins ?? begins, until),
  }));
  return { ...reading, norms };
}

/** The versions that a supersede opened of the claims that it replaced. */
export function closedClaims(draft: Draft, { claim, closes }: CommitInput, systemFrom: string): Claim[] {
  return draft.replaced.map((old, at) => {
    const next = closes[at]?.next ?? 'superseded';
    const opened = { ...old, supersededBy: claim.id, systemFrom, systemUntil: null };
    if (next !== 'superseded') return { ...opened, ...next };
    return { ...opened, status: 'superseded', isDisputed: false, disputedWith: [] };
  });
}
