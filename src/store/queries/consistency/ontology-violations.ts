import type { Tenant } from '../../../core/scope.js';
import type { Severity, ViolationAbout } from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';

/** What a rule found, and is to be on record. */
export interface NewOntologyViolation {
  id: string;
  pairKey: string;
  ruleId: string;
  about: ViolationAbout;
  sides: string[];
  severity: Severity;
  detail: Record<string, unknown>;
}

/** Opens violations $3 of run $4. One that was over is open again; one that was dismissed stays so. */
const OPEN = `
WITH new AS (
  SELECT * FROM json_to_recordset($3::json)
    AS n (id uuid, "pairKey" text, "ruleId" text, about text, sides uuid[], severity text, detail json)
), opened AS (
  INSERT INTO violations AS v (org_id, project, id, kind, pair_key, severity, run_id, detected_at, sides, detail, about, rule_id)
  SELECT $1, $2, n.id, 'ontology_violation', n."pairKey", n.severity, $4::uuid, clock_timestamp(), n.sides, n.detail, n.about, n."ruleId"
  FROM new n ORDER BY n."pairKey"
  ON CONFLICT (org_id, project, kind, pair_key) DO UPDATE SET status = 'open', resolution = NULL, resolved_at = NULL,
    detected_at = excluded.detected_at, run_id = excluded.run_id, flagged = false
  WHERE v.status = 'resolved' AND v.resolution = 'gone'
  RETURNING id, sides
), side AS (
  INSERT INTO violation_sides (org_id, project, side_id, violation_id)
  SELECT DISTINCT $1, $2, s.id, o.id FROM opened o, unnest(o.sides) AS s (id) ON CONFLICT DO NOTHING
)
SELECT id FROM opened`;

/** Answers the ids of those that were opened. */
export async function openOntologyViolations(
  db: Db,
  tenant: Tenant,
  violations: readonly NewOntologyViolation[],
  runId: string | null,
): Promise<string[]> {
  if (violations.length === 0) return [];
  const values = [tenant.orgId, tenant.project, toJson(violations), runId];
  const rows = await retried(db, () => db.run<{ id: string }>({ text: OPEN, values }));
  return rows.map(({ id }) => id);
}

/** The open violations of rules that somebody wrote, by what they are unique by. */
export async function openOfRules(db: Db, tenant: Tenant): Promise<{ id: string; ruleId: string; pairKey: string }[]> {
  const text = `SELECT v.id, v.rule_id AS "ruleId", v.pair_key AS "pairKey" FROM violations v
    WHERE v.org_id = $1 AND v.project = $2 AND v.kind = 'ontology_violation' AND v.status = 'open'`;
  return db.run({ text, values: [tenant.orgId, tenant.project] });
}

/** An open violation of a rule that somebody wrote; `stands`: whether all that it is between is still believed. */
export interface OpenOfRule {
  id: string;
  ruleId: string;
  pairKey: string;
  sides: string[];
  stands: boolean;
}

/** Those of which one of these relations is a side. */
export async function openOfRulesAbout(db: Db, tenant: Tenant, relationIds: readonly string[]): Promise<OpenOfRule[]> {
  if (relationIds.length === 0) return [];
  const text = `SELECT v.id, v.rule_id AS "ruleId", v.pair_key AS "pairKey", v.sides, NOT EXISTS (
      SELECT FROM unnest(v.sides) AS s (id) WHERE NOT EXISTS (
        SELECT FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.id = s.id AND r.system_until IS NULL
          AND r.status = 'active'
      )
    ) AS stands
    FROM (
      SELECT DISTINCT s.violation_id AS id FROM unnest($3::uuid[]) AS n (id) CROSS JOIN LATERAL (
        SELECT s.violation_id FROM violation_sides s
        WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = n.id
      ) s
    ) n CROSS JOIN LATERAL (
      SELECT * FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.id = n.id LIMIT 1
    ) v
    WHERE v.kind = 'ontology_violation' AND v.status = 'open' AND v.about = 'relation' AND v.rule_id IS NOT NULL`;
  return db.run<OpenOfRule>({ name: 'open_of_rules_about', text, values: [tenant.orgId, tenant.project, relationIds] });
}

/**
 * Of what rule $3 found ($4: a number and a relation each), what a contradiction or an anachronism says already: all of
 * the relations are sides of it, and there are two of them, or the one is its act. $6: that is all that the rule finds, so
 * that it no longer finds what else says that it did.
 */
const FOLD = `
WITH found AS (
  SELECT f.n, array_agg(f.side) AS sides FROM unnest($4::int[], $5::uuid[]) AS f (n, side) GROUP BY f.n
), said AS (
  SELECT f.n, v.id FROM found f CROSS JOIN LATERAL (
    SELECT v.id FROM violation_sides s CROSS JOIN LATERAL (
      SELECT * FROM violations v WHERE v.org_id = $1 AND v.project = $2 AND v.id = s.violation_id LIMIT 1
    ) v
    WHERE s.org_id = $1 AND s.project = $2 AND s.side_id = f.sides[1] AND v.kind IN ('contradiction', 'anachronism')
      AND v.status IN ('open', 'dismissed') AND f.sides <@ v.sides
      AND (cardinality(f.sides) > 1 OR v.detail->'anachronism'->>'relationId' = f.sides[1]::text)
    ORDER BY v.id LIMIT 1
  ) v
), cleared AS (
  SELECT v.id FROM violations v WHERE $6::boolean AND v.org_id = $1 AND v.project = $2 AND $3 = ANY (v.also_rule_ids)
    AND v.status IN ('open', 'dismissed') AND v.id NOT IN (SELECT id FROM said)
), told AS (
  UPDATE violations v SET also_rule_ids = CASE
    WHEN v.id IN (SELECT id FROM cleared) THEN array_remove(v.also_rule_ids, $3)
    ELSE (SELECT array_agg(DISTINCT a.id ORDER BY a.id) FROM unnest(v.also_rule_ids || $3) AS a (id)) END
  WHERE v.org_id = $1 AND v.project = $2 AND v.id IN (SELECT id FROM cleared UNION SELECT id FROM said)
)
SELECT n FROM said`;

/** Adds a rule to the records that say already what it found; answers which of the finds those are. */
export async function foldInto(
  db: Db,
  tenant: Tenant,
  { ruleId, isWhole }: { ruleId: string; isWhole: boolean },
  found: readonly (readonly string[])[],
): Promise<Set<number>> {
  const pairs = found.flatMap((sides, n) => sides.map((side) => ({ n, side })));
  const values = [
    tenant.orgId,
    tenant.project,
    ruleId,
    pairs.map(({ n }) => n),
    pairs.map(({ side }) => side),
    isWhole,
  ];
  const rows = await retried(db, () => db.run<{ n: number }>({ text: FOLD, values }));
  return new Set(rows.map(({ n }) => n));
}
