import { v7 } from 'uuid';
import type { WriteRequest } from '../../src/core/claim.js';
import { type Decision, NOTHING_SET } from '../../src/core/decision.js';
import { ALWAYS } from '../../src/core/period.js';
import { EVERYWHERE, type Tenant } from '../../src/core/scope.js';
import { cancel } from '../../src/flows/cancel.js';
import { ProjectContexts } from '../../src/flows/project-contexts.js';
import { systemClock, systemIds, systemRandom } from '../../src/start/system.js';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import type {
  ClaimVersion,
  CommitInput,
  CommitOutcome,
  DecisionInput,
  EndedWindow,
  NewClaim,
  RevisedClaim,
  UpdatedClaim,
} from '../../src/store/queries/claims/commit-input.js';
import type { FactToStore } from '../../src/store/queries/claims/fact-rows.js';
import type { KeyAction, NewKey } from '../../src/store/queries/projects/keys.js';
import type { Store } from '../../src/store/store.js';
import type { Db } from '../../src/store/tenant.js';
import { lexicon } from './lexicon.js';

export const ACME: Tenant = { orgId: 'acme', project: 'canary' };

export function newClaim(fields: Partial<NewClaim> = {}): NewClaim {
  return {
    id: v7(),
    statement: 'Deploys must use a blue canary',
    kind: 'decision',
    who: 'alice',
    reason: null,
    source: null,
    loreSource: null,
    entity: null,
    tags: [],
    scope: EVERYWHERE,
    validFrom: null,
    validUntil: null,
    period: ALWAYS,
    reading: { textKey: 'deploys must use a blue canary', norms: [], normVersion: 1, normalizerState: 'read' },
    guarded: true,
    dependsOn: [],
    keyId: null,
    saidAt: null,
    ...fields,
  };
}

const CLEAN: Decision = {
  tier: 'clean',
  conflicts: [],
  conflictsTotal: 0,
  warnings: [],
  duplicateOf: null,
  norms: [],
  compared: [],
  nli: 'off',
  versions: { normalizer: 1, lexicon: 'test', model: null, rules: 1 },
  settings: NOTHING_SET,
};

export function newDecision(tenant = ACME, statement = 'Deploys must use a blue canary'): DecisionInput {
  const request: WriteRequest = {
    op: 'remember',
    tenant,
    statement,
    who: 'alice',
    kind: 'decision',
    reason: null,
    source: null,
    scope: EVERYWHERE,
    validFrom: null,
    validUntil: null,
    entity: null,
    tags: [],
    saidAt: null,
    forceException: false,
    reasonKind: null,
    targets: [],
    dependsOn: [],
    keyId: null,
    role: 'admin',
  };
  return { id: v7(), op: 'remember', decision: CLEAN, request, timings: { structural: 0.1 } };
}

export function newCommit(fields: Partial<CommitInput> = {}): CommitInput {
  const tenant = fields.tenant ?? ACME;
  return {
    tenant,
    claim: newClaim(),
    lockKeys: ['canary'],
    recallKeys: ['canary blue'],
    words: { all: ['canary'], listed: ['canary'] },
    heads: new Map(),
    requireHeads: true,
    closes: [],
    disputes: [],
    job: null,
    decision: newDecision(tenant),
    ...fields,
  };
}

/** Reads the heads and commits, as a writer does that finds nothing against it. */
export async function store(db: Db, fields: Partial<CommitInput> = {}): Promise<CommitOutcome> {
  const input = newCommit(fields);
  const { heads } = await findCandidates(db, input.tenant, input);
  return commitWrite(db, { ...input, heads });
}

/** As `store`, for a claim that must be stored: its version. */
export async function stored(db: Db, fields: Partial<CommitInput> = {}): Promise<{ id: string; systemFrom: string }> {
  const claim = fields.claim ?? newClaim();
  const outcome = await store(db, { ...fields, claim });
  if (outcome.outcome !== 'stored') throw new Error(`not stored: ${outcome.outcome}`);
  return { id: claim.id, systemFrom: outcome.systemFrom };
}

/** As an entry of `closes`: the claim is no longer believed. */
export function revised(version: ClaimVersion): RevisedClaim {
  return { ...version, next: 'superseded' };
}

/** What is left of a claim that an update ended. */
export const ENDED: EndedWindow = {
  validUntil: '2026-11',
  period: { certain: { from: null, until: 900 }, possible: { from: null, until: 900 }, tail: 10 },
  reading: { textKey: 'ended', norms: [], normVersion: 2, normalizerState: 'read' },
};

/** As an entry of `closes`: the claim stays active, true of an earlier window. */
export function updated(version: ClaimVersion): UpdatedClaim {
  return { ...version, next: ENDED };
}

export function newKey(fields: Partial<NewKey> = {}): NewKey {
  const names = { orgId: ACME.orgId, project: ACME.project, name: 'agent' };
  return { id: v7(), ...names, role: 'writer', projects: null, expiresAt: null, secretHash: 'f'.repeat(64), ...fields };
}

export function newAction(): KeyAction {
  return { id: v7(), who: 'test', keyId: null };
}

/** As ingest hands it to the store. */
export function factToStore(fields: Partial<FactToStore>): FactToStore {
  const fact = {
    ...{ statement: 'claim', key: null, source: null, who: 'alice', kind: 'fact' as const, reason: null },
    ...{ scope: { env: null, team: null }, validFrom: null, validUntil: null, entity: null, tags: [], saidAt: null },
  };
  const reading = { textKey: 'claim', norms: [], normVersion: 1, normalizerState: 'read' as const };
  return {
    ...{ id: v7(), naturalKey: v7(), seen: null, fact, reading, period: ALWAYS, actionId: v7() },
    ...{ lockKeys: ['own x'], recallKeys: ['all'], words: { all: ['claim'], listed: ['claim'] } },
    ...fields,
  };
}

/** Retracts a claim, as a curator would. */
export function cancelClaim(store: Store, tenant: Tenant, claimId: string): ReturnType<typeof cancel> {
  const ports = { ids: systemIds, random: systemRandom, clock: systemClock };
  const deps = { store, ...ports, lexicon, contexts: new ProjectContexts(store), rulesLimitMs: 50 };
  return cancel(deps, { tenant, claimId, caller: { role: 'curator', keyId: null }, reason: 'was wrong', who: 'bob' });
}
