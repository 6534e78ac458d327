import type { Claim, WriteRequest } from '../../../core/claim.js';
import type { Decision } from '../../../core/decision.js';
import type { Norm } from '../../../core/norm.js';
import { heldWithin, type Unit } from '../../../core/period.js';
import { EVERYWHERE, type Tenant } from '../../../core/scope.js';
import type { ReasonCode } from '../../../core/verdict.js';
import { recallClaims } from '../../../store/queries/asking/recall.js';
import { getCandidateVersions } from '../../../store/queries/claims/candidates.js';
import { getClaims, getClaimVersions } from '../../../store/queries/claims/claims.js';
import { getRelations } from '../../../store/queries/lore/relations.js';
import { readQuestion } from '../../asking/question.js';
import { Comparison } from '../../comparison.js';
import type { Deps } from '../../deps.js';
import { checkWrite } from '../../guarded-write.js';
import { underSettings } from '../../project-contexts.js';
import { readStatement } from '../../read-statement.js';
import { Stopwatch } from '../../stopwatch.js';
import { tickAt } from '../../window.js';

/** A claim that says the same as a sentence, or what contradicts it. */
export interface ClaimSaid {
  id: string;
  statement: string;
  who: string;
  side: 'supports' | 'contradicts' | 'may_contradict';
  code: ReasonCode;
  isDisputed: boolean;
}

/** When what a sentence says is asked about: the time that the answer is about, if it has one, and now. */
export interface SaidTimes {
  atTime: Unit | null;
  now: Unit;
}

/** What the guard says of a sentence. */
export interface GuardSaid {
  claims: ClaimSaid[];
  /** Ids of relations that surely can't stand beside it. */
  against: string[];
}

/** A sentence as a write that is only checked: who says it, and whether they may, decides nothing. */
const AS_FACT = {
  ...{ op: 'remember', who: 'verify_answer', kind: 'fact', reason: null, source: null, scope: EVERYWHERE },
  ...{ validFrom: null, validUntil: null, entity: null, saidAt: null, forceException: false, reasonKind: null },
  ...{ tags: [], targets: [], dependsOn: [], keyId: null, role: 'reader' },
} satisfies Omit<WriteRequest, 'tenant' | 'statement'>;

/** Relations by their ends, as a write gives them. */
export type GivenRelation = NonNullable<WriteRequest['relation']>;

/** Claims that are compared with a sentence of an earlier time. */
const THEN_MAX = 60;

/**
 * What the guard would say, were the sentence written down now: by the reader and the comparison of every write.
 */
export async function guardSays(deps: Deps, tenant: Tenant, statement: string, times: SaidTimes): Promise<GuardSaid> {
  const { decision } = await checkWrite(deps, { ...AS_FACT, tenant, statement });
  const ids = againstBy(decision);
  const found = await deps.store.tenant(tenant.orgId, (db) => getRelations(db, tenant, ids));
  // Of two that dispute each other each would be refused beside the other: that decides nothing.
  const against = found.filter(({ isDisputed }) => !isDisputed).map(({ id }) => id);
  return { claims: await claimsOf(deps, tenant, decision, times, null), against };
}

/** Ids of relations beside which a relation can't stand: another holds its place, or it lies outside a life. */
export async function clashesWith(
  deps: Deps,
  tenant: Tenant,
  statement: string,
  relation: GivenRelation,
): Promise<string[]> {
  const { decision } = await checkWrite(deps, { ...AS_FACT, op: 'add_relation', tenant, statement, relation });
  return againstBy(decision);
}

/** The same for what was believed at an earlier time: by the claims of then, found by their words. */
export async function guardSaid(
  deps: Deps,
  tenant: Tenant,
  statement: string,
  { times, knownAt }: { times: SaidTimes; knownAt: string },
): Promise<GuardSaid> {
  const decision = await underSettings(deps, tenant, async (context) => {
    const nowTick = tickAt(context.calendar, deps.clock.now());
    const said = { statement, scope: EVERYWHERE };
    const reading = await readStatement(deps, said, { from: null, until: null }, context, nowTick);
    const candidates = await candidatesThen(deps, tenant, statement, knownAt);
    const watch = new Stopwatch(deps.clock);
    const subject = { statement, kind: 'fact' as const, reading, replaces: false, context, watch };
    return new Comparison(deps, subject).decide({ candidates, isCut: false });
  });
  return { claims: await claimsOf(deps, tenant, decision, times, knownAt), against: [] };
}

async function candidatesThen({ store, lexicon }: Deps, tenant: Tenant, statement: string, knownAt: string) {
  const { terms } = readQuestion(statement, lexicon);
  const any = { kind: null, entity: null, tag: null, env: null, team: null, atTime: null };
  return store.tenant(tenant.orgId, async (db) => {
    const { found } = await recallClaims(db, tenant, { terms, keys: [] }, { ...any, status: 'active', knownAt });
    const best = [...found].sort((a, b) => b.terms.length - a.terms.length || (a.id < b.id ? 1 : -1));
    return getCandidateVersions(db, tenant, best.slice(0, THEN_MAX));
  });
}

function againstBy({ conflicts }: Decision): string[] {
  const sure = conflicts.filter(({ tier }) => tier === 'block');
  return [...new Set(sure.flatMap(({ relations }) => relations?.stored.map(({ id }) => id) ?? []))];
}

/** The claims that decide, with what is to be known of each. */
async function claimsOf(
  { store }: Deps,
  tenant: Tenant,
  decision: Decision,
  times: SaidTimes,
  knownAt: string | null,
): Promise<ClaimSaid[]> {
  const sides = sidesOf(decision);
  if (sides.size === 0) return [];
  const ids = [...sides.keys()];
  const versions = decision.compared.filter(({ id }) => sides.has(id));
  const claims = await store.tenant(tenant.orgId, (db) =>
    knownAt === null ? getClaims(db, tenant, ids) : getClaimVersions(db, tenant, versions),
  );
  return claims.flatMap((claim) => {
    const said = sides.get(claim.id);
    if (said === undefined || !decides(claim, said.side, decision, times)) return [];
    const { id, statement, who, isDisputed } = claim;
    return [{ id, statement, who, ...said, isDisputed }];
  });
}

/**
 * Whether a claim decides about a sentence at the time that is asked about. What is told in the present is so then, or now; what is
 * told in the past was so by then, and is not contradicted by what is. Which dates a sentence tells the comparison knows.
 */
function decides(
  { period, reading }: Claim,
  side: ClaimSaid['side'],
  { norms }: Decision,
  { atTime, now }: SaidTimes,
): boolean {
  const isDated = norms.some(({ period: { possible } }) => possible.from !== null || possible.until !== null);
  if (isDated) return atTime === null || heldWithin(period, atTime).truth !== 'false';
  const unit = atTime ?? now;
  if (!norms.some(isPast)) return heldWithin(period, unit).truth !== 'false';
  if (period.possible.from !== null && period.possible.from >= unit.end) return false;
  return side === 'supports' || reading.norms.some(isPast);
}

function isPast({ isPast: isOver, tense }: Pick<Norm, 'isPast' | 'tense'>): boolean {
  return isOver === true || tense === 'past';
}

/**
 * A duplicate or a refinement supports; what would be refused contradicts. Of a sentence of several clauses only the same
 * words support all of it.
 */
function sidesOf({ compared, conflicts, warnings, norms }: Decision): Map<string, Pick<ClaimSaid, 'side' | 'code'>> {
  const sides = new Map<string, Pick<ClaimSaid, 'side' | 'code'>>();
  for (const { id, kind, code } of compared) {
    const isSame = kind === 'duplicate' || kind === 'refinement';
    if (isSame && (norms.length === 1 || code === 'same_text')) sides.set(id, { side: 'supports', code });
  }
  for (const { id, kind, code } of compared) {
    const isWarned = warnings.some(({ claim }) => claim?.id === id) || conflicts.some(({ claim }) => claim?.id === id);
    if (isWarned && !sides.has(id) && kind !== 'duplicate') sides.set(id, { side: 'may_contradict', code });
  }
  for (const { claim, tier, code } of conflicts) {
    if (claim !== null && tier === 'block') sides.set(claim.id, { side: 'contradicts', code });
  }
  return sides;
}
