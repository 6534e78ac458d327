import { readRule } from '../../src/consistency/cypher/rule.js';
import { sweepPlan } from '../../src/consistency/plan.js';
import { isoCalendar } from '../../src/core/calendar.js';
import type { RulePlan, RuleValue } from '../../src/core/ontology.js';
import type { Tenant } from '../../src/core/scope.js';
import { ingestItems } from '../../src/flows/documents/ingest-items.js';
import { compileRule, type Pin } from '../../src/store/ontology/compile.js';
import { type RuleRow, runRule } from '../../src/store/ontology/run.js';
import type { TestApp } from './app.js';

export function planOf(rule: string, parameters: Record<string, RuleValue> = {}): RulePlan {
  const read = readRule(rule, { parameters, readDate: (text) => isoCalendar.parse(text, 0) });
  if (!read.isRule) throw new Error(`${read.fault.line}:${read.fault.column} ${read.fault.message}\n${rule}`);
  return read.plan;
}

export function compiled(app: TestApp, tenant: Tenant, plan: RulePlan, pins: readonly Pin[] = []) {
  const { lives } = sweepPlan(app.deps.lexicon.relationTypes);
  return compileRule(plan, { ...tenant, lives, eras: [], minConfidence: 0, rows: 2000 }, pins);
}

export async function rowsOf(app: TestApp, tenant: Tenant, plan: RulePlan): Promise<RuleRow[]> {
  return app.store.snapshot(tenant.orgId, (db) => runRule(db, compiled(app, tenant, plan), 5000));
}

let made = 0;

/** A project of its own with these things in it. */
export async function tell(app: TestApp, entities: object[], relations: object[]): Promise<Tenant> {
  const tenant = { orgId: 'default', project: `rules${made++}` };
  const items = { entities, relations, events: [] };
  const run = { tenant, author: { who: 'mara', keyId: null }, runId: app.deps.ids.next(), source: 'tales' };
  const { errors } = await ingestItems(app.deps, { ...run, isCompared: false, items } as never);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return tenant;
}
