import type { SlotType, SweepPlan } from '../core/consistency.js';
import type { RelationTypes } from '../core/relation-type.js';
import { eventEnd, livesOfType } from '../lore/rules/acts.js';
import { RULE_CODES } from '../lore/rules/finding.js';
import { DATING, MAKING } from '../lore/rules/world.js';
import { ORPHAN_REASONS } from './orphan-rules.js';

/** The rules that are built in, by the name under which they are disabled, counted and explained. */
export const BUILT_IN_RULES = [...RULE_CODES, ...ORPHAN_REASONS] as const;
export type BuiltInRule = (typeof BUILT_IN_RULES)[number];

/** What a whole-graph sweep goes over, by the relation types of a project. */
export function sweepPlan(types: RelationTypes): SweepPlan {
  const all = [...types.values()];
  const told = (existence: 'birth' | 'death') =>
    all.filter((type) => type.existence === existence).map(({ name }) => name);
  return {
    slots: all.flatMap((type) => [...slotsOf(type, type.single, false), ...slotsOf(type, type.once, true)]),
    counts: all.flatMap(({ name, atMost }) => atMost.map(({ end, count }) => ({ type: name, end, most: count }))),
    acyclic: all.filter(({ acyclic }) => acyclic).map(({ name }) => name),
    lives: {
      ...{ births: told('birth'), deaths: told('death'), makings: [...MAKING], datings: [...DATING] },
      acts: all.flatMap((type) =>
        livesOfType(type).map(({ end, rule }) => {
          return { type: type.name, end, rule, isEvent: type.isEvent, eventEnd: eventEnd(type) };
        }),
      ),
    },
  };
}

function slotsOf(
  { name, symmetric }: { name: string; symmetric: boolean },
  ends: readonly ('from' | 'to')[],
  isOnce: boolean,
): SlotType[] {
  const sides = symmetric && ends.length > 0 ? (['from', 'to'] as const) : ends;
  return sides.map((end) => ({ type: name, end, isSymmetric: symmetric, isOnce }));
}
