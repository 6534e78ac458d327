import type { Claim, ClaimWords, WriteRequest } from '../../core/claim.js';
import type { Decision } from '../../core/decision.js';
import type { NewRelation } from '../../core/lore.js';
import type { Reading } from '../../core/norm.js';
import type { Period } from '../../core/period.js';
import type { Tenant } from '../../core/scope.js';
import { pairKey } from '../../core/violation.js';
import { rangeText } from '../columns.js';
import { retried } from '../errors.js';
import type { JobKind } from '../schema.js';
import type { Db, Query } from '../tenant.js';
import { storedKey, toInstant, toJson } from '../text.js';
import {
  type ClaimRevision,
  type RelationRevision,
  type RelationViolation,
  revisionRow,
  type SettledViolation,
  violationRow,
} from './change-relations.js';
import { COMMIT, COMMIT_AND_CHANGE, COMMIT_LORE } from './commit-sql.js';
import { saidRow } from './relation-row.js';

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

/** How a window ends: its bound as written, and what bound and statement mean from then on. */
export interface EndedWindow {
  validUntil: string;
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
}

/**
 * stored: all of it. moved: nothing, since a lock key or a version seen has changed; read again and decide again.
 * not_active: nothing, since `ids` of `closes` are no longer active.
 */
export type CommitOutcome =
  | { outcome: 'stored'; systemFrom: string }
  | { outcome: 'moved' }
  | { outcome: 'not_active'; ids: string[] };

/** Stores claim, keys, decision and job, and closes or disputes others, in one statement: all of it or nothing. */
export async function commitWrite(db: Db, input: CommitInput): Promise<CommitOutcome> {
  const changes = input.closes.length + input.disputes.length > 0;
  const query = queryOf(input, changes);
  const [row] = await retried(db, () => db.run<{ system_from: string }>(query));
  if (row !== undefined) return { outcome: 'stored', systemFrom: toInstant(row.system_from) };
  const ids = changes ? await closedMeanwhile(db, input) : [];
  return ids.length > 0 ? { outcome: 'not_active', ids } : { outcome: 'moved' };
}

function queryOf(input: CommitInput, changes: boolean): Query {
  if (input.relations !== undefined) {
    const values = [...commitValues(input), ...changeValues(input), ...relationValues(input.relations, input)];
    return { name: 'commit_lore', text: COMMIT_LORE, values };
  }
  if (changes) return { text: COMMIT_AND_CHANGE, values: [...commitValues(input), ...changeValues(input)] };
  return { name: 'commit', text: COMMIT, values: commitValues(input) };
}

function relationValues({ heads, insert, revise, open, recheck }: CommitRelations, input: CommitInput): unknown[] {
  const lockKeys = new Set(input.lockKeys.map(storedKey));
  const keys = new Map([...heads].map(([key, seen]) => [storedKey(key), input.requireHeads ? seen : null]));
  for (const key of lockKeys) keys.delete(key);
  return [
    ...[[...keys.keys()], [...keys.values()]],
    toJson(revise.map(revisionRow)),
    toJson(insert.map(({ relation, disputedWith }) => saidRow(relation, disputedWith))),
    ...[toJson(open.map(violationRow)), recheck],
  ];
}

function commitValues(input: CommitInput): unknown[] {
  const { tenant, claim, decision, heads } = input;
  const keys = new Map(
    input.lockKeys.map((key) => [storedKey(key), input.requireHeads ? (heads.get(key) ?? 0) : null]),
  );
  const recallKeys = [...new Set(input.recallKeys.map(storedKey))].filter((key) => !keys.has(key));
  const disputedWith = input.disputes.map(({ id }) => id);
  return [
    ...[tenant.orgId, tenant.project, [...keys.keys()], [...keys.values()]],
    ...[claim.id, claim.statement, claim.kind, claim.who, claim.reason, claim.source, claim.entity],
    ...[claim.tags, claim.scope.env, claim.scope.team, claim.validFrom, claim.validUntil],
    ...[rangeText(claim.period.certain), rangeText(claim.period.possible), claim.period.tail],
    ...[toJson(claim.reading), claim.reading.normVersion, claim.reading.normalizerState, recallKeys],
    ...[disputedWith.length > 0, disputedWith, input.closes.map(({ id }) => id), claim.guarded, claim.saidAt],
    ...[decision.id, decision.op, decision.decision.tier],
    ...[toJson(decision.decision), toJson(decision.request), toJson(decision.timings)],
    ...[[...new Set(claim.dependsOn.map((id) => id.toLowerCase()))], jobsOf(input)],
    ...[claim.keyId, unguardedBy(claim), input.words.all, input.words.listed, claim.loreSource?.id ?? null],
  ];
}

function jobsOf({ job, isToBeJudged = false }: CommitInput): JobKind[] {
  return [...(job === null ? [] : [job]), ...(isToBeJudged ? (['judge'] as const) : [])];
}

/** Why nobody guarded it. */
function unguardedBy({ guarded, reading }: NewClaim): 'failed_open' | 'forced' | null {
  if (guarded) return null;
  return reading.normalizerState === 'failed_open' ? 'failed_open' : 'forced';
}

function changeValues({ claim, closes, disputes, freed = [], settle = [] }: CommitInput): unknown[] {
  return [
    ...[closes.map(({ id }) => id), closes.map(({ systemFrom }) => systemFrom)],
    ...[disputes.map(({ id }) => id), disputes.map(({ systemFrom }) => systemFrom)],
    ...[disputes.map(({ violationId }) => violationId), disputes.map(({ id }) => pairKey(id, claim.id))],
    toJson(closes.flatMap(endedRow)),
    ...[toJson(freed.map(({ id, seen, disputedWith }) => ({ id, seen, disputed_with: disputedWith }))), toJson(settle)],
  ];
}

/** A row of `ended`. */
function endedRow({ id, next }: RevisedClaim | UpdatedClaim): Record<string, unknown>[] {
  if (next === 'superseded') return [];
  const { validUntil, period, reading } = next;
  const window = { until: validUntil, certain: rangeText(period.certain), possible: rangeText(period.possible) };
  const read = { read_as: reading, read_version: reading.normVersion, read_state: reading.normalizerState };
  return [{ id, ...window, tail: period.tail, ...read }];
}

/** Those of the claims to close that have no open, active version any more. */
async function closedMeanwhile(db: Db, { tenant, closes }: CommitInput): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    text: `SELECT t.id FROM unnest($3::uuid[]) AS t (id) WHERE NOT EXISTS (
      SELECT FROM claims c
      WHERE c.org_id = $1 AND c.project = $2 AND c.id = t.id AND c.system_until IS NULL AND c.status = 'active')`,
    values: [tenant.orgId, tenant.project, closes.map(({ id }) => id)],
  });
  return rows.map(({ id }) => id);
}
