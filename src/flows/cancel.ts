import type { Claim } from '../core/claim.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { cancelClaim } from '../store/queries/cancel.js';
import { unsupportedBy } from './dependencies.js';
import type { Deps } from './deps.js';

export interface CancelRequest {
  tenant: Tenant;
  claimId: string;
  reason: string;
  who: string;
}

/**
 * Retracts an active claim; the reason stays on the record.
 * @throws Problem `not_found` or `not_active`
 */
export async function cancel(
  deps: Deps,
  { tenant, claimId, reason, who }: CancelRequest,
): Promise<{ claim: Claim; unsupported: Claim[] }> {
  const input = { tenant, claimId, who, reason, actionId: deps.ids.next() };
  const unsupported = await unsupportedBy(deps, tenant, [claimId]);
  const result = await deps.store.tenant(tenant.orgId, (db) => cancelClaim(db, input));
  switch (result.outcome) {
    case 'cancelled':
      return { claim: result.claim, unsupported };
    case 'not_found':
      throw new Problem('not_found', `There is no claim ${claimId} in this project.`);
    case 'not_active':
      throw new Problem('not_active', `Claim ${claimId} is ${result.claim.status}.`);
  }
}
