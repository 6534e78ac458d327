import type { StoredRelation } from '../../core/lore.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { clashKey, isSameClash } from '../../lore/assertion.js';
import type { Finding } from '../../lore/rules/finding.js';
import { lifeToldBy } from '../../lore/rules/life.js';
import type { World } from '../../lore/rules/world.js';
import { type Violation, violationsOf } from '../../store/queries/consistency/violations.js';
import type { Db } from '../../store/tenant.js';
import { bySide } from '../lore/by-side.js';
import type { FoundClash } from '../lore/opening.js';

/** An act that misses the existence of something. */
type Missed = NonNullable<Finding['anachronism']>;

/** A clash, as the rules found it and as it would be recorded. */
export interface Found {
  finding: Finding;
  clash: FoundClash;
}

/** What a comparison found, among what it compared. */
export interface FoundIn {
  world: World;
  found: readonly Found[];
}

/**
 * What was found, but for acts that are known to miss the life that a relation tells of: who tells more of that life
 * makes no further violation of them.
 */
export async function unrecorded(
  db: Db,
  tenant: Tenant,
  { world, found }: FoundIn,
  over: readonly Violation[],
): Promise<FoundClash[]> {
  const acts = new Set(found.flatMap(({ finding }) => finding.anachronism?.act ?? []));
  const ended = new Set(over.map(({ id }) => id));
  const known = (await violationsOf(db, tenant, [...acts], ['open', 'dismissed'])).filter(({ id }) => !ended.has(id));
  const knownOf = bySide(known);
  const isKnown = ({ anachronism }: Finding) =>
    anachronism !== undefined && knownOf.get(anachronism.act)?.some((one) => isOfLife(one, anachronism.thing, world));
  return found.filter(({ finding }) => !isKnown(finding)).map(({ clash }) => clash);
}

/**
 * Whether a violation is that this act misses a life, and not another that asserts the same and is folded into it. One of
 * long ago names neither: there what its sides tell says it.
 */
function isOfAct(violation: Violation, { act, thing }: Missed, world: World): boolean {
  const named = missedBy(violation)?.relationId;
  return (named === undefined ? violation.sides.includes(act) : named === act) && isOfLife(violation, thing, world);
}

/** Whether a violation is that something misses the life of a thing. */
function isOfLife(violation: Violation, thing: string, world: World): boolean {
  if (violation.kind !== 'anachronism') return false;
  const named = missedBy(violation)?.entity?.id;
  return named === undefined ? violation.sides.some((id) => tellsOf(id, thing, world)) : named === thing;
}

function missedBy({ detail }: Violation) {
  return detail.anachronism as { relationId?: string; entity?: { id: string } } | undefined;
}

function tellsOf(id: string, thing: string, world: World): boolean {
  const fact = world.fact(id);
  return fact !== undefined && lifeToldBy(fact, world) === thing;
}

/** The open violations that nothing that was found is, as far as their sides stand. */
export function gone(
  open: readonly Violation[],
  { found, world }: FoundIn,
  stored: readonly StoredRelation[],
  types: RelationTypes,
): Violation[] {
  const standing = new Map(stored.map((one) => [one.id, one]));
  const of = (ids: readonly string[]) => ids.flatMap((id) => standing.get(id) ?? []);
  const keyOf = ({ kind, sides }: Pick<Violation, 'kind' | 'sides'>) => `${kind}|${clashKey(of(sides), types)}`;
  const alike = new Map<string, StoredRelation[][]>();
  for (const { clash } of found) {
    const key = keyOf({ kind: clash.kind, sides: [...clash.sides] });
    alike.set(key, alike.get(key) ?? []);
    alike.get(key)?.push(of(clash.sides));
  }
  const missed = found.flatMap(({ finding }) => finding.anachronism ?? []);
  const isSameAct = (one: Violation) =>
    missed.some((act) => act.claim === one.detail.claim && isOfAct(one, act, world));
  const isStill = (one: Violation) =>
    isSameAct(one) || alike.get(keyOf(one))?.some((sides) => isSameClash(sides, of(one.sides), types));
  // What somebody suspected and a curator confirmed is none that the rules find, nor one that they end.
  return open.filter((one) => one.detail.stage === undefined && !isStill(one));
}
