import type { Tenant } from '../../../core/scope.js';
import type { StoryClaim } from '../../../core/story-claim.js';
import type { Db } from '../../tenant.js';
import { getStoryClaims } from './story-claims.js';

/** The newest active claims of a project, up to so many. */
export async function listStoryClaims(db: Db, tenant: Tenant, limit: number): Promise<StoryClaim[]> {
  const rows = await db.run<{ id: string }>({
    name: 'list_story_claims',
    text: `SELECT c.id FROM claims c WHERE c.org_id = $1 AND c.project = $2 AND c.system_until IS NULL AND c.status = 'active'
      ORDER BY c.id DESC LIMIT $3`,
    values: [tenant.orgId, tenant.project, limit],
  });
  return getStoryClaims(
    db,
    tenant,
    rows.map(({ id }) => id),
  );
}

/** How many findings and contradictions each of these claims was part of, whatever became of them; none is left out. */
export async function countFlags(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.run<{ id: string; flags: number }>({
    name: 'count_story_flags',
    text: `SELECT flagged.id, count(*)::int AS flags FROM (
        SELECT asked.id FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
          SELECT s.finding_id FROM finding_claims s WHERE s.org_id = $1 AND s.project = $2 AND s.claim_id = asked.id LIMIT 5
        ) s
        UNION ALL
        SELECT asked.id FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
          SELECT s.violation_id FROM violation_sides s WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = asked.id LIMIT 5
        ) s
      ) flagged GROUP BY flagged.id`,
    values: [tenant.orgId, tenant.project, ids],
  });
  return new Map(rows.map(({ id, flags }) => [id, flags]));
}
