import type { Claim } from '../core/claim.js';
import { cites, ERASED, type Recorded, withoutCitation, withoutStatement } from '../core/erasure.js';
import { Problem } from '../core/errors.js';
import { nameByKey } from '../core/fact.js';
import type { Tenant } from '../core/scope.js';
import { getClaim, listClaimVersions } from '../store/queries/claims.js';
import { getDecision } from '../store/queries/decisions.js';
import {
  type DecisionWords,
  eraseClaim,
  findDecisionWords,
  forgetAnswers,
  recordErasure,
  replaceDecisionWords,
} from '../store/queries/erase.js';
import { findFacts } from '../store/queries/facts.js';
import { finishJob, type Job } from '../store/queries/jobs.js';
import type { Db } from '../store/store.js';
import { storedText } from '../store/text.js';
import type { Deps } from './deps.js';
import { naturalKey } from './read-fact.js';

export interface EraseRequest {
  tenant: Tenant;
  claimId: string;
  /** On what ground, for the record. */
  reason: string;
  who: string;
  keyId: string | null;
}

const TRIES_MAX = 5;

/**
 * Takes the words of a claim out of everything that is stored, for good. What is left says that there was a claim, who
 * wrote and who erased it, and when. The record goes first, so that a failure leaves a claim that can be erased again.
 * @throws Problem `not_found`, or `unavailable` when other writes kept changing the claim
 */
export async function erase(deps: Deps, { tenant, claimId, ...by }: EraseRequest): Promise<Claim> {
  const versions = await deps.store.tenant(tenant.orgId, (db) => listClaimVersions(db, tenant, claimId));
  if (versions.length === 0) throw new Problem('not_found', `There is no claim ${claimId} in this project.`);
  const statements = new Set(versions.map(({ statement }) => statement));
  statements.delete(ERASED);
  await eraseFromRecord(deps, tenant, claimId, [...statements]);
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const input = { tenant, claimId, ...by, actionId: deps.ids.next() };
    await deps.store.tenant(tenant.orgId, (db) => eraseClaim(db, input));
    const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, claimId));
    if (claim?.status === 'erased') return claim;
  }
  throw new Problem('unavailable', 'Other writes kept changing the claim; it is not erased yet.');
}

/**
 * Takes the words of a refused write, of which there is no claim, out of the record. Of a write that was stored, the
 * claim is erased with all that is about it.
 * @throws Problem as `erase`
 */
export async function eraseDecision(
  deps: Deps,
  decisionId: string,
  { tenant, ...by }: Omit<EraseRequest, 'claimId'>,
): Promise<Claim | null> {
  const record = await deps.store.tenant(tenant.orgId, (db) => getDecision(db, tenant, decisionId));
  if (record === null) throw new Problem('not_found', `There is no decision ${decisionId} in this project.`);
  if (record.claim !== null) return erase(deps, { tenant, claimId: record.claim.id, ...by });
  if (record.statement === ERASED) return null;
  await eraseFromRecord(deps, tenant, decisionId, [record.statement]);
  const action = { tenant, decisionId, ...by, actionId: deps.ids.next() };
  await deps.store.tenant(tenant.orgId, (db) => recordErasure(db, action));
  return null;
}

/**
 * The claim of a fact, by what names it at its source.
 * @throws Problem `not_found`
 */
export async function claimOfFact(deps: Deps, tenant: Tenant, key: string, source: string | null): Promise<string> {
  const hashed = naturalKey(nameByKey(source === null ? null : storedText(source), storedText(key)));
  const found = await deps.store.tenant(tenant.orgId, (db) => findFacts(db, tenant, [hashed]));
  const claim = found.get(hashed);
  if (claim === undefined) throw new Problem('not_found', 'There is no fact under this key in this project.');
  return claim.id;
}

/** Looks once more for words of a claim that was erased while a write that names it was on its way. */
export async function eraseLatecomers(deps: Deps, job: Job): Promise<void> {
  await eraseFromRecord(deps, job.tenant, job.about, []);
  await deps.store.tenant(job.tenant.orgId, (db) => finishJob(db, job));
}

/** Looks through all decisions of the project, a page at a time, and through the answers kept for retries. */
async function eraseFromRecord(
  deps: Deps,
  tenant: Tenant,
  claimId: string,
  statements: readonly string[],
): Promise<void> {
  const inTenant = <T>(work: (db: Db) => Promise<T>) => deps.store.tenant(tenant.orgId, work);
  const lookAt = (after: string | null) =>
    inTenant((db) => findDecisionWords(db, tenant, { claimId, statements, after }));
  for (let page = await lookAt(null); page.last !== null; page = await lookAt(page.last)) {
    const changed = page.found.flatMap((words) => withoutWords(words, claimId, statements));
    await inTenant((db) => replaceDecisionWords(db, tenant, changed));
  }
  await inTenant((db) => forgetAnswers(db, tenant, claimId, statements));
}

/** What is to stand in place of a decision; empty when it may stay. */
function withoutWords(
  { id, claimId: about, ...recorded }: DecisionWords,
  claimId: string,
  statements: readonly string[],
): (Recorded & { id: string })[] {
  const isOwn =
    (about === claimId && recorded.statement !== ERASED) || (about === null && statements.includes(recorded.statement));
  const isCiting = cites(recorded, claimId);
  if (!isOwn && !isCiting) return [];
  const cleaned = isCiting ? withoutCitation(recorded, claimId) : recorded;
  return [{ id, ...(isOwn ? withoutStatement(cleaned) : cleaned) }];
}
