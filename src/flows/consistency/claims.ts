import type { RunError } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import { listClaims } from '../../store/queries/claims/claim-list.js';
import type { Deps } from '../deps.js';
import { sweep } from '../sweep.js';

/** Claims that are compared between two signs of life. */
const CHUNK = 100;

/**
 * Compares the claims that the guard did not vouch for with all that is stored again, by subject and slot, whatever
 * document says them. A claim that it let pass was compared when it was written.
 * @param onStep called after each part
 */
export async function compareClaims(
  deps: Deps,
  tenant: Tenant,
  runId: string,
  onStep: () => Promise<void>,
): Promise<RunError[]> {
  const errors: RunError[] = [];
  const report = (error: unknown) => {
    errors.push({ rule: 'claims', message: error instanceof Error ? error.message : String(error) });
  };
  let cursor: string | undefined;
  do {
    const filter = { status: 'active', guarded: false, limit: CHUNK, cursor } as const;
    const page = await deps.store.tenant(tenant.orgId, (db) => listClaims(db, tenant, filter));
    const ids = page.items.map(({ id }) => id);
    await sweep(deps, { tenant, runId, until: Number.POSITIVE_INFINITY, report }, ids);
    await onStep();
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && errors.length === 0);
  return errors;
}
