import type { RelationEnd } from '../../core/relation.js';
import type { RelationType, RelationTypes } from '../../core/relation-type.js';
import { eventEnd, livesOfType } from './acts.js';
import { WHOLES } from './parts.js';
import { DATING, EXISTED_DURING, GENDER, holderEnd, MAKING, otherEnd, PARENT_OF, PART_OF } from './world.js';

/** Which stored relations the rules have to see, to say what a relation clashes with. */
export interface Probes {
  at: { thing: string; end: RelationEnd; type: string }[];
  beyond: { from: string[]; to: string[] };
  further: string[];
  chains: { start: string; type: string; isForward: boolean; goal?: string }[];
  wayMost: number;
  /** Those that may say the same. */
  same: { from: string; to: string; type: string }[];
  /** What of a slot its holders are parts of. */
  wholes: { holders: string[]; slots: { thing: string; end: RelationEnd; type: string }[]; types: string[] };
}

const ENDS = ['from', 'to'] as const;

interface Placed {
  type: RelationType;
  from: string;
  to: string | null;
}

/**
 * What the rules read of the world around relations that are to be stored.
 * @param wayMost they are stored, and so is all that they may close a circle with, which is looked for among so many
 * entities on either side; null: all that they may be a part of is wanted
 */
export function probesOf(placed: readonly Placed[], types: RelationTypes, wayMost: number | null = null): Probes {
  const at = placed.flatMap((relation) => [...ofSlots(relation), ...ofLives(relation, types), ...ofKin(relation)]);
  const told = lifeTypes(types);
  // A gender is held against those who are a parent of the same child.
  const isOfKin = placed.some(({ type }) => type.name === GENDER);
  return {
    at: [...new Map(at.map((probe) => [`${probe.thing}|${probe.end}|${probe.type}`, probe])).values()],
    beyond: { from: [...new Set([...told, ...DATING, GENDER])], to: [...MAKING, ...(isOfKin ? [PARENT_OF] : [])] },
    further: isOfKin ? [GENDER] : [],
    chains: placed.flatMap((one) => chainsOf(one, wayMost !== null)),
    same: placed.flatMap(sameAs),
    wholes: wholesOf(placed),
    wayMost: wayMost ?? 0,
  };
}

function lifeTypes(types: RelationTypes): string[] {
  const bounding = [...types.values()].filter(({ existence }) => existence !== null).map(({ name }) => name);
  return [...bounding, EXISTED_DURING];
}

/** Who else has, or ever had, what the relation is about. */
function ofSlots({ type, from, to }: Placed): Probes['at'] {
  const limited = new Set([...type.single, ...type.once, ...type.atMost.map(({ end }) => end)]);
  return ENDS.flatMap((end) => {
    const thing = end === 'from' ? from : to;
    if (thing === null || !(limited.has(end) || (type.symmetric && limited.size > 0))) return [];
    const sides = type.symmetric ? ENDS : [end];
    return sides.map((side) => ({ thing, end: side, type: type.name }));
  });
}

/** When both ends exist and, where the relation tells of that, what they do. */
function ofLives({ type, from, to }: Placed, types: RelationTypes): Probes['at'] {
  const things = [from, ...(to === null ? [] : [to])];
  const lives = things.flatMap((thing) => [
    ...[...lifeTypes(types), ...DATING].map((name) => ({ thing, end: 'from' as const, type: name })),
    ...[...MAKING].map((name) => ({ thing, end: 'to' as const, type: name })),
  ]);
  const bounded = type.existence !== null || type.name === EXISTED_DURING ? from : MAKING.has(type.name) ? to : null;
  const acting = [...types.values()].filter((other) => livesOfType(other).length > 0);
  const acts = acting.flatMap((other) =>
    bounded === null ? [] : livesOfType(other).map(({ end }) => ({ thing: bounded, end, type: other.name })),
  );
  const dated = DATING.has(type.name)
    ? acting.map((other) => ({ thing: from, end: eventEnd(other), type: other.name }))
    : [];
  return [...lives, ...acts, ...dated];
}

/** Of what is limited on an end all is looked at anyway. */
function sameAs({ type, from, to }: Placed): Probes['same'] {
  if (to === null) return [];
  const isTold = [{ from, to, type: type.name }];
  return type.symmetric ? [...isTold, { from: to, to: from, type: type.name }] : isTold;
}

function ofKin({ type, from }: Placed): Probes['at'] {
  if (type.name === PARENT_OF) return [{ thing: from, end: 'from', type: GENDER }];
  return type.name === GENDER ? [{ thing: from, end: 'from', type: PARENT_OF }] : [];
}

/** One holder of a slot is no rival of another that it is part of. */
function wholesOf(placed: readonly Placed[]): Probes['wholes'] {
  const held = placed.filter(({ type, to }) => type.unlessPartOf && to !== null);
  const slots = held.map((one) => {
    const end = otherEnd(holderEnd(one.type));
    return { thing: one[end] ?? '', end, type: one.type.name };
  });
  const holders = held.map((one) => one[holderEnd(one.type)] ?? '');
  return { holders, slots, types: held.length === 0 ? [] : [...WHOLES] };
}

/** The way back of an acyclic type, on the side that has fewer: ancestors, wholes. */
function chainsOf({ type, from, to }: Placed, areStored: boolean): Probes['chains'] {
  if (to === null) return [];
  if (!type.acyclic) return [];
  const isForward = type.name === PART_OF;
  const [start, goal] = isForward ? [to, from] : [from, to];
  return [{ start, type: type.name, isForward, ...(areStored && { goal }) }];
}
