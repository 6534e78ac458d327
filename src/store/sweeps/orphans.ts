import type { OrphanRule } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import type { KnownOrphan } from '../queries/consistency/orphans.js';
import type { Db } from '../tenant.js';
import { BELIEVED } from './believed.js';

export interface FoundOrphan {
  entityId: string;
  reason: string;
}

/** What each rule asks for: $3 reasons, $4 types of entities, $5 types and $6 targets of chains; $7 reasons, $8 types and $9 ends of what is lacked. */
const RULES = `rules AS (
  SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS r (reason, entity_type, chain, target)
), lacks AS (
  SELECT * FROM unnest($7::text[], $8::text[], $9::text[]) AS l (reason, type, side)
)`;

const STANDING = 'e.org_id = $1 AND e.project = $2 AND e.merged_into IS NULL AND e.lore_verified';

/** All at once: what has what it needs is taken from all that there is. */
const SWEEP_ALL = `
WITH RECURSIVE ${RULES}, wanted AS MATERIALIZED (
  SELECT e.id, r.reason, r.chain, r.target FROM entities e JOIN rules r ON r.entity_type = e.type WHERE ${STANDING}
), present AS MATERIALIZED (
  SELECT DISTINCT l.reason, CASE l.side WHEN 'from' THEN r.from_id ELSE r.to_id END AS id
  FROM relations r JOIN lacks l ON l.type = r.type WHERE ${BELIEVED}
), reaching (id, reason) AS (
  SELECT e.id, r.reason FROM rules r JOIN entities e ON e.type = r.target AND e.org_id = $1 AND e.project = $2
  UNION
  SELECT r.from_id, c.reason FROM reaching c JOIN rules u USING (reason)
    JOIN relations r ON r.to_id = c.id AND r.type = u.chain AND ${BELIEVED}
)
SELECT w.id AS "entityId", w.reason FROM wanted w
WHERE NOT EXISTS (SELECT FROM present h WHERE h.id = w.id AND h.reason = w.reason)
  AND NOT EXISTS (SELECT FROM reaching c WHERE c.id = w.id AND c.reason = w.reason)`;

/** Most parts of what is looked at that are looked at with it. */
const PARTS_MAX = 2000;

/**
 * The same of entities $10, of what relations $11 are or were between, and of what is a part of these: by look-ups in
 * indexes, however much is stored. What they are a part of is walked up once, and down again from what counts as reached,
 * in time linear in that.
 */
const SWEEP_SOME = `
WITH RECURSIVE ${RULES}, touched AS (
  SELECT unnest($10::uuid[]) AS id
  UNION
  SELECT e.id FROM unnest($11::uuid[]) AS n (id) CROSS JOIN LATERAL (
    SELECT r.from_id, r.to_id FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.id = n.id LIMIT 1
  ) r CROSS JOIN LATERAL (VALUES (r.from_id), (r.to_id)) AS e (id) WHERE e.id IS NOT NULL
), parts (id) AS (
  SELECT id FROM touched
  UNION
  SELECT r.from_id FROM parts p JOIN rules u ON u.chain IS NOT NULL CROSS JOIN LATERAL (
    SELECT r.from_id FROM relations r WHERE ${BELIEVED} AND r.to_id = p.id AND r.type = u.chain LIMIT ${PARTS_MAX}
  ) r
), named AS MATERIALIZED (SELECT id FROM parts LIMIT ${PARTS_MAX}), wanted AS MATERIALIZED (
  SELECT e.id, e.type, r.reason, r.chain, r.target FROM named n CROSS JOIN LATERAL (
    SELECT e.id, e.type FROM entities e WHERE ${STANDING} AND e.id = n.id LIMIT 1
  ) e JOIN rules r ON r.entity_type = e.type
), steps (part, whole, reason) AS (
  SELECT NULL::uuid, id, reason FROM wanted WHERE chain IS NOT NULL
  UNION
  SELECT s.whole, r.to_id, s.reason FROM steps s JOIN rules u USING (reason) CROSS JOIN LATERAL (
    SELECT r.to_id FROM relations r WHERE ${BELIEVED} AND r.from_id = s.whole AND r.type = u.chain LIMIT ${PARTS_MAX}
  ) r
), walked AS MATERIALIZED (SELECT * FROM steps), reaching (id, reason) AS (
  SELECT w.whole, w.reason FROM walked w JOIN rules u USING (reason) CROSS JOIN LATERAL (
    SELECT FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = w.whole AND e.type = u.target LIMIT 1
  ) e
  UNION
  SELECT w.part, w.reason FROM reaching c JOIN walked w ON w.whole = c.id AND w.reason = c.reason
), judged AS (
  SELECT w.id, w.reason, EXISTS (
    SELECT FROM lacks l CROSS JOIN LATERAL (
      SELECT FROM relations r WHERE ${BELIEVED} AND l.side = 'from' AND r.from_id = w.id AND r.type = l.type
      UNION ALL
      SELECT FROM relations r WHERE ${BELIEVED} AND l.side = 'to' AND r.to_id = w.id AND r.type = l.type
    ) r WHERE l.reason = w.reason
  ) OR EXISTS (SELECT FROM reaching c WHERE c.id = w.id AND c.reason = w.reason) AS has_it FROM wanted w
)
SELECT n.id AS "entityId", j.reason, NULL::uuid AS "violationId", NULL AS "pairKey"
FROM named n LEFT JOIN judged j ON j.id = n.id AND NOT j.has_it
UNION ALL
SELECT n.id, NULL, v.id, v.pair_key FROM named n CROSS JOIN LATERAL (
  SELECT s.violation_id FROM violation_sides s WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = n.id
) s CROSS JOIN LATERAL (
  SELECT v.id, v.pair_key FROM violations v
  WHERE v.org_id = $1 AND v.project = $2 AND v.kind = 'orphan' AND v.status = 'open' AND v.id = s.violation_id LIMIT 1
) v`;

/** Every orphan of a project. */
export async function sweepOrphans(db: Db, tenant: Tenant, rules: readonly OrphanRule[]): Promise<FoundOrphan[]> {
  return db.run<FoundOrphan>({ text: SWEEP_ALL, values: [tenant.orgId, tenant.project, ...ruleValues(rules)] });
}

/** What orphans are looked for among: entities, and what relations are or were between. */
export interface OrphansSought {
  entityIds: readonly string[];
  relationIds: readonly string[];
}

/** What is so of some entities and their parts. */
export interface OrphansAmong {
  found: FoundOrphan[];
  /** What is open of all that were looked at. */
  known: KnownOrphan[];
}

/** The orphans among what was sought and its parts. */
export async function orphansAmong(
  db: Db,
  tenant: Tenant,
  rules: readonly OrphanRule[],
  { entityIds, relationIds }: OrphansSought,
): Promise<OrphansAmong> {
  const values = [tenant.orgId, tenant.project, ...ruleValues(rules), entityIds, relationIds];
  const rows = await db.run<LookedAt>({ name: 'orphans_among', text: SWEEP_SOME, values });
  return {
    found: rows.flatMap(({ entityId, reason }) => (reason === null ? [] : [{ entityId, reason }])),
    known: rows.flatMap(({ violationId: id, pairKey }) => (id === null || pairKey === null ? [] : [{ id, pairKey }])),
  };
}

interface LookedAt {
  entityId: string;
  /** What it lacks; null: nothing, or the row tells what is open of it. */
  reason: string | null;
  violationId: string | null;
  pairKey: string | null;
}

function ruleValues(rules: readonly OrphanRule[]): unknown[] {
  const lacks = rules.flatMap(({ reason, lacks: all }) => all.map(({ type, end }) => ({ reason, type, end })));
  return [
    ...[rules.map(({ reason }) => reason), rules.map(({ entityType }) => entityType)],
    ...[rules.map(({ chain }) => chain?.type ?? null), rules.map(({ chain }) => chain?.to ?? null)],
    ...[lacks.map(({ reason }) => reason), lacks.map(({ type }) => type), lacks.map(({ end }) => end)],
  ];
}
