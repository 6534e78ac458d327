import type { Claim, ClaimWords, WriteRequest } from '../../../core/claim.js';
import type { Decision } from '../../../core/decision.js';
import type { NewRelation } from '../../../core/lore.js';
import type { Reading } from '../../../core/norm.js';
import type { Period } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import type { JobKind } from '../../schema.js';
import type { ClaimRevision, RelationRevision, RelationViolation, SettledViolation } from '../lore/change-relations.js';

/** A claim as the writer hands it over; the store adds versions and system time. */
export type NewClaim = Pick<
  Claim,
  | 'id'
  | 'statement'
  | 'kind'
  | 'who'
  | 'reason'
  | 'source'
  | 'loreSource'
  | 'entity'
  | 'tags'
  | 'scope'
  | 'validFrom'
  | 'validUntil'
  | 'period'
  | 'reading'
  | 'guarded'
  | 'dependsOn'
  | 'keyId'
> & {
  /** ISO 8601; null is the moment of the write. */
  saidAt: string | null;
};

/** One version of a stored claim. */
export type ClaimVersion = Pick<Claim, 'id' | 'systemFrom'>;

/** A claim that was wrong: it is no longer believed. */
export type RevisedClaim = ClaimVersion & { next: 'superseded' };

/** A claim that the world left behind: it stays active, true of the window that it gets. */
export type UpdatedClaim = ClaimVersion & { next: EndedWindow };

/** How a window ends: its bound as written, null where the words of the claim say it, and what bound and statement mean from then on. */
export interface EndedWindow {
  validUntil: string | null;
  period: Period;
  reading: Reading;
}

/** A claim that another contradicts, with the id that a violation between the two would have. */
export type Dispute = ClaimVersion & { violationId: string };

/** A claim whose relation contradicts that of the new one: the violation is between the relations. */
export type DisputedByRelation = ClaimVersion & { violationId: null };

/** What a claim states of the world, stored and changed with it. */
export interface CommitRelations {
  /** Versions of the keys of the relations; of a new key 0. */
  heads: ReadonlyMap<string, number>;
  insert: readonly { relation: NewRelation; disputedWith: readonly string[] }[];
  /** Stored relations that end, or are disputed from now on. */
  revise: readonly RelationRevision[];
  open: readonly RelationViolation[];
  /** Ids of relations that are to be compared in the background. */
  recheck: readonly string[];
}

/** What is kept of a decision beside the record itself. `timings` are milliseconds by stage. */
export interface DecisionInput {
  id: string;
  op: WriteRequest['op'];
  decision: Decision;
  request: WriteRequest;
  timings: Record<string, number>;
}

export interface CommitInput {
  tenant: Tenant;
  claim: NewClaim;
  lockKeys: readonly string[];
  recallKeys: readonly string[];
  words: ClaimWords;
  /** Versions of the lock keys as findCandidates returned them; an absent key counts as 0. */
  heads: ReadonlyMap<string, number>;
  /** False stores whatever the heads are by now. */
  requireHeads: boolean;
  /** Claims that this one supersedes, at the versions seen. */
  closes: readonly (RevisedClaim | UpdatedClaim)[];
  /** Claims that it contradicts and is stored beside by force. */
  disputes: readonly (Dispute | DisputedByRelation)[];
  /** Stored relations that no claim says, and that its own are disputed with. */
  disputedRelations?: readonly string[];
  /** Active claims that were disputed with what it supersedes, and violations that are over with that. */
  freed?: readonly ClaimRevision[];
  settle?: readonly SettledViolation[];
  /** The relations that it states, if any, and what becomes of others. */
  relations?: CommitRelations | undefined;
  /** What is left to do with it afterwards, in the background. */
  job: JobKind | null;
  /** Whether a judge is to look at it too. */
  isToBeJudged?: boolean;
  decision: DecisionInput;
  /** System time that it gets, where that is known before: what `lockHeads` answered. Only of a plain one. */
  storedAt?: string;
}

/**
 * stored: all of it. moved: nothing, since a lock key or a version seen has changed; read again and decide again.
 * not_active: nothing, since `ids` of `closes` are no longer active.
 */
export type CommitOutcome =
  | { outcome: 'stored'; systemFrom: string }
  | { outcome: 'moved' }
  | { outcome: 'not_active'; ids: string[] };

/** All that the new claim is disputed with from the beginning. */
export function disputedWith({ disputes, disputedRelations = [] }: CommitInput): string[] {
  return [...disputes.map(({ id }) => id), ...disputedRelations];
}
