import type { Claim, WriteRequest } from '../core/claim.js';
import type { Warning } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { type LostSupport, listDependents, lostSupports } from '../store/queries/claims/dependencies.js';
import type { Deps } from './deps.js';

/**
 * What a claim rests on must be there; whether it is still active is the writer's business, who is told of it.
 * @throws Problem `unknown_dependency`
 */
export async function supportsOf(deps: Deps, { tenant, dependsOn }: WriteRequest): Promise<Warning[]> {
  if (dependsOn.length === 0) return [];
  const lost = await deps.store.tenant(tenant.orgId, (db) => lostSupports(db, tenant, dependsOn));
  const missing = lost.filter(({ status }) => status === null).map(({ id }) => id);
  if (missing.length === 0) return lost.map(closedDependency);
  const errors = missing.map((id) => ({
    path: `depends_on.${dependsOn.indexOf(id)}`,
    message: `there is no claim ${id}`,
  }));
  throw new Problem('unknown_dependency', `There is no claim ${missing.join(', ')} in this project.`, errors);
}

function closedDependency({ id, status, statement }: LostSupport): Warning {
  return {
    ...{ code: 'closed_dependency', confidence: 'HIGH', stage: 'store', slots: {} },
    claim: { id, statement: statement ?? '' },
    reason: `It rests on claim ${id}, which is ${status}: from the beginning it counts as unsupported.`,
  };
}

/** The active claims that depend on claims that were just closed. */
export async function unsupportedBy(
  deps: Pick<Deps, 'store'>,
  tenant: Tenant,
  closed: readonly string[],
): Promise<Claim[]> {
  if (closed.length === 0) return [];
  return deps.store.tenant(tenant.orgId, (db) => listDependents(db, tenant, closed));
}
