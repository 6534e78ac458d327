import type { Claim } from '../core/claim.js';
import { Problem } from '../core/errors.js';
import { type Caller, mayDo } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import { getClaim } from '../store/queries/claims/claims.js';
import type { Db } from '../store/store.js';
import type { LiveDeps } from './consistency/live.js';
import { unsupportedBy } from './dependencies.js';
import type { Deps } from './deps.js';
import { changing } from './lore/changing.js';
import { closeClaim } from './lore/ending.js';
import { typesOf } from './lore/types.js';

export interface CancelRequest {
  tenant: Tenant;
  caller: Pick<Caller, 'role' | 'keyId'>;
  claimId: string;
  reason: string;
  who: string;
}

/**
 * Retracts an active claim, with the relations that it says and the disputes of both; the reason stays on the record.
 * @throws Problem `not_found`, `not_active`, `forbidden` when it isn't the caller's to retract, or `unavailable` when other
 * writes kept changing what it says
 */
export async function cancel(
  deps: LiveDeps & Pick<Deps, 'random'>,
  { tenant, caller, claimId, reason, who }: CancelRequest,
): Promise<{ claim: Claim; unsupported: Claim[] }> {
  await requireOwn(deps, tenant, claimId, caller);
  const unsupported = await unsupportedBy(deps, tenant, [claimId]);
  const { relations: types } = await typesOf(deps, tenant);
  const record = { id: deps.ids.next(), action: 'cancel', who, nodeId: null, claimId, reason, detail: {} };
  await changing(deps, tenant, async (db) => {
    const claim = await requireActive(db, tenant, claimId);
    const changes = await closeClaim(db, tenant, types, claim, { status: 'cancelled' });
    return { result: null, changes: { ...changes, record: [{ ...record, keyId: caller.keyId }] } };
  });
  const claim = await deps.store.tenant(tenant.orgId, (db) => getClaim(db, tenant, claimId));
  if (claim === null) throw new Error(`claim ${claimId} was cancelled and is not there`);
  return { claim, unsupported };
}

async function requireActive(db: Db, tenant: Tenant, id: string): Promise<Claim> {
  const claim = await getClaim(db, tenant, id);
  if (claim === null) throw new Problem('not_found', `There is no claim ${id} in this project.`);
  if (claim.status === 'active') return claim;
  throw new Problem('not_active', `Claim ${id} is ${claim.status}.`);
}

/** Who is no curator may retract what was written with the same key; which key that was never changes. */
async function requireOwn(
  deps: Pick<Deps, 'store'>,
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
