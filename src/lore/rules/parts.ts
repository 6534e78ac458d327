import type { RelationType } from '../../core/relation-type.js';
import { holderEnd, PART_OF, type World } from './world.js';

/** By which a place lies in another one, beside PART_OF. */
const LYING: readonly string[] = ['BELONGS_TO', 'CAPITAL_OF', 'LOCATED_IN'];

/** By which one thing may be part of another. */
export const WHOLES: readonly string[] = [PART_OF, ...LYING];

const PLACES: readonly string[] = ['Kingdom', 'Location', 'Plane', 'Region', 'Setting'];
const PLACE_KINDS = PLACES.map((place) => place.toLowerCase());

/** By which a thing is part of another; where it is of one of the types `places`, by some more: who is in a place is no part of it. */
export interface WholeTypes {
  always: readonly string[];
  lying: readonly string[];
  places: readonly string[];
}

/** The same of who has a slot of a relation type. What has one that only places have is a place, whatever it was taken for. */
export function wholeTypes(type: RelationType): WholeTypes {
  const allowed = holderEnd(type) === 'from' ? type.domain : type.range;
  const isPlace = allowed.length > 0 && allowed.every((kind) => PLACE_KINDS.includes(kind));
  return { always: isPlace ? WHOLES : [PART_OF], lying: LYING, places: PLACES };
}

/** Whether one of the two is part of the other, over any number of steps. */
export function isPartOf(a: string, b: string, types: WholeTypes, world: World): boolean {
  return wholesOf(a, types, world).has(b) || wholesOf(b, types, world).has(a);
}

function wholesOf(thing: string, { always, lying, places }: WholeTypes, world: World): Set<string> {
  const seen = new Set([thing]);
  for (const part of seen) {
    const types = places.includes(world.kindOf(part) ?? '') ? [...always, ...lying] : always;
    for (const { to } of types.flatMap((type) => world.at(part, 'from', type))) if (to !== null) seen.add(to);
  }
  return seen;
}
