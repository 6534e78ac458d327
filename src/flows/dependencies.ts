import type { Claim, WriteRequest } from '../core/claim.js';
import { Problem } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { listDependents, missingClaims } from '../store/queries/claims/dependencies.js';
import type { Deps } from './deps.js';

/**
 * What a claim rests on must be there; whether it is still active is the writer's business.
 * @throws Problem `unknown_dependency`
 */
export async function requireDependencies(deps: Deps, { tenant, dependsOn }: WriteRequest): Promise<void> {
  if (dependsOn.length === 0) return;
  const missing = await deps.store.tenant(tenant.orgId, (db) => missingClaims(db, tenant, dependsOn));
  if (missing.length === 0) return;
  const errors = missing.map((id) => ({
    path: `depends_on.${dependsOn.indexOf(id)}`,
    message: `there is no claim ${id}`,
  }));
  throw new Problem('unknown_dependency', `There is no claim ${missing.join(', ')} in this project.`, errors);
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
