import type { RelationType } from '../core/relation-type.js';
import { DATING, GENDER, MAKING, PARENT_OF } from './rules/world.js';

/**
 * The keys that a write of this relation takes, so that of two racing writes that contradict each other one sees the
 * other: the slots that it fills, the lives that it bounds or needs, and its type, where a chain of it may not close. A
 * gender takes that of parents, as whose co-parent it is told of is known only by looking.
 */
export function relationKeys(type: RelationType, fromId: string, toId: string | null): string[] {
  const ends = { from: fromId, to: toId };
  const limited = [...type.single, ...type.once, ...type.atMost.map(({ end }) => end)];
  const slots = [...new Set(limited)].flatMap((end) =>
    ends[end] === null ? [] : [`${type.name}|${type.symmetric ? '' : end}|${ends[end]}`],
  );
  const told = [...(type.existence === null ? [] : [fromId]), ...(MAKING.has(type.name) ? [toId] : [])];
  // An act takes its time from the event that it is about.
  const timed = DATING.has(type.name) ? [fromId] : type.isEvent && type.lives.length > 0 ? [toId] : [];
  const lives = [...told, ...timed, ...type.lives.map(({ end }) => ends[end])].flatMap((id) =>
    id === null ? [] : [`life|${id}`],
  );
  const kin = type.name === GENDER ? [`type|${PARENT_OF}`] : [];
  return [...new Set([...slots, ...lives, ...(type.acyclic ? [`type|${type.name}`] : []), ...kin])];
}
