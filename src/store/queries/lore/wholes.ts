import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** How far parts are followed to their wholes. */
const DEPTH_MAX = 8;
const WHOLES_MAX = 5000;

const WHOLES = `
WITH RECURSIVE up (part, whole, depth) AS (
  SELECT p.id, p.id, 0 FROM unnest($3::uuid[]) AS p (id)
  UNION
  SELECT u.part, r.to_id, u.depth + 1 FROM up u CROSS JOIN unnest($4::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT r.to_id FROM relations r
    WHERE r.org_id = $1 AND r.project = $2 AND r.from_id = u.whole AND r.type = t.type COLLATE "C" AND r.system_until IS NULL
      AND r.status = 'active' AND NOT r.prophetic LIMIT 1000
  ) r WHERE u.depth < ${DEPTH_MAX}
)
SELECT DISTINCT part, whole FROM (SELECT * FROM up LIMIT ${WHOLES_MAX}) u WHERE part <> whole`;

/** What each entity is a part of, over any number of steps; of places also what they lie in, where these types say so. */
export async function wholesOf(
  db: Db,
  tenant: Tenant,
  parts: readonly string[],
  types: readonly string[] = ['PART_OF'],
): Promise<Map<string, Set<string>>> {
  const values = [tenant.orgId, tenant.project, [...new Set(parts)], types];
  const rows = await db.run<{ part: string; whole: string }>({ name: 'wholes_by', text: WHOLES, values });
  const found = new Map<string, Set<string>>();
  for (const { part, whole } of rows) found.set(part, (found.get(part) ?? new Set()).add(whole));
  return found;
}
