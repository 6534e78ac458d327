import type { Claim } from '../../../core/claim.js';
import type { Unit } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';
import { cursorId, type Page, pageOf } from '../cursor.js';
import { getClaims } from './claims.js';

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

/** $5 to $7 are a time in the world, or null. */
const HELD = `($5::int8 IS NULL
  OR time_in_window(int8range($5, $6), $7, c.valid_certain, c.valid_possible, c.valid_tail) IS NOT FALSE)`;

/** Two short walks down an index each, whatever else is stored: the claims that say so, and those that a job waits for. */
export const LIST_UNGUARDED = `
SELECT DISTINCT ON (u.id) u.id, u.why FROM (
  (SELECT c.id, c.unguarded AS why FROM claims c
   WHERE c.org_id = $1 AND c.project = $2 AND c.system_until IS NULL AND c.status = 'active' AND c.unguarded IS NOT NULL
     AND c.id < $3::uuid AND ${HELD}
   ORDER BY c.id DESC LIMIT $4)
  UNION ALL
  (SELECT j.claim_id, 'not_fully_compared' FROM jobs j CROSS JOIN LATERAL (
     SELECT c.id FROM claims c
     WHERE c.org_id = $1 AND c.project = $2 AND c.id = j.claim_id AND c.system_until IS NULL AND c.status = 'active'
       AND ${HELD}
     LIMIT 1
   ) c
   WHERE j.org_id = $1 AND j.project = $2 AND j.kind = 'recheck' AND j.claim_id < $3::uuid
   ORDER BY j.claim_id DESC LIMIT $4)
) u
ORDER BY u.id DESC, u.why = 'not_fully_compared' LIMIT $4`;

/** As above, at system time $8. What waited for a job then is on no record, so only what its version says is known. */
const UNGUARDED_THEN = `
SELECT c.id, c.unguarded AS why FROM claims c
WHERE c.org_id = $1 AND c.project = $2 AND c.unguarded IS NOT NULL AND c.status = 'active' AND c.id < $3::uuid
  AND c.system_from <= $8 AND (c.system_until IS NULL OR c.system_until > $8) AND ${HELD}
ORDER BY c.id DESC LIMIT $4`;

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface UnguardedFilter {
  limit: number;
  cursor?: string | undefined;
  /** A time at some point of which the claim certainly or possibly holds. */
  atTime: Unit | null;
  /** ISO 8601; null is now. */
  knownAt: string | null;
}

/** The active claims of a project that the guard has not, or not fully, compared; newest first. */
export async function listUnguarded(
  db: Db,
  tenant: Tenant,
  { limit, cursor, atTime, knownAt }: UnguardedFilter,
): Promise<Page<Unguarded>> {
  const before = cursor === undefined ? LAST : cursorId(cursor);
  const time = atTime === null ? [null, null, null] : [atTime.start, atTime.end, atTime.isPoint === true];
  const values = [tenant.orgId, tenant.project, before, limit + 1, ...time];
  const rows = await db.run<{ id: string; why: UnguardedReason }>(
    knownAt === null
      ? { name: 'list_unguarded', text: LIST_UNGUARDED, values }
      : { name: 'list_unguarded_then', text: UNGUARDED_THEN, values: [...values, knownAt] },
  );
  const page = pageOf(rows, limit);
  const ids = page.items.map(({ id }) => id);
  const found = await getClaims(db, tenant, ids, knownAt ?? undefined);
  const claims = new Map(found.map((claim) => [claim.id, claim]));
  const items = page.items.flatMap(({ id, why }) => {
    const claim = claims.get(id);
    // One of them may have been closed since the index was read.
    return claim?.status === 'active' ? [{ id, why, claim }] : [];
  });
  return { items, nextCursor: page.nextCursor };
}
