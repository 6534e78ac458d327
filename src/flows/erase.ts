import type { Claim } from '../core/claim.js';
import { cites, ERASED, type Recorded, withoutCitation, withoutStatement } from '../core/erasure.js';
import { PROBLEM_TYPE, PROBLEMS, Problem, problemBody } from '../core/errors.js';
import { nameByKey } from '../core/fact.js';
import type { Tenant } from '../core/scope.js';
import { getClaim, listClaimVersions } from '../store/queries/claims/claims.js';
import { getDecision } from '../store/queries/claims/decisions.js';
import {
  type DecisionWords,
  eraseClaim,
  findDecisionWords,
  forgetAnswers,
  recordErasure,
  replaceAnswers,
  replaceDecisionWords,
} from '../store/queries/claims/erase.js';
import { findFacts } from '../store/queries/claims/facts.js';
import { eraseFromFindings } from '../store/queries/detective/findings.js';
import { listRelationsOfClaim } from '../store/queries/lore/relations.js';
import type { StoredAnswer } from '../store/queries/projects/idempotency.js';
import { finishJob, type Job } from '../store/queries/projects/jobs.js';
import type { Db } from '../store/store.js';
import { storedText } from '../store/text.js';
import type { Deps } from './deps.js';
import { eraseFromPassages } from './documents/erase-passages.js';
import { untilStored } from './lore/changing.js';
import { endingOf } from './lore/ending.js';
import { keysOf } from './lore/relation-locks.js';
import { typesOf } from './lore/types.js';
import { naturalKey } from './read-fact.js';

export interface EraseRequest {
  tenant: Tenant;
  claimId: string;
  /** On what ground, for the record. */
  reason: string;
  who: string;
  keyId: string | null;
}

/** What a request that said erased words is answered, when it is sent again with its Idempotency-Key. */
const SAID_NO_MORE: StoredAnswer = {
  status: PROBLEMS.erased.status,
  contentType: PROBLEM_TYPE,
  body: JSON.stringify(
    problemBody('erased', 'What this request said was erased; with this Idempotency-Key it is not done again.', '#'),
  ),
};

/**
 * Takes the words of a claim out of everything that is stored, for good. What is left says that there was a claim, who
 * wrote and who erased it, and when. What it was disputed with is so no longer, as when it is cancelled. The record goes
 * first, so that a failure leaves a claim that can be erased again.
 * @throws Problem `not_found`, or `unavailable` when other writes kept changing the claim
 */
export async function erase(deps: Deps, { tenant, claimId, ...by }: EraseRequest): Promise<Claim> {
  const versions = await deps.store.tenant(tenant.orgId, (db) => listClaimVersions(db, tenant, claimId));
  if (versions.length === 0) throw new Problem('not_found', `There is no claim ${claimId} in this project.`);
  const statements = new Set(versions.map(({ statement }) => statement));
  statements.delete(ERASED);
  await eraseFromRecord(deps, tenant, claimId, [...statements]);
  await eraseFromPassages(deps, tenant, claimId, [...statements]);
  const { relations: types } = await typesOf(deps, tenant);
  return untilStored(deps, tenant, async (db) => {
    const claim = await getClaim(db, tenant, claimId);
    if (claim === null || claim.status === 'erased') return claim && { result: claim };
    const said = (await listRelationsOfClaim(db, tenant, claimId)).filter(({ status }) => status === 'active');
    const over = { claims: [claimId], relations: said.map(({ id }) => id) };
    const ending = { ...(await endingOf(db, tenant, types, over)), keys: keysOf(types, said) };
    const input = { tenant, claimId, ...by, actionId: deps.ids.next(), seen: claim.systemFrom, said, ending };
    const erased = (await eraseClaim(db, input)) ? await getClaim(db, tenant, claimId) : null;
    return erased && { result: erased };
  });
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

/**
 * Looks through all decisions of the project, a page at a time, and through the answers kept for retries. A request that
 * said the words is not done again by its key, or it would store them; one of others that was told of them is, as its
 * answer is gone.
 */
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
    // Before the record forgets who said them, lest a fault in between leaves that unknown.
    const own = page.found.filter((words) => isSaying(words, claimId, statements)).map(({ id }) => id);
    await inTenant((db) => replaceAnswers(db, tenant, own, SAID_NO_MORE));
    const changed = page.found.flatMap((words) => withoutWords(words, claimId, statements));
    await inTenant((db) => replaceDecisionWords(db, tenant, changed));
  }
  await inTenant((db) => eraseFromFindings(db, tenant, claimId));
  await inTenant((db) => forgetAnswers(db, tenant, { claimId, statements, except: SAID_NO_MORE }));
}

/** Whether a decision is about the claim, or about a write that was refused with its words. */
function isSaying(
  { claimId: about, statement }: DecisionWords,
  claimId: string,
  statements: readonly string[],
): boolean {
  return about === claimId || (about === null && statements.includes(statement));
}

/** What is to stand in place of a decision; empty when it may stay. */
function withoutWords(
  words: DecisionWords,
  claimId: string,
  statements: readonly string[],
): (Recorded & { id: string })[] {
  const { id, claimId: _about, ...recorded } = words;
  const isOwn = recorded.statement !== ERASED && isSaying(words, claimId, statements);
  const isCiting = cites(recorded, claimId);
  if (!isOwn && !isCiting) return [];
  const cleaned = isCiting ? withoutCitation(recorded, claimId) : recorded;
  return [{ id, ...(isOwn ? withoutStatement(cleaned) : cleaned) }];
}
