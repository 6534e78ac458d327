import type { LifeTypes } from '../core/consistency.js';
import type {
  DerivedTime,
  PropertyOf,
  RuleExpression,
  RuleHop,
  RuleMatch,
  RuleNode,
  RulePlan,
  RuleProjection,
} from '../core/ontology.js';
import type { RelationEnd } from '../core/relation.js';
import { attributeType } from '../core/type-template.js';

/**
 * Where a relation that is written takes part in a rule, so that the rule need not be matched over everything:
 * `relation`: a name of the rule stands for it; `end`: a name stands for what is at that end of it; `reach`: a name stands
 * for that end of a chain which it may be within; `whole`: it can not be told, and all is to be matched. `types`: the relations that do
 * so; empty: of any type. A name is always that of a MATCH whose rows are not counted or made one but by that name, so that a row
 * that is found for it is the row that is found without it.
 */
export type Anchor =
  | { by: 'relation'; name: string; types: readonly string[] }
  | { by: 'end'; name: string; end: RelationEnd; types: readonly string[] }
  | { by: 'reach'; name: string; end: RelationEnd; hop: RuleHop; types: readonly string[] }
  | { by: 'whole'; types: readonly string[] };

/** All anchors of a rule, each once. What can only take rows away from it is none. */
export function anchorsOf(plan: RulePlan, lives: LifeTypes): Anchor[] {
  const found = new Map<string, Anchor>();
  const finder = new Finder(plan, lives, (anchor) => found.set(JSON.stringify(anchor), anchor));
  finder.find();
  return [...found.values()];
}

/** Those by which relations of a type take part. */
export function anchorsFor(anchors: readonly Anchor[], type: string): Anchor[] {
  return anchors.filter(({ types }) => types.length === 0 || types.includes(type));
}

/** Where a name was bound, and whether rows that are matched for one value of it are whole. */
interface Bound {
  name: string;
  isWhole: boolean;
}

/** What names stand for at some place of a rule; a name that is bound within a condition or not for sure is not there. */
type Env = ReadonlyMap<string, Bound>;

class Finder {
  readonly #plan: RulePlan;
  readonly #lives: LifeTypes;
  readonly #add: (anchor: Anchor) => void;
  /** How often each name is bound anew. */
  readonly #bound = new Map<string, number>();

  constructor(plan: RulePlan, lives: LifeTypes, add: (anchor: Anchor) => void) {
    this.#plan = plan;
    this.#lives = lives;
    this.#add = add;
  }

  find(): void {
    const { stages, returns } = this.#plan;
    this.#countNames();
    let env: Env = new Map();
    stages.forEach((stage, at) => {
      if (stage.stage === 'with') {
        this.#items(stage, env);
        env = handedOn(env, stage);
        if (stage.where !== null) this.#expression(stage.where, env, 'more');
        return;
      }
      const outer = env;
      if (!stage.isOptional) env = new Map([...env, ...this.#newNames(stage, env, at)]);
      this.#match(stage, env, stage.isOptional ? outer : env, 'more');
    });
    this.#items(returns, env);
  }

  #countNames(): void {
    let known = new Set<string>();
    for (const stage of this.#plan.stages) {
      if (stage.stage === 'with') {
        known = new Set(stage.items.map(({ name }) => name));
        continue;
      }
      for (const name of namesOf(stage)) {
        if (known.has(name)) continue;
        known.add(name);
        this.#bound.set(name, (this.#bound.get(name) ?? 0) + 1);
      }
    }
  }

  #newNames(match: RuleMatch, env: Env, at: number): [string, Bound][] {
    const chains = new Set(match.hops.flatMap(({ name, isChain }) => (isChain ? [name] : [])));
    return namesOf(match)
      .filter((name) => !env.has(name) && !chains.has(name))
      .map((name) => [name, { name, isWhole: this.#bound.get(name) === 1 && this.#isKept(name, at) }]);
  }

  /** Whether whatever is counted or made one later is so for each value of a name that is bound at a stage. */
  #isKept(name: string, at: number): boolean {
    let aliases = [name];
    const later = this.#plan.stages.slice(at + 1).filter((stage) => stage.stage === 'with');
    for (const { items, isCounted, isDistinct } of [...later, this.#plan.returns]) {
      aliases = items.flatMap((item) =>
        item.value.op === 'variable' && aliases.includes(item.value.name) ? [item.name] : [],
      );
      if ((isCounted || isDistinct) && aliases.length === 0) return false;
    }
    return true;
  }

  /**
   * The relations of a pattern.
   * @param env what names stand for in it
   * @param outer those of them that stand for something whether it matches or not
   * @param effect whether a further match makes for more rows, or only for fewer
   */
  #match({ nodes, hops, where }: RuleMatch, env: Env, outer: Env, effect: Effect): void {
    for (const node of nodes) if (node.holder === 'relation' && node.isNew) this.#node(node, outer, effect);
    for (const hop of hops) this.#hop(hop, outer, effect);
    for (const test of [...nodes, ...hops].flatMap(({ tests }) => tests)) this.#expression(test, env, effect);
    if (where !== null) this.#expression(where, env, effect);
  }

  #node({ name, tests }: RuleNode, outer: Env, effect: Effect): void {
    if (effect === 'fewer') return;
    const types = tests.flatMap(({ left, right }) =>
      left.op === 'property' && left.property === 'type' && right.op === 'value' ? [String(right.value)] : [],
    );
    const bound = outer.get(name);
    this.#add(bound?.isWhole === true ? { by: 'relation', name: bound.name, types } : { by: 'whole', types });
  }

  #hop(hop: RuleHop, outer: Env, effect: Effect): void {
    if (effect === 'fewer') return;
    const { types, isDirected, isChain } = hop;
    const itself = outer.get(hop.name);
    const [from, to] = [outer.get(hop.from), outer.get(hop.to)];
    const [name, end] = from?.isWhole === true ? [from.name, 'from' as const] : [to?.name, 'to' as const];
    const isAnchored = from?.isWhole === true || to?.isWhole === true;
    if (itself?.isWhole === true && !isChain) this.#add({ by: 'relation', name: itself.name, types });
    else if (!isAnchored || name === undefined) this.#add({ by: 'whole', types });
    else if (isChain) this.#add({ by: 'reach', name, end, hop, types });
    else {
      this.#add({ by: 'end', name, end, types });
      if (!isDirected) this.#add({ by: 'end', name, end: end === 'from' ? 'to' : 'from', types });
    }
  }

  #items({ items }: RuleProjection, env: Env): void {
    for (const { value } of items) this.#expression(value, env, 'more');
  }

  #expression(one: RuleExpression, env: Env, effect: Effect): void {
    switch (one.op) {
      case 'property':
        this.#property(one, env);
        return;
      case 'exists':
        this.#match(one.match, env, env, effect);
        return;
      case 'not':
        this.#expression(one.part, env, OPPOSITE[effect]);
        return;
      case 'and':
      case 'or':
        for (const part of one.parts) this.#expression(part, env, effect);
        return;
      default:
        for (const part of partsOf(one)) this.#expression(part, env, 'more');
    }
  }

  /** What is told of an entity by relations of their own. */
  #property({ of, holder, property, kind }: PropertyOf, env: Env): void {
    if (holder !== 'entity' || property === 'id' || property === 'name' || property === 'type') return;
    const told = isDerived(property) && kind === 'time' ? this.#tellOf(property) : [];
    const sources = told.length > 0 ? told : [{ types: [attributeType(property)], end: 'from' as const }];
    const bound = env.get(of);
    for (const { types, end } of sources)
      if (types.length > 0)
        this.#add(bound?.isWhole === true ? { by: 'end', name: bound.name, end, types } : { by: 'whole', types });
  }

  #tellOf(time: DerivedTime): { types: readonly string[]; end: RelationEnd }[] {
    const { births, deaths, makings, datings } = this.#lives;
    const birth = [
      { types: births, end: 'from' as const },
      { types: makings, end: 'to' as const },
    ];
    const death = [{ types: deaths, end: 'from' as const }];
    const existence = { types: ['EXISTED_DURING'], end: 'from' as const };
    if (time === 'birth') return birth;
    if (time === 'death') return death;
    if (time === 'in_fiction_date') return [{ types: datings, end: 'from' }];
    return [existence, ...(time === 'valid_from' ? birth : death)];
  }
}

type Effect = 'more' | 'fewer';
const OPPOSITE: Readonly<Record<Effect, Effect>> = { more: 'fewer', fewer: 'more' };

/** All that it is made of, whose part in it is not told apart. */
function partsOf(one: RuleExpression): RuleExpression[] {
  if (one.op === 'compare') return [one.left, one.right];
  if (one.op === 'in') return [one.left, ...one.list];
  if (one.op === 'is_null') return [one.part];
  if (one.op === 'overlap') return [one.a.from, one.a.until, one.b.from, one.b.until];
  if (one.op === 'within') return [one.time, one.window.from, one.window.until];
  return one.op === 'count' && one.of !== null ? [one.of] : [];
}

function handedOn(env: Env, { items }: RuleProjection): Env {
  return new Map(
    items.flatMap(({ name, value }): [string, Bound][] => {
      const bound = value.op === 'variable' ? env.get(value.name) : undefined;
      return bound === undefined ? [] : [[name, bound]];
    }),
  );
}

function namesOf({ nodes, hops }: RuleMatch): string[] {
  return [...new Set([...nodes.map(({ name }) => name), ...hops.flatMap(({ name, from, to }) => [name, from, to])])];
}

const DERIVED: ReadonlySet<string> = new Set<DerivedTime>([
  'birth',
  'death',
  'in_fiction_date',
  'valid_from',
  'valid_until',
]);

function isDerived(property: string): property is DerivedTime {
  return DERIVED.has(property);
}
