import type { ClaimStatus } from '../../../core/claim.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** What somebody rests on, as it is, or was then. */
export interface Support {
  id: string;
  status: ClaimStatus;
  dependsOn: string[];
}

/** $4 is a system time, or null. */
const SUPPORTS = `
SELECT c.id, c.status, c.depends_on AS "dependsOn" FROM unnest($3::uuid[]) AS asked (id) CROSS JOIN LATERAL (
  SELECT c.id, c.status, c.depends_on FROM claims c
  WHERE c.org_id = $1 AND c.project = $2 AND c.id = asked.id
    AND CASE WHEN $4::timestamptz IS NULL THEN c.system_until IS NULL
      ELSE c.system_from <= $4 AND (c.system_until IS NULL OR c.system_until > $4) END
  LIMIT 1
) c`;

/** The claims of these ids as they are believed now, or were at a system time, with what they rest on. */
export function getSupports(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  knownAt: string | null,
): Promise<Support[]> {
  const values = [tenant.orgId, tenant.project, ids, knownAt];
  return db.run<Support>({ name: 'get_supports', text: SUPPORTS, values });
}
