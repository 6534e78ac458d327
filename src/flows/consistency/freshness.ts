import { isStale } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import { listRuleRuns, type RuleRun } from '../../store/queries/consistency/ontology-rules.js';
import { ruleRates } from '../../store/queries/consistency/run-violations.js';
import { type LatestRuns, latestRuns } from '../../store/queries/consistency/runs.js';
import { type OpenCounts, openOfProject } from '../../store/queries/consistency/violations.js';
import type { Deps } from '../deps.js';

export interface Freshness extends LatestRuns {
  isStale: boolean;
  open: OpenCounts;
}

/** How many violations of a rule are open, and how many that is for each 1 000 relations that are believed. */
export interface RuleRate {
  ruleId: string;
  open: number;
  perThousand: number;
}

/** How fresh the consistency of a project is. */
export async function freshness({ store }: Pick<Deps, 'store'>, tenant: Tenant): Promise<Freshness> {
  return store.tenant(tenant.orgId, async (db) => {
    const runs = await latestRuns(db, tenant);
    return { ...runs, isStale: isStale(runs.ageS), open: (await openOfProject(db, tenant)).counts };
  });
}

/** The rates of the rules that anything open breaks. All relations are counted for it. */
export async function ratesOf({ store }: Pick<Deps, 'store'>, tenant: Tenant): Promise<RuleRate[]> {
  const { relations, byRule } = await store.tenant(tenant.orgId, (db) => ruleRates(db, tenant));
  return byRule.map(({ ruleId, open }) => {
    return { ruleId, open, perThousand: relations === 0 ? 0 : Math.round((open * 1_000_000) / relations) / 1000 };
  });
}

/** What each rule that somebody wrote came to in a run, where it was not run since. */
export async function ruleRunsOf(
  { store }: Pick<Deps, 'store'>,
  tenant: Tenant,
  runId: string | undefined,
): Promise<RuleRun[]> {
  const runs = await store.tenant(tenant.orgId, (db) => listRuleRuns(db, tenant));
  return runs.filter((run) => run.runId === runId);
}
