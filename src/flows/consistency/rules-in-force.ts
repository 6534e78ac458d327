import { sweepPlan } from '../../consistency/plan.js';
import { type Anchor, anchorsFor, anchorsOf } from '../../consistency/rule-anchors.js';
import type { EraBounds } from '../../core/consistency.js';
import type { ProjectContext } from '../../core/context.js';
import type { RulePlan } from '../../core/ontology.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import type { Pin } from '../../store/ontology/compile.js';
import type { StoredRule } from '../../store/queries/consistency/ontology-rules.js';
import type { Deps } from '../deps.js';
import { isSaidElsewhere, type OntologyRule, planIn, rulesFrom } from './ontology.js';
import { erasOf } from './sweep-all.js';

/** A rule that holds in a project, ready to be compiled. */
export interface RuleInForce {
  rule: Omit<OntologyRule, 'lastRun'>;
  plan: RulePlan;
  anchors: readonly Anchor[];
}

/** What the rules of a project go by. */
export interface RuleWorld {
  tenant: Tenant;
  context: ProjectContext;
  types: RelationTypes;
}

/** By what is stored of them, for as long as that is not read anew. */
const read = new WeakMap<readonly StoredRule[], { context: ProjectContext; rules: RuleInForce[] }>();

/** The rules that hold in a project, say what no built-in one does, and can be read. What is wrong with one, a batch run tells. */
export async function rulesInForce(
  { contexts, clock }: Pick<Deps, 'contexts' | 'clock'>,
  { tenant, context, types }: RuleWorld,
): Promise<readonly RuleInForce[]> {
  const stored = await contexts.rulesOf(tenant, context);
  const known = read.get(stored);
  if (known?.context === context) return known.rules;
  const { lives } = sweepPlan(types);
  const { consistency } = context;
  const rules = rulesFrom(stored)
    .filter(({ id, enabled }) => enabled && !consistency.disabledRules.includes(id))
    .filter((rule) => !isSaidElsewhere(rule, consistency))
    .flatMap((rule): RuleInForce[] => {
      const reading = planIn({ context, now: clock.now() }, rule);
      return reading.isRule ? [{ rule, plan: reading.plan, anchors: anchorsOf(reading.plan, lives) }] : [];
    });
  read.set(stored, { context, rules });
  return rules;
}

/** Those that mention any of these types. */
export function mentioning(rules: readonly RuleInForce[], types: ReadonlySet<string>): RuleInForce[] {
  return rules.filter(({ anchors }) =>
    anchors.some((one) => [...types].some((type) => anchorsFor([one], type).length > 0)),
  );
}

/** A relation that rules are run for. */
export interface AnchoredRelation {
  id: string;
  type: string;
  fromId: string;
  toId: string | null;
}

/** A rule and what its names have to stand for, so that it is matched around some relations only. */
export interface AnchoredPart {
  rule: RuleInForce;
  pins: readonly Pin[];
}

/** Each rule once for every way in which one of the relations takes part in it; once alone where that can't be told. */
export function partsFor(rules: readonly RuleInForce[], relations: readonly AnchoredRelation[]): AnchoredPart[] {
  return rules.flatMap((rule) => {
    const taking = rule.anchors.map((anchor) => {
      return { anchor, relations: relations.filter(({ type }) => anchorsFor([anchor], type).length > 0) };
    });
    const met = taking.filter((one) => one.relations.length > 0);
    if (met.some(({ anchor }) => anchor.by === 'whole')) return [{ rule, pins: [] }];
    return met.flatMap(({ anchor, relations: some }) => {
      const pin = pinOf(anchor, some);
      return pin === null ? [] : [{ rule, pins: [pin] }];
    });
  });
}

function pinOf(anchor: Anchor, relations: readonly AnchoredRelation[]): Pin | null {
  if (anchor.by === 'whole') return null;
  const { name } = anchor;
  if (anchor.by === 'relation') return { name, ids: relations.map(({ id }) => id) };
  const at = (end: 'from' | 'to') => relations.flatMap(({ fromId, toId }) => (end === 'from' ? fromId : (toId ?? [])));
  if (anchor.by === 'end') return { name, ids: [...new Set(at(anchor.end))] };
  const { end, hop } = anchor;
  const ids = hop.isDirected ? at(end) : [...at('from'), ...at('to')];
  return { name, ids: [...new Set(ids)], chain: { hop, end } };
}

const OF_ERAS: ReadonlySet<string> = new Set(['in_fiction_date', 'valid_from', 'valid_until']);

/** The eras, where any of the rules asks for a time that may be that of one. */
export async function erasFor(
  deps: Pick<Deps, 'store' | 'clock'>,
  world: RuleWorld,
  rules: readonly RuleInForce[],
): Promise<EraBounds[]> {
  const asks = rules.some(({ plan }) => plan.derived.some((time) => OF_ERAS.has(time)));
  return asks ? erasOf(deps, world) : [];
}
