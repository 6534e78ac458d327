import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** How far parts are followed to their wholes. */
const DEPTH_MAX = 8;
const WHOLES_MAX = 5000;

/** $3 parts, $4 by what something is part of another, $5 by what else an entity of one of the types $6 is. */
const WHOLES = `
WITH RECURSIVE up (part, whole, depth) AS (
  SELECT p.id, p.id, 0 FROM unnest($3::uuid[]) AS p (id)
  UNION
  SELECT u.part, r.to_id, u.depth + 1 FROM up u CROSS JOIN LATERAL (
    SELECT r.to_id FROM relations r
    WHERE r.org_id = $1 AND r.project = $2 AND r.from_id = u.whole AND r.system_until IS NULL
      AND r.status = 'active' AND NOT r.prophetic AND (r.type = ANY ($4::text[]) OR (r.type = ANY ($5::text[]) AND EXISTS (
        SELECT FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = r.from_id AND e.type = ANY ($6::text[])
      ))) LIMIT 1000
  ) r WHERE u.depth < ${DEPTH_MAX}
)
SELECT DISTINCT part, whole FROM (SELECT * FROM up LIMIT ${WHOLES_MAX}) u WHERE part <> whole`;

/** Relation types by which something is part of another; where its own type is one of `places`, by some more. */
export interface WholeTypes {
  always: readonly string[];
  lying: readonly string[];
  places: readonly string[];
}

/** What each entity is a part of, over any number of steps. */
export async function wholesOf(
  db: Db,
  tenant: Tenant,
  parts: readonly string[],
  { always, lying, places }: WholeTypes,
): Promise<Map<string, Set<string>>> {
  const values = [tenant.orgId, tenant.project, [...new Set(parts)], always, lying, places];
  const rows = await db.run<{ part: string; whole: string }>({ name: 'wholes_of', text: WHOLES, values });
  const found = new Map<string, Set<string>>();
  for (const { part, whole } of rows) found.set(part, (found.get(part) ?? new Set()).add(whole));
  return found;
}
