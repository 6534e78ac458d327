import { type ReadRule, readRule } from '../../consistency/cypher/rule.js';
import { type BuiltInRule, sweepPlan } from '../../consistency/plan.js';
import { STARTER_RULES } from '../../consistency/starter-rules/index.js';
import type { EraBounds } from '../../core/consistency.js';
import type { ConsistencySettings, ProjectContext } from '../../core/context.js';
import { Problem } from '../../core/errors.js';
import { RULE_ROWS_MAX, type RulePlan, type RuleValue } from '../../core/ontology.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import type { Severity } from '../../core/violation.js';
import { type CompiledRule, type CompileOptions, compileRule } from '../../store/ontology/compile.js';
import { RuleTooSlow, ruleCost, runRule } from '../../store/ontology/run.js';
import {
  listRuleRuns,
  listStoredRules,
  type RuleRun,
  type StoredRule,
} from '../../store/queries/consistency/ontology-rules.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';
import { typesOf, type WorldTypes } from '../lore/types.js';
import { findsOf } from './ontology-finds.js';
import { unknownTypes } from './rule-names.js';
import { erasOf } from './sweep-all.js';

/** A rule as it is in force, or not, in a project. */
export interface OntologyRule {
  id: string;
  cypher: string;
  description: string;
  parameters: Record<string, RuleValue>;
  severity: Severity;
  enabled: boolean;
  /** Whether it comes with the program. */
  isStarter: boolean;
  /** The built-in rule that says the same and knows more. */
  restates: BuiltInRule | null;
  lastRun: RuleRun | null;
}

/** Longest that a rule may take when it is tried. */
const TRY_MS = 5000;

/** All rules of a project: those that come with the program, as the project sets them, and its own; by id. */
export async function rulesOf(db: Db, tenant: Tenant): Promise<OntologyRule[]> {
  const runs = new Map((await listRuleRuns(db, tenant)).map((run) => [run.ruleId, run]));
  const all = rulesFrom(await listStoredRules(db, tenant));
  return all.map((rule) => ({ ...rule, lastRun: runs.get(rule.id) ?? null }));
}

/** The same, by what is stored of them. */
export function rulesFrom(all: readonly StoredRule[]): Omit<OntologyRule, 'lastRun'>[] {
  const stored = new Map(all.map((rule) => [rule.id, rule]));
  const starters = STARTER_RULES.map((rule): Omit<OntologyRule, 'lastRun'> => {
    const { severity = 'warn', enabled = true } = stored.get(rule.id) ?? {};
    const { restates = null, ...said } = rule;
    return { ...said, parameters: {}, severity, enabled, isStarter: true, restates };
  });
  const own = [...stored.values()].flatMap(({ id, cypher, description, parameters, severity, enabled }) =>
    cypher === null
      ? []
      : [
          {
            id,
            cypher,
            description: description ?? '',
            parameters,
            severity,
            enabled,
            isStarter: false,
            restates: null,
          },
        ],
  );
  return [...starters, ...own].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether what a rule finds is what a built-in rule finds, or is none. */
export function isSaidElsewhere(
  { restates, severity }: Pick<OntologyRule, 'restates' | 'severity'>,
  { disabledRules }: ConsistencySettings,
): boolean {
  return restates !== null && severity === 'warn' && !disabledRules.includes(restates);
}

/** What a rule is compiled by in a project. */
export interface RuleSurface {
  tenant: Tenant;
  types: RelationTypes;
  context: ProjectContext;
  eras: readonly EraBounds[];
  now: number;
}

/** The same, with the types of a project by which a rule is tried. */
export interface TrialSurface extends RuleSurface {
  world: WorldTypes;
}

export async function surfaceOf(deps: Deps, tenant: Tenant): Promise<TrialSurface> {
  const context = await deps.contexts.fresh(tenant);
  const world = await typesOf(deps, tenant);
  const { relations: types } = world;
  const eras = await erasOf(deps, { tenant, types, context });
  return { tenant, types, world, context, eras, now: deps.clock.now() };
}

/**
 * Reads a rule by the calendar of the project.
 * @throws Problem `invalid_request` with line and column
 */
export function requirePlan(surface: RuleSurface, rule: Pick<OntologyRule, 'cypher' | 'parameters'>): RulePlan {
  const read = planIn(surface, rule);
  if (read.isRule) return read.plan;
  const { message, line, column } = read.fault;
  const errors = [{ path: 'cypher', message: `line ${line}, column ${column}: ${message}` }];
  throw new Problem('invalid_request', 'The rule can not be read.', errors);
}

/** Reads a rule by the calendar of a project. */
export function planIn(
  { context, now }: Pick<RuleSurface, 'context' | 'now'>,
  { cypher, parameters }: Pick<OntologyRule, 'cypher' | 'parameters'>,
): ReadRule {
  return readRule(cypher, { parameters, readDate: (text) => context.calendar.parse(text, now) });
}

export function compileIn(surface: RuleSurface, plan: RulePlan): CompiledRule {
  return compileRule(plan, optionsIn(surface, surface.eras));
}

/** What rules are compiled with in a project. */
export function optionsIn(
  { tenant, types, context }: Pick<RuleSurface, 'tenant' | 'types' | 'context'>,
  eras: readonly EraBounds[],
): CompileOptions {
  const { lives } = sweepPlan(types);
  // One more than is looked at tells that there are more.
  const rows = RULE_ROWS_MAX + 1;
  return { ...tenant, lives, eras, minConfidence: context.consistency.minConfidence, rows };
}

/** What a rule would come to now. */
export interface RuleTrial {
  wouldRaise: number;
  /** Whether there are more rows than are looked at. */
  isCut: boolean;
  cost: number;
  durationMs: number;
  sql: string;
  /** Types that the rule names and the project does not have. */
  unknown: string[];
}

/**
 * Runs a rule without anything being kept.
 * @throws Problem `invalid_request` for one that takes too long
 */
export async function tryRule(deps: Deps, surface: TrialSurface, plan: RulePlan): Promise<RuleTrial> {
  const compiled = compileIn(surface, plan);
  const { orgId } = surface.tenant;
  const start = deps.clock.elapsed();
  try {
    const { cost, rows } = await deps.store.snapshot(orgId, async (db) => {
      const planned = await ruleCost(db, compiled, TRY_MS);
      return { cost: planned.cost, rows: await runRule(db, compiled, TRY_MS) };
    });
    const durationMs = deps.clock.elapsed() - start;
    const finds = findsOf('', rows.slice(0, RULE_ROWS_MAX));
    const unknown = unknownTypes(plan, surface.world).map(({ name }) => name);
    const isCut = rows.length > RULE_ROWS_MAX;
    return { wouldRaise: finds.length, isCut, cost, durationMs, sql: compiled.text, unknown };
  } catch (error) {
    if (!(error instanceof RuleTooSlow)) throw error;
    const errors = [{ path: 'cypher', message: `takes longer than ${TRY_MS} ms; name types, or shorten its chains` }];
    throw new Problem('invalid_request', 'The rule takes too long.', errors);
  }
}

/** What the project says of a rule, of which something is changed. */
export function storedOf(rule: OntologyRule, author: Pick<StoredRule, 'who' | 'keyId'>): StoredRule {
  const { id, cypher, description, parameters, severity, enabled, isStarter } = rule;
  const text = isStarter ? { cypher: null, description: null } : { cypher, description };
  return { id, ...text, parameters, severity, enabled, ...author };
}
