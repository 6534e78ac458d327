import { edgesOnCircles } from '../../consistency/circles.js';
import { type BuiltInRule, sweepPlan } from '../../consistency/plan.js';
import type { EraBounds, RunError } from '../../core/consistency.js';
import type { ProjectContext } from '../../core/context.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { listEras } from '../../store/queries/lore/eras.js';
import type { Db } from '../../store/store.js';
import { sweepActs } from '../../store/sweeps/acts.js';
import { sweepCounts, sweepEdges, sweepGenders } from '../../store/sweeps/kin.js';
import { sweepSlots } from '../../store/sweeps/slots.js';
import type { Deps } from '../deps.js';
import { spanNamed } from '../lore/around.js';
import { sideBySide } from '../side-by-side.js';
import { Turns } from '../turns.js';

type SweepDeps = Pick<Deps, 'store' | 'clock'>;

/** What a sweep of a whole project goes by. */
export interface WholeSweep {
  tenant: Tenant;
  types: RelationTypes;
  context: ProjectContext;
}

/** A rule, and how it finds the relations that may break it. */
interface RuleSweep {
  rule: BuiltInRule;
  sweep(): Promise<string[]>;
}

/** Sweeps that run at once, each on a connection of its own. */
const AT_ONCE = 2;

/**
 * Ids of the relations that may break a rule of category A or B, by one sweep over all relations for each rule: a
 * superset of those that do, which the rules themselves decide. A rule that fails is told of, and ends none of the others.
 */
export async function suspectRelations(
  deps: SweepDeps,
  whole: WholeSweep,
): Promise<{ ids: string[]; rulesRun: BuiltInRule[]; errors: RunError[] }> {
  const { disabledRules } = whole.context.consistency;
  const eras = await erasOf(deps, whole);
  const sweeps = sweepsOf(deps, whole, eras).filter(({ rule }) => !disabledRules.includes(rule));
  const errors: RunError[] = [];
  const found = await sideBySide(sweeps, AT_ONCE, async ({ rule, sweep }) => {
    try {
      return await sweep();
    } catch (error) {
      errors.push({ rule, message: error instanceof Error ? error.message : String(error) });
      return [];
    }
  });
  return { ids: [...new Set(found.flat())], rulesRun: sweeps.map(({ rule }) => rule), errors };
}

function sweepsOf(deps: SweepDeps, { tenant, types, context }: WholeSweep, eras: readonly EraBounds[]): RuleSweep[] {
  const { slots, counts, acyclic, lives } = sweepPlan(types);
  const on = (work: (db: Db) => Promise<string[]>) => () => deps.store.tenant(tenant.orgId, work);
  const genders: RuleSweep[] = context.parentsMayShareGender
    ? []
    : [{ rule: 'parents_same_gender', sweep: on((db) => sweepGenders(db, tenant)) }];
  return [
    { rule: 'relation_exclusive', sweep: on((db) => sweepSlots(db, tenant, slots, eras)) },
    { rule: 'outside_lifespan', sweep: on((db) => sweepActs(db, tenant, lives, eras)) },
    { rule: 'too_many_parents', sweep: on((db) => sweepCounts(db, tenant, counts)) },
    ...genders,
    { rule: 'relation_cycle', sweep: () => circles(deps, tenant, acyclic) },
  ];
}

async function circles({ store, clock }: SweepDeps, tenant: Tenant, types: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const type of types) {
    const edges = await store.tenant(tenant.orgId, (db) => sweepEdges(db, tenant, type));
    found.push(...(await new Turns(clock).run(edgesOnCircles(edges))));
  }
  return found;
}

/** The part of the axis that each era takes, where the calendar knows it. */
export async function erasOf(
  { store }: SweepDeps,
  { tenant, context: { calendar } }: WholeSweep,
): Promise<EraBounds[]> {
  const named = await store.tenant(tenant.orgId, (db) => listEras(db, tenant));
  return named.flatMap(({ id, name, keys }) => {
    const span = spanNamed([name, ...keys], calendar);
    return span === undefined ? [] : [{ id, from: span.begins?.start ?? null, until: span.ends?.end ?? null }];
  });
}
