import type { RunError } from '../../core/consistency.js';
import { RULE_ROWS_MAX } from '../../core/ontology.js';
import type { Tenant } from '../../core/scope.js';
import { runRule } from '../../store/ontology/run.js';
import { putRuleRun } from '../../store/queries/consistency/ontology-rules.js';
import { openOfRules } from '../../store/queries/consistency/ontology-violations.js';
import { closeGone } from '../../store/queries/consistency/orphans.js';
import type { Deps } from '../deps.js';
import { sideBySide } from '../side-by-side.js';
import { compileIn, isSaidElsewhere, type OntologyRule, type RuleSurface, requirePlan, rulesOf } from './ontology.js';
import { findsOf, type RuleFind } from './ontology-finds.js';
import { openFinds } from './ontology-open.js';
import { erasOf, type WholeSweep } from './sweep-all.js';

/** Rules that run at once, each on a connection of its own. */
const AT_ONCE = 2;

/** Longest that a rule may take in a run. */
const RULE_MS = 10_000;

type RunDeps = Pick<Deps, 'store' | 'ids' | 'clock'>;

/** What one rule came to. */
interface RuleOutcome {
  ruleId: string;
  /** Null where it could not be run. */
  found: readonly RuleFind[] | null;
  isCut: boolean;
}

/**
 * Runs the rules that somebody wrote over a whole project, opens what is new, closes what is over, and keeps what each
 * came to. One that fails is told of, and ends none of the others.
 * @param step a sign of life, after each rule
 */
export async function runOntologyRules(
  deps: RunDeps,
  whole: WholeSweep,
  runId: string,
  step: () => Promise<void>,
): Promise<{ rulesRun: number; errors: RunError[] }> {
  const { tenant, context } = whole;
  const surface = { ...whole, eras: await erasOf(deps, whole), now: deps.clock.now() };
  const rules = await deps.store.tenant(tenant.orgId, (db) => rulesOf(db, tenant));
  const { disabledRules } = context.consistency;
  const inForce = rules.filter(({ id, enabled }) => enabled && !disabledRules.includes(id));
  const errors: RunError[] = [];
  const outcomes = await sideBySide(inForce, AT_ONCE, async (rule) => {
    const outcome = await runOne(deps, surface, rule, runId, errors);
    await step();
    return outcome;
  });
  await closeOver(deps, tenant, outcomes);
  return { rulesRun: inForce.length, errors };
}

async function runOne(
  deps: RunDeps,
  surface: RuleSurface,
  rule: OntologyRule,
  runId: string,
  errors: RunError[],
): Promise<RuleOutcome> {
  const { tenant } = surface;
  const start = deps.clock.elapsed();
  let [found, isCut, error]: [RuleFind[] | null, boolean, string | null] = [null, false, null];
  try {
    const compiled = compileIn(surface, requirePlan(surface, rule));
    const rows = await deps.store.snapshot(tenant.orgId, (db) => runRule(db, compiled, RULE_MS));
    isCut = rows.length > RULE_ROWS_MAX;
    const finds = findsOf(rule.id, rows.slice(0, RULE_ROWS_MAX));
    const how = { runId, isWhole: true, isSaidElsewhere: isSaidElsewhere(rule, surface.context.consistency) };
    found = (await openFinds(deps, tenant, rule, finds, how)).own;
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    errors.push({ rule: rule.id, message: error });
  }
  const run = {
    ruleId: rule.id,
    runId,
    durationMs: deps.clock.elapsed() - start,
    found: found?.length ?? 0,
    isCut,
    error,
  };
  await deps.store.tenant(tenant.orgId, (db) => putRuleRun(db, tenant, run));
  return { ruleId: rule.id, found, isCut };
}

/** Closes what no rule finds any more. A rule that failed, or answered only in part, closes nothing. */
async function closeOver({ store }: RunDeps, tenant: Tenant, outcomes: readonly RuleOutcome[]): Promise<void> {
  const byRule = new Map(outcomes.map((one) => [one.ruleId, one]));
  const standing = new Set(outcomes.flatMap(({ found }) => (found ?? []).map(({ pairKey }) => pairKey)));
  await store.tenant(tenant.orgId, async (db) => {
    const open = await openOfRules(db, tenant);
    const over = open.filter(({ ruleId, pairKey }) => {
      const outcome = byRule.get(ruleId);
      const isSure = outcome === undefined || (outcome.found !== null && !outcome.isCut);
      return isSure && !standing.has(pairKey);
    });
    await closeGone(
      db,
      tenant,
      over.map(({ id }) => id),
    );
  });
}
