import type { Claim } from '../core/claim.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { getClaim } from '../store/queries/claims/claims.js';
import { vouchForClaim } from '../store/queries/claims/vouch.js';
import type { Author } from '../store/queries/lore/put-entities.js';
import type { Deps } from './deps.js';

export interface VouchRequest {
  tenant: Tenant;
  claimId: string;
  reason: string;
  author: Author;
}

/** How often it is tried again because another write changed the claim meanwhile. */
const TRIES_MAX = 5;

/**
 * Makes a claim count as guarded, and puts it on the record who stands behind it.
 * @throws Problem `not_found`, `not_active`, or `unavailable` when other writes kept changing it
 */
export async function vouch(
  deps: Pick<Deps, 'store' | 'ids'>,
  { tenant, claimId, reason, author }: VouchRequest,
): Promise<{ claim: Claim; isNew: boolean }> {
  const read = () => deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, claimId));
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    const claim = await read();
    if (claim === null) throw new Problem('not_found', `There is no claim ${claimId} in this project.`);
    if (claim.status !== 'active') throw new Problem('not_active', `Claim ${claimId} is ${claim.status}.`);
    if (claim.guarded) return { claim, isNew: false };
    const action = { id: deps.ids.next(), reason, ...author };
    const seen = { tenant, id: claimId, systemFrom: claim.systemFrom };
    const isDone = await deps.store.tenant(tenant.orgId, (db) => vouchForClaim(db, seen, action));
    const vouched = isDone ? await read() : null;
    if (vouched !== null) return { claim: vouched, isNew: true };
  }
  throw new Problem('unavailable', 'Other writes kept changing the claim; nothing was stored.');
}
