import { PART_OF, type World } from './world.js';

/** Whether one of the two is part of the other, over any number of steps. */
export function isPartOf(a: string, b: string, world: World): boolean {
  return wholesOf(a, world).has(b) || wholesOf(b, world).has(a);
}

function wholesOf(thing: string, world: World): Set<string> {
  const seen = new Set([thing]);
  for (const part of seen) {
    for (const { to } of world.at(part, 'from', PART_OF)) if (to !== null) seen.add(to);
  }
  return seen;
}
