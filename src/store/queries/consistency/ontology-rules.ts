import type { RuleValue } from '../../../core/ontology.js';
import type { Tenant } from '../../../core/scope.js';
import type { Severity } from '../../../core/violation.js';
import { retried } from '../../errors.js';
import type { Db } from '../../tenant.js';
import { toInstant, toJson } from '../../text.js';

/** What a project says of a rule. Without a text it is one that comes with the program. */
export interface StoredRule {
  id: string;
  cypher: string | null;
  description: string | null;
  parameters: Record<string, RuleValue>;
  severity: Severity;
  enabled: boolean;
  who: string;
  keyId: string | null;
}

const COLUMNS = 'id, cypher, description, parameters, severity, enabled, who, key_id AS "keyId"';

/** Rules that a project may have of its own. */
export const STORED_RULES_MAX = 500;

export async function listStoredRules(db: Db, tenant: Tenant): Promise<StoredRule[]> {
  return db.run<StoredRule>({
    name: 'list_stored_rules',
    text: `SELECT ${COLUMNS} FROM ontology_rules WHERE org_id = $1 AND project = $2 ORDER BY id LIMIT ${STORED_RULES_MAX * 2}`,
    values: [tenant.orgId, tenant.project],
  });
}

/** Stores a rule, or what is now said of it, and raises the version of the project: no write is decided by the old ones. */
export async function putRule(db: Db, tenant: Tenant, rule: StoredRule): Promise<void> {
  const { id, cypher, description, parameters, severity, enabled, who, keyId } = rule;
  const text = `WITH project AS (
      INSERT INTO projects AS p (org_id, project, context_version) VALUES ($1, $2, 1)
      ON CONFLICT (org_id, project) DO UPDATE SET context_version = p.context_version + 1
    ) INSERT INTO ontology_rules (org_id, project, id, cypher, description, parameters, severity, enabled, created_at, updated_at, who, key_id)
    VALUES ($1, $2, $3, $4, $5, $6::json, $7, $8, clock_timestamp(), clock_timestamp(), $9, $10)
    ON CONFLICT (org_id, project, id) DO UPDATE SET cypher = excluded.cypher, description = excluded.description,
      parameters = excluded.parameters, severity = excluded.severity, enabled = excluded.enabled,
      updated_at = excluded.updated_at, who = excluded.who, key_id = excluded.key_id`;
  const values = [
    tenant.orgId,
    tenant.project,
    id,
    cypher,
    description,
    toJson(parameters),
    severity,
    enabled,
    who,
    keyId,
  ];
  await retried(db, () => db.run({ text, values }));
}

/** What a rule came to when it was last run. */
export interface RuleRun {
  ruleId: string;
  runId: string;
  /** ISO 8601. */
  at: string;
  durationMs: number;
  /** Violations that it found. */
  found: number;
  /** Whether there were more rows than are looked at. */
  isCut: boolean;
  error: string | null;
}

export async function listRuleRuns(db: Db, tenant: Tenant): Promise<RuleRun[]> {
  const rows = await db.run<RuleRun>({
    name: 'list_rule_runs',
    text: `SELECT rule_id AS "ruleId", run_id AS "runId", at::text AS at, duration_ms AS "durationMs", found, is_cut AS "isCut", error
      FROM ontology_rule_runs WHERE org_id = $1 AND project = $2 ORDER BY rule_id LIMIT ${STORED_RULES_MAX * 2}`,
    values: [tenant.orgId, tenant.project],
  });
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }));
}

export async function putRuleRun(db: Db, tenant: Tenant, run: Omit<RuleRun, 'at'>): Promise<void> {
  const { ruleId, runId, durationMs, found, isCut, error } = run;
  const text = `INSERT INTO ontology_rule_runs (org_id, project, rule_id, run_id, at, duration_ms, found, is_cut, error)
    VALUES ($1, $2, $3, $4, clock_timestamp(), $5, $6, $7, $8)
    ON CONFLICT (org_id, project, rule_id) DO UPDATE SET run_id = excluded.run_id, at = excluded.at,
      duration_ms = excluded.duration_ms, found = excluded.found, is_cut = excluded.is_cut, error = excluded.error`;
  const values = [tenant.orgId, tenant.project, ruleId, runId, durationMs, found, isCut, error];
  await retried(db, () => db.run({ text, values }));
}
