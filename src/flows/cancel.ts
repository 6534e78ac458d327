import type { Claim } from '../core/claim.js';
import { Problem } from '../core/errors.js';
import { type Caller, mayDo } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import { cancelClaim } from '../store/queries/cancel.js';
import { getClaim } from '../store/queries/claims.js';
import { unsupportedBy } from './dependencies.js';
import type { Deps } from './deps.js';

export interface CancelRequest {
  tenant: Tenant;
  caller: Pick<Caller, 'role' | 'keyId'>;
  claimId: string;
  reason: string;
  who: string;
}

/**
 * Retracts an active claim; the reason stays on the record.
 * @throws Problem `not_found`, `not_active`, or `forbidden` when it isn't the caller's to retract
 */
export async function cancel(
  deps: Deps,
  { tenant, caller, claimId, reason, who }: CancelRequest,
): Promise<{ claim: Claim; unsupported: Claim[] }> {
  await requireOwn(deps, tenant, claimId, caller);
  const input = { tenant, claimId, who, reason, keyId: caller.keyId, actionId: deps.ids.next() };
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

/** Who is no curator may retract what was written with the same key; which key that was never changes. */
async function requireOwn(
  deps: Deps,
  tenant: Tenant,
  claimId: string,
  { role, keyId }: Pick<Caller, 'role' | 'keyId'>,
): Promise<void> {
  if (mayDo(role, 'curator')) return;
  const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, claimId));
  if (claim === null || claim.keyId === keyId) return;
  throw new Problem(
    'forbidden',
    `Claim ${claimId} was written with another API key; to cancel it needs the role curator, and this key is a ${role}.`,
  );
}
