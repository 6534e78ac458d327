import type { BrokenRule, Warning } from '../../core/decision.js';
import { rangeText } from '../../store/columns.js';
import type { Written } from '../../store/ontology/compile.js';
import {
  getNeighbourhoodVersions,
  type Neighbourhood,
  type NeighbourRelation,
} from '../../store/queries/lore/neighbourhood.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import { type Broken, brokenBy } from '../consistency/written-rules.js';
import type { Deps } from '../deps.js';
import type { Draft } from '../draft.js';
import { afterClosing } from './after-closing.js';
import { type BareClash, brokenRule, Shower } from './clashes.js';
import { type End, endsOf, type Placed } from './place.js';

/** What was read and found before the rules of the world are asked. */
interface Known {
  around: Neighbourhood;
  /** Relations that are not stored yet: those of earlier items of a batch. */
  earlier: readonly Placed[];
  compared: readonly BareClash[];
}

/** The rules that somebody wrote and that the relations of a draft would break; what is found otherwise already is left out. */
export async function rulesBroken(
  deps: Deps,
  draft: Draft,
  placed: readonly Placed[],
  { around, earlier, compared }: Known,
): Promise<{ broken: BrokenRule[]; warnings: Warning[] }> {
  const { request, context, types } = draft;
  const world = { tenant: request.tenant, context, types };
  const relations = placed.map(({ id, stated, from, to }) => {
    return { id, type: stated.type.name, fromId: from.id, toId: to?.id ?? null };
  });
  const written = writtenBy(draft, [...earlier, ...placed], around.replaced);
  const { found, warnings } = await brokenBy(deps, world, { relations, written });
  const further = found.filter((one) => !isFoundBy(compared, one));
  if (further.length === 0) return { broken: [], warnings };
  const shower = await showerOf(deps, draft, further, { around, placed: [...placed, ...earlier] });
  const broken = further.flatMap((one): BrokenRule[] => {
    const incoming = placed.find(({ id }) => one.find.sides.includes(id)) ?? placed.find(isBetween(one)) ?? placed[0];
    if (incoming === undefined) return [];
    const others = one.find.sides.filter((id) => id !== incoming.id);
    return [brokenRule(weighedRule(one), incoming, others, shower)];
  });
  return { broken, warnings };
}

type Found = Broken['found'][number];

function weighedRule({ rule: { id, description, cypher, severity } }: Found) {
  return { rule: { id, description, cypher }, weight: severity === 'error' ? ('block' as const) : ('warn' as const) };
}

/** Whether what a rule found is told of by a clash that weighs as much. */
function isFoundBy(compared: readonly BareClash[], { rule, find }: Found): boolean {
  return compared.some(({ code, weight, relations: { incoming, stored } }) => {
    const sides = new Set([incoming, ...stored].map(({ id }) => id));
    const isAsMuch = weight === 'block' || rule.severity === 'warn';
    return code !== 'same_content' && isAsMuch && find.sides.length > 1 && find.sides.every((id) => sides.has(id));
  });
}

function isBetween({ find: { entities } }: Found): (placed: Placed) => boolean {
  return (placed) => endsOf([placed]).some(({ id }) => entities.includes(id));
}

/** Looks up what a conflict shows of relations that were not read before. */
async function showerOf(
  { store }: Deps,
  { request: { tenant } }: Draft,
  found: readonly Found[],
  { around, placed }: { around: Neighbourhood; placed: readonly Placed[] },
): Promise<Shower> {
  const known = new Set([...around.relations, ...placed].map(({ id }) => id));
  const missing = [...new Set(found.flatMap(({ find }) => find.sides))].filter((id) => !known.has(id));
  if (missing.length === 0) return new Shower(around, placed);
  const { relations, entities } = await store.tenant(tenant.orgId, async (db) =>
    getNeighbourhoodVersions(db, tenant, await getRelations(db, tenant, missing)),
  );
  const all = { relations: [...around.relations, ...relations], entities: [...around.entities, ...entities] };
  return new Shower({ ...around, ...all }, placed);
}

/** What the rules are to see as if it were stored. */
function writtenBy(draft: Draft, placed: readonly Placed[], replaced: readonly NeighbourRelation[]): Written {
  const fresh = new Map(endsOf(placed).flatMap((end) => (end.isNew ? [[end.id, end] as const] : [])));
  const { orgId: org_id, project } = draft.request.tenant;
  const standing = { org_id, project, status: 'active', is_disputed: false, properties: {} };
  return {
    entities: [...fresh.values()].map((end) => ({ org_id, project, properties: {}, ...entityRow(end) })),
    relations: [
      ...placed.map((one) => ({ ...standing, ...placedRow(one) })),
      ...afterClosing(replaced, draft, draft.context.calendar).map((one) => ({ ...standing, ...storedRow(one) })),
    ],
    over: replaced.map(({ id }) => id),
  };
}

function entityRow({ id, type, name, loreVerified }: End): object {
  return { id, type, name, lore_verified: loreVerified };
}

function placedRow({ id, stated, from, to }: Placed): object {
  const { type, value, when, extraction, isProphetic, source } = stated;
  const ends = { from_id: from.id, to_id: to?.id ?? null, value: to === null ? (value ?? '') : null };
  const told = { extraction, prophetic: isProphetic, source_id: source?.id ?? null };
  return { id, type: type.name, ...ends, ...told, ...windowRow(when) };
}

function storedRow({
  id,
  type,
  fromId,
  toId,
  value,
  period,
  prophetic,
  extraction,
  source,
}: NeighbourRelation): object {
  const told = { extraction, prophetic, source_id: source?.id ?? null };
  return { id, type, from_id: fromId, to_id: toId, value, ...told, ...windowRow(period) };
}

function windowRow({ certain, possible, tail }: Placed['stated']['when']): object {
  return { valid_certain: rangeText(certain), valid_possible: rangeText(possible), valid_tail: tail };
}
