import type { Reading } from './norm.js';
import type { Period } from './period.js';
import type { Role } from './role.js';
import type { Scope, Tenant } from './scope.js';
import type { LoreSource } from './source.js';

/** Kinds that a writer may choose from; what was learnt from a source is a belief. */
export const REMEMBERED_KINDS = ['decision', 'constraint', 'convention', 'rejection', 'fact'] as const;
export const CLAIM_KINDS = [...REMEMBERED_KINDS, 'belief'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** erased: its words are gone for good, in every version; what is left says that there was a claim. */
export const CLAIM_STATUSES = ['active', 'superseded', 'cancelled', 'erased'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** update: the world changed, the old claim was true until then. revision: the old claim was wrong. */
export const REASON_KINDS = ['update', 'revision'] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

export const STATEMENT_MAX = 8000;

/** One version of a stored claim. A change of status, period or dispute closes a version and opens the next. */
export interface Claim {
  id: string;
  statement: string;
  kind: ClaimKind;
  status: ClaimStatus;
  who: string;
  reason: string | null;
  /** Where it was learnt: file and line, URL, document. The guard never sees it. */
  source: string | null;
  /** The registered source that `source` names, and how reliable it is by now; null where it names none. */
  loreSource: Pick<LoreSource, 'id' | 'kind'> | null;
  entity: string | null;
  tags: string[];
  scope: Scope;
  /** As written; null is open. */
  validFrom: string | null;
  validUntil: string | null;
  period: Period;
  reading: Reading;
  isDisputed: boolean;
  disputedWith: string[];
  supersededBy: string | null;
  supersedes: string[];
  /** Ids of the claims that it builds on. */
  dependsOn: string[];
  /** Whether a guarded write stored it and it passed; false when it was forced, could not be read, or a document says it. */
  guarded: boolean;
  /** Whether nobody vouches for it, as `list_unguarded` tells: not so of the rules of a canonical document. */
  isUnguarded: boolean;
  /** The API key that it was written with; null for the bootstrap key. */
  keyId: string | null;
  saidAt: string;
  /** When its first version was stored; a version that is disputed is a later one. */
  firstStoredAt: string;
  systemFrom: string;
  systemUntil: string | null;
}

/** A relation that a write states beside its words, as it was sent. */
export interface RelationRequest {
  /** A relation type, or the name that it has from its other end. */
  type: string;
  /** Id or name of an entity; `to` may be a value. */
  from: string;
  to: string;
  validFrom: string | null;
  validUntil: string | null;
}

/** The operations that the guard decides about. */
export const WRITE_OPS = ['remember', 'learn', 'supersede', 'add_relation'] as const;

/** What a writer asks to have stored, checked for form but not yet read. */
export interface WriteRequest {
  op: (typeof WRITE_OPS)[number];
  tenant: Tenant;
  statement: string;
  who: string;
  kind: ClaimKind;
  reason: string | null;
  source: string | null;
  /** The id of the registered source, where it is known by more than what `source` says. */
  sourceId?: string | null;
  /** The registered source that this names, once it was looked up; null, or absent, where it names none. */
  loreSource?: LoreSource | null;
  scope: Scope;
  validFrom: string | null;
  validUntil: string | null;
  entity: string | null;
  tags: string[];
  saidAt: string | null;
  forceException: boolean;
  /** Why a supersede replaces; null for every other write. */
  reasonKind: ReasonKind | null;
  /** Why what it replaces no longer stands, beside why this does; null where a supersede says nothing of it. */
  whyReplaced?: string | null;
  /** Ids of the claims that a supersede replaces; empty for every other write. */
  targets: string[];
  /** Ids of the claims that the new one builds on. */
  dependsOn: string[];
  /** The API key of the writer, null for the bootstrap key, and what it may do. */
  keyId: string | null;
  role: Role;
  /** Null, or absent, where only the words say what is claimed. */
  relation?: RelationRequest | null;
}

/** The words of a claim, and those of them that it is listed under: the others say little, and are only compared. */
export interface ClaimWords {
  all: readonly string[];
  listed: readonly string[];
}

/** A stored claim as the guard compares it. */
export interface Candidate {
  id: string;
  systemFrom: string;
  statement: string;
  who: string;
  kind: ClaimKind;
  reason: string | null;
  reading: Reading;
  /** Present where nothing is to be refused for it: a document says it, and nobody vouches for it. */
  isAdvisory?: true;
}
