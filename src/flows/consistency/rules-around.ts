import { anchorsFor } from '../../consistency/rule-anchors.js';
import type { RunError } from '../../core/consistency.js';
import type { StoredRelation } from '../../core/lore.js';
import { RULE_ROWS_MAX } from '../../core/ontology.js';
import { compileTogether } from '../../store/ontology/compile.js';
import { runTogether } from '../../store/ontology/run.js';
import { type OpenOfRule, openOfRulesAbout } from '../../store/queries/consistency/ontology-violations.js';
import { closeGone, endsOfRelations } from '../../store/queries/consistency/orphans.js';
import { getRelations, listRelationsOf } from '../../store/queries/lore/relations.js';
import type { Deps } from '../deps.js';
import { optionsIn } from './ontology.js';
import { findsOf, type RuleFind } from './ontology-finds.js';
import { openFinds } from './ontology-open.js';
import { erasFor, partsFor, type RuleInForce, type RuleWorld, rulesInForce } from './rules-in-force.js';

export type AroundDeps = Pick<Deps, 'store' | 'ids' | 'clock' | 'contexts'>;

/** Relations of an entity that is told of anew which are looked at; of more the batch run takes care. */
const NEAR_MAX = 200;

/** What a run of rules around some relations came to. */
export interface AroundFound {
  opened: number;
  rulesRun: number;
  errors: RunError[];
}

export const NOTHING_AROUND: AroundFound = { opened: 0, rulesRun: 0, errors: [] };

/** What is looked at: relations, and the open violations that may be over. */
interface Seeds {
  relations: StoredRelation[];
  open: OpenOfRule[];
}

/**
 * Runs the rules that mention some relations around these only; opens what is new, and closes what is over of what rests
 * on them. A rule that has to be matched over everything to tell is left to the batch run.
 * @param limitMs longest that the rules may take, all together
 */
export async function runRulesAround(
  deps: AroundDeps,
  world: RuleWorld,
  relationIds: readonly string[],
  { runId, limitMs }: { runId: string; limitMs: number },
): Promise<AroundFound> {
  const rules = await rulesInForce(deps, world);
  if (rules.length === 0 || relationIds.length === 0) return NOTHING_AROUND;
  const { relations, open } = await seedsOf(deps, world, rules, relationIds);
  const parts = partsFor(rules, relations).filter(({ pins }) => pins.length > 0);
  const ran = [...new Set(parts.map(({ rule }) => rule))];
  const eras = await erasFor(deps, world, ran);
  const options = optionsIn(world, eras);
  try {
    const compiled = compileTogether(
      parts.map(({ rule, pins }) => ({ plan: rule.plan, pins })),
      options,
    );
    const { orgId } = world.tenant;
    const rows = parts.length === 0 ? [] : await deps.store.snapshot(orgId, (db) => runTogether(db, compiled, limitMs));
    const finds = new Map<RuleInForce, RuleFind[]>();
    for (const rule of ran) {
      const own = rows.filter(({ part }) => parts[part]?.rule === rule);
      finds.set(rule, findsOf(rule.rule.id, own.slice(0, RULE_ROWS_MAX)));
    }
    const isCut = rows.length >= RULE_ROWS_MAX;
    return { opened: await settle(deps, world, finds, { open, isCut, runId }), rulesRun: ran.length, errors: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const errors = ran.map(({ rule }) => ({ rule: rule.id, message: `${message} It is left to the next full run.` }));
    return { opened: 0, rulesRun: 0, errors };
  }
}

/** The relations, those that what they tell of others may break, and one of each open violation that rests on them. */
async function seedsOf(
  { store }: AroundDeps,
  { tenant }: RuleWorld,
  rules: readonly RuleInForce[],
  relationIds: readonly string[],
): Promise<Seeds> {
  const isTelling = ({ type }: StoredRelation) =>
    rules.some(({ anchors }) => anchorsFor(anchors, type).some(({ by }) => by === 'end'));
  return store.tenant(tenant.orgId, async (db) => {
    const touched = await getRelations(db, tenant, relationIds);
    const isMentioned = ({ type }: StoredRelation) => rules.some(({ anchors }) => anchorsFor(anchors, type).length > 0);
    if (!touched.some(isMentioned)) return { relations: [], open: [] };
    const telling = touched.filter(isTelling).map(({ id }) => id);
    const ends = await endsOfRelations(db, tenant, telling);
    const near = await listRelationsOf(db, tenant, ends, { limit: NEAR_MAX });
    const open = await openOfRulesAbout(db, tenant, [...new Set([...relationIds, ...near.map(({ id }) => id)])]);
    const others = open.flatMap(({ sides }) => sides.slice(0, 1));
    const all = [...touched, ...(await getRelations(db, tenant, others))];
    const standing = new Map(all.flatMap((one) => (one.status === 'active' ? [[one.id, one] as const] : [])));
    return { relations: [...standing.values()], open };
  });
}

/** Answers how many are new. */
async function settle(
  deps: AroundDeps,
  { tenant }: RuleWorld,
  finds: ReadonlyMap<RuleInForce, RuleFind[]>,
  { open, isCut, runId }: { open: readonly OpenOfRule[]; isCut: boolean; runId: string },
): Promise<number> {
  const standing = new Set<string>();
  let opened = 0;
  for (const [{ rule }, found] of finds) {
    const { own, opened: ids } = await openFinds(deps, tenant, rule, found, { runId, isWhole: false });
    for (const { pairKey } of own) standing.add(pairKey);
    opened += ids.length;
  }
  const ran = new Set([...finds.keys()].map(({ rule }) => rule.id));
  const isOver = ({ ruleId, pairKey, stands }: OpenOfRule) =>
    !stands || (!isCut && ran.has(ruleId) && !standing.has(pairKey));
  const over = open.filter(isOver).map(({ id }) => id);
  await deps.store.tenant(tenant.orgId, (db) => closeGone(db, tenant, over));
  return opened;
}
