import type { Claim } from '../../core/claim.js';
import type { Tenant } from '../../core/scope.js';
import type { Db } from '../tenant.js';
import { getClaims } from './claims.js';
import { cursorId, type Page, pageOf } from './cursor.js';

/**
 * failed_open: nobody could read it yet. forced: stored in spite of a conflict. not_fully_compared: it waits to be
 * compared with everything. advisory: a document says it, and nothing is refused for it yet.
 */
export const UNGUARDED_REASONS = ['failed_open', 'forced', 'advisory', 'not_fully_compared'] as const;
export type UnguardedReason = (typeof UNGUARDED_REASONS)[number];

export interface Unguarded {
  id: string;
  why: UnguardedReason;
  claim: Claim;
}

/** Two short walks down an index each, whatever else is stored: the claims that say so, and those that a job waits for. */
export const LIST_UNGUARDED = `
SELECT DISTINCT ON (u.id) u.id, u.why FROM (
  (SELECT c.id, c.unguarded AS why FROM claims c
   WHERE c.org_id = $1 AND c.project = $2 AND c.system_until IS NULL AND c.status = 'active' AND c.unguarded IS NOT NULL
     AND c.id < $3::uuid
   ORDER BY c.id DESC LIMIT $4)
  UNION ALL
  (SELECT j.claim_id, 'not_fully_compared' FROM jobs j CROSS JOIN LATERAL (
     SELECT c.id FROM claims c
     WHERE c.org_id = $1 AND c.project = $2 AND c.id = j.claim_id AND c.system_until IS NULL AND c.status = 'active'
     LIMIT 1
   ) c
   WHERE j.org_id = $1 AND j.project = $2 AND j.kind = 'recheck' AND j.claim_id < $3::uuid
   ORDER BY j.claim_id DESC LIMIT $4)
) u
ORDER BY u.id DESC, u.why = 'not_fully_compared' LIMIT $4`;

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The active claims of a project that the guard has not, or not fully, compared; newest first. */
export async function listUnguarded(
  db: Db,
  tenant: Tenant,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Unguarded>> {
  const before = cursor === undefined ? LAST : cursorId(cursor);
  const rows = await db.run<{ id: string; why: UnguardedReason }>({
    name: 'list_unguarded',
    text: LIST_UNGUARDED,
    values: [tenant.orgId, tenant.project, before, limit + 1],
  });
  const page = pageOf(rows, limit);
  const ids = page.items.map(({ id }) => id);
  const claims = new Map((await getClaims(db, tenant, ids)).map((claim) => [claim.id, claim]));
  const items = page.items.flatMap(({ id, why }) => {
    const claim = claims.get(id);
    // One of them may have been closed since the index was read.
    return claim?.status === 'active' ? [{ id, why, claim }] : [];
  });
  return { items, nextCursor: page.nextCursor };
}
