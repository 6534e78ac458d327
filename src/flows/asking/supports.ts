import type { Claim } from '../../core/claim.js';
import type { Tenant } from '../../core/scope.js';
import { getSupports, type Support } from '../../store/queries/asking/supports.js';
import type { Db } from '../../store/store.js';

/** How far what a claim rests on is followed, and how many claims are looked at in all. */
export const SUPPORT_STEPS_MAX = 8;
export const SUPPORTS_MAX = 1000;
/** Most closed claims that are named of one. */
const NAMED_MAX = 20;

/**
 * Of each of these claims the closed ones that it rests on, directly or over others; none of a claim that stands. One
 * query a step, none for claims that rest on nothing; a circle ends where it began.
 * @param knownAt as of this system time, ISO 8601; null is now
 */
export async function closedSupports(
  db: Db,
  tenant: Tenant,
  claims: readonly Pick<Claim, 'id' | 'dependsOn'>[],
  knownAt: string | null,
): Promise<Map<string, string[]>> {
  const known = new Map<string, Support | null>();
  let next = newOnes(claims, known);
  for (let step = 0; step < SUPPORT_STEPS_MAX && next.length > 0; step++) {
    for (const id of next) known.set(id, null);
    const found = await getSupports(db, tenant, next, knownAt);
    for (const support of found) known.set(support.id, support);
    next = newOnes(
      found.filter(({ status }) => status === 'active'),
      known,
    );
  }
  const closed = claims.map(({ id, dependsOn }): [string, string[]] => [id, closedUnder(dependsOn, known)]);
  return new Map(closed.filter(([, ids]) => ids.length > 0));
}

function newOnes(claims: readonly Pick<Claim, 'dependsOn'>[], known: ReadonlyMap<string, unknown>): string[] {
  const ids = new Set(claims.flatMap(({ dependsOn }) => dependsOn).filter((id) => !known.has(id)));
  return [...ids].slice(0, Math.max(0, SUPPORTS_MAX - known.size));
}

/** Nearest first. What rests on something closed is not looked through further: it is closed, too. */
function closedUnder(dependsOn: readonly string[], known: ReadonlyMap<string, Support | null>): string[] {
  const seen = new Set<string>();
  const closed: string[] = [];
  let step: readonly string[] = dependsOn;
  while (step.length > 0) {
    const fresh = [...new Set(step)].filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    const supports = fresh.flatMap((id) => known.get(id) ?? []);
    closed.push(...supports.filter(({ status }) => status !== 'active').map(({ id }) => id));
    step = supports.flatMap((support) => (support.status === 'active' ? support.dependsOn : []));
  }
  return closed.slice(0, NAMED_MAX);
}
