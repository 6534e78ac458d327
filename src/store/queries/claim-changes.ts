import type { Claim } from '../../core/claim.js';
import { type Changing, type ClaimChange, changesOf } from '../../core/claim-change.js';
import type { Tenant } from '../../core/scope.js';
import type { Db } from '../tenant.js';
import { toInstant } from '../text.js';
import { getClaimVersions } from './claims.js';
import { cursorMoment, type Page, pageByTime } from './cursor.js';

/** A version of a claim, and what it changed. */
export interface ChangedClaim {
  id: string;
  /** ISO 8601 with microseconds. */
  at: string;
  changes: ClaimChange[];
  claim: Claim;
}

export interface ChangesFilter {
  /** System times, ISO 8601: after the first, up to the second. */
  from: string;
  to: string;
  limit: number;
  cursor?: string | undefined;
}

/** Versions stored after $3 and after version $5 of claim $6, up to $4, each with the one before. */
export const CHANGES = `
SELECT v.id, v.system_from::text AS at, before.*
FROM (
  SELECT c.id, c.system_from FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.system_from > $3 AND c.system_from <= $4
    AND (c.system_from, c.id) > ($5::timestamptz, $6::uuid)
  ORDER BY c.system_from, c.id LIMIT $7
) v LEFT JOIN LATERAL (
  SELECT c.statement, c.status, c.valid_until AS "validUntil", c.disputed_with AS "disputedWith", c.guarded FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = v.id AND c.system_from < v.system_from
  ORDER BY c.system_from DESC LIMIT 1
) before ON true
ORDER BY v.system_from, v.id`;

interface Row extends Changing {
  id: string;
  at: string;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * What changed between two system times, in its order. A page looks at so many versions; those that were only read again
 * are left out, so that it may hold fewer.
 */
export async function listChanges(
  db: Db,
  tenant: Tenant,
  { from, to, limit, cursor }: ChangesFilter,
): Promise<Page<ChangedClaim>> {
  const after = cursor === undefined ? { at: from, id: NO_ID } : cursorMoment(cursor);
  const values = [tenant.orgId, tenant.project, from, to, after.at, after.id, limit + 1];
  const rows = await db.run<Row>({ name: 'list_changes', text: CHANGES, values });
  const page = pageByTime(
    rows.map((row) => ({ ...row, at: toInstant(row.at) })),
    limit,
  );
  const versions = page.items.map(({ id, at }) => ({ id, systemFrom: at }));
  const claims = new Map(
    (await getClaimVersions(db, tenant, versions)).map((claim) => [`${claim.id} ${claim.systemFrom}`, claim]),
  );
  const items = page.items.flatMap(({ id, at, ...before }) => {
    const claim = claims.get(`${id} ${at}`);
    if (claim === undefined) return [];
    const changes = changesOf(before.status === null ? null : before, claim);
    return changes.length === 0 ? [] : [{ id, at, changes, claim }];
  });
  return { items, nextCursor: page.nextCursor };
}
