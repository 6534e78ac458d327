import type { ProjectContext, Settings } from '../core/context.js';
import { Problem } from '../core/errors.js';
import type { Caller } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import { putSettings } from '../store/queries/projects/projects.js';
import type { Deps } from './deps.js';
import { contextOf } from './project-contexts.js';

/**
 * Replaces what a project has set. `seen` are the versions that it may be at; null is any.
 * @throws Problem `precondition_failed`
 */
export async function changeSettings(
  deps: Pick<Deps, 'store' | 'ids' | 'contexts'>,
  tenant: Tenant,
  settings: Partial<Settings>,
  seen: readonly number[] | null,
  by: Pick<Caller, 'name' | 'keyId'>,
): Promise<ProjectContext> {
  const action = { id: deps.ids.next(), who: by.name, keyId: by.keyId };
  const stored = await deps.store.tenant(tenant.orgId, (db) => putSettings(db, { tenant, settings, seen, action }));
  deps.contexts.forget(tenant);
  if (stored !== null) return contextOf(stored);
  throw new Problem('precondition_failed', 'The settings are not the ones that If-Match names.');
}
