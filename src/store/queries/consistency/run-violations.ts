import type { EraBounds } from '../../../core/consistency.js';
import type { Tenant } from '../../../core/scope.js';
import type { Db } from '../../tenant.js';

/** How many violations that stand a run opened, by kind. */
export async function countFound(
  db: Db,
  tenant: Tenant,
  runId: string,
): Promise<{ violationsFound: number; anachronismsFound: number; orphansFound: number }> {
  const rows = await db.run<{ kind: string; count: number }>({
    text: `SELECT kind, count(*)::int AS count FROM violations v
      WHERE v.org_id = $1 AND v.project = $2 AND v.status = 'open' AND v.run_id = $3 GROUP BY kind`,
    values: [tenant.orgId, tenant.project, runId],
  });
  const of = (...kinds: string[]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0);
  return {
    violationsFound: of('contradiction', 'ontology_violation'),
    anachronismsFound: of('anachronism'),
    orphansFound: of('orphan'),
  };
}

/** The sides of the open violations between relations: looked at again, they say whether those still hold. */
export async function sidesOfOpen(db: Db, tenant: Tenant): Promise<string[]> {
  const rows = await db.run<{ id: string }>({
    text: `SELECT DISTINCT s.id FROM violations v CROSS JOIN LATERAL unnest(v.sides) AS s (id)
      WHERE v.org_id = $1 AND v.project = $2 AND v.status = 'open' AND v.about = 'relation'`,
    values: [tenant.orgId, tenant.project],
  });
  return rows.map(({ id }) => id);
}

/** How many violations of each rule are open, and how many relations are believed. */
export async function ruleRates(
  db: Db,
  tenant: Tenant,
): Promise<{ relations: number; byRule: { ruleId: string; open: number }[] }> {
  const byRule = await db.run<{ ruleId: string; open: number }>({
    name: 'open_by_rule',
    text: `SELECT rule_id AS "ruleId", count(*)::int AS open FROM violations v
      WHERE v.org_id = $1 AND v.project = $2 AND v.status = 'open' AND v.rule_id IS NOT NULL GROUP BY rule_id ORDER BY rule_id`,
    values: [tenant.orgId, tenant.project],
  });
  const [row] = await db.run<{ count: number }>({
    name: 'count_relations',
    text: `SELECT count(*)::int AS count FROM relations r
      WHERE r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.status = 'active'`,
    values: [tenant.orgId, tenant.project],
  });
  return { relations: row?.count ?? 0, byRule };
}

/** What is told of an era, or at some time of it: relations that state a bound, and what they are between. */
export async function toldOfEra(
  db: Db,
  tenant: Tenant,
  { id, from, until }: EraBounds,
): Promise<{ relationIds: Set<string>; entityIds: string[] }> {
  const rows = await db.run<{ id: string; from_id: string; to_id: string | null }>({
    text: `SELECT r.id, r.from_id, r.to_id FROM relations r
      WHERE r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.status = 'active' AND (
        r.to_id = $3 OR (int8range($4, $5) && r.valid_possible AND NOT (lower_inf(r.valid_possible) AND upper_inf(r.valid_possible)))
      )`,
    values: [tenant.orgId, tenant.project, id, from, until],
  });
  const ends = rows.flatMap((row) => [row.from_id, ...(row.to_id === null ? [] : [row.to_id])]);
  return { relationIds: new Set(rows.map((row) => row.id)), entityIds: [...new Set(ends)] };
}
