import type { Claim } from '../../core/claim.js';
import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { getClaim, listLineage } from '../../store/queries/claims/claims.js';
import { type Told, toldOf } from '../../store/queries/claims/told.js';
import { type Finding, findingsAbout } from '../../store/queries/detective/findings.js';
import type { Deps } from '../deps.js';
import { recall } from './recall.js';

/** A claim with a reason is an answer if it fits so well, compared with what fits best, and at all. */
const SHARE_LEAST = 0.6;
const SCORE_LEAST = 0.2;
const LOOKED_AT = 20;

export interface WhyRequest {
  q: string | null;
  claimId: string | null;
  /** As it was written; null where none is named. Of a question only. */
  atTime: string | null;
  /** ISO 8601; null is now. */
  knownAt: string | null;
  env: string | null;
  team: string | null;
}

/** A claim of the line of an answer: what it replaced comes before it. */
export interface Link {
  claim: Claim;
  told: Told | undefined;
  /** Why the claim that took its place did so; null where none did, or nobody said. */
  whyReplaced: string | null;
}

/** nothing_found: no claim fits. no_reason: those that fit give no reason. */
export const WHY_REFUSALS = ['nothing_found', 'no_reason'] as const;

export interface WhyResult {
  answer: Claim | null;
  refusal: (typeof WHY_REFUSALS)[number] | null;
  /** Claims that fit better than the answer, or as well, and give no reason. */
  withoutReason: Claim[];
  /** Oldest first, the answer among them. */
  chain: Link[];
  /** What the detective asks about the chain, and nobody has answered. */
  findings: Finding[];
}

/**
 * The reasoned claim that fits best and how it came to be. Never a claim that gives no reason.
 * @throws Problem `not_found` or `invalid_date`
 */
export async function why(deps: Deps, tenant: Tenant, request: WhyRequest): Promise<WhyResult> {
  const fitting = await fittingClaims(deps, tenant, request);
  const at = fitting.findIndex(({ reason }) => reason !== null);
  const answer = fitting[at] ?? null;
  const withoutReason = (at < 0 ? fitting : fitting.slice(0, at)).slice(0, 5);
  if (answer === null) {
    const refusal = fitting.length === 0 ? 'nothing_found' : 'no_reason';
    return { answer, refusal, withoutReason, chain: [], findings: [] };
  }
  const chain = await chainOf(deps, tenant, answer, request.knownAt);
  const ids = chain.map(({ claim }) => claim.id);
  const findings = await deps.store.tenant(tenant.orgId, (db) => findingsAbout(db, tenant, ids, ['open']));
  return { answer, refusal: null, withoutReason, chain, findings };
}

/** Best first. */
async function fittingClaims(deps: Deps, tenant: Tenant, request: WhyRequest): Promise<Claim[]> {
  const { q, claimId, atTime, knownAt, env, team } = request;
  if (claimId !== null) return [await requireClaim(deps, tenant, claimId, knownAt)];
  const { hits } = await recall(deps, tenant, {
    ...{ q: q ?? '', knownAt, env, team, status: 'active', kind: null, entity: null, tag: null, atTime },
    // The reason of something is the same whoever asks, and after whatever: no session.
    ...{ kinds: new Set(['claim', 'temporal'] as const), limit: LOOKED_AT, session: null },
  });
  const best = hits[0]?.score ?? 0;
  const fitting = hits.filter(({ score }) => score >= Math.max(SCORE_LEAST, best * SHARE_LEAST));
  return fitting.flatMap(({ claim }) => claim ?? []);
}

async function requireClaim(deps: Deps, tenant: Tenant, id: string, knownAt: string | null): Promise<Claim> {
  const options = { knownAt: knownAt ?? undefined };
  const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, id, options));
  if (claim === null) throw new Problem('not_found', `There is no claim ${id} in this project.`);
  return claim;
}

async function chainOf(deps: Deps, tenant: Tenant, answer: Claim, knownAt: string | null): Promise<Link[]> {
  return deps.store.tenant(tenant.orgId, async (db) => {
    const line = await listLineage(db, tenant, answer.id, knownAt ?? undefined);
    const told = await toldOf(
      db,
      tenant,
      line.map(({ id }) => id),
      knownAt,
    );
    return line.map((claim) => ({
      ...{ claim, told: told.get(claim.id) },
      whyReplaced: told.get(claim.supersededBy ?? '')?.whyReplaced ?? null,
    }));
  });
}
