import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import {
  type Finding,
  type FindingSettlement,
  getFinding,
  settleFinding,
} from '../../store/queries/detective/findings.js';
import type { Deps } from '../deps.js';

/**
 * Answers or dismisses a finding that is open. The claims stay as they are: what is to become of them is a write of its own.
 * @throws Problem `not_found` or `already_settled`
 */
export async function settle(
  deps: Deps,
  tenant: Tenant,
  id: string,
  settlement: Omit<FindingSettlement, 'actionId'>,
): Promise<Finding> {
  const action = { ...settlement, actionId: deps.ids.next() };
  return deps.store.tenant(tenant.orgId, async (db) => {
    const settled = await settleFinding(db, tenant, id, action);
    if (settled !== null) return settled;
    const known = await getFinding(db, tenant, id);
    if (known === null) throw new Problem('not_found', `There is no finding ${id} in this project.`);
    throw new Problem('already_settled', `Finding ${id} is ${known.status}.`);
  });
}
