/** A way from one thing to another. */
export interface Step {
  from: string;
  to: string;
  /** Whether it surely was there at the time of the walk. */
  isSure: boolean;
}

/** How one comes to a thing. */
export interface Reached {
  /** Fewest steps that lead there. */
  depth: number;
  /** Whether steps lead there that are all sure. */
  isSure: boolean;
}

/** All that is come to from a thing in so many steps, nearest first; no thing twice, so that circles end. */
export function reachedFrom(start: string, steps: readonly Step[], hops: number): Map<string, Reached> {
  const sure = depths(
    start,
    steps.filter(({ isSure }) => isSure),
    hops,
  );
  const all = [...depths(start, steps, hops)];
  return new Map(all.map(([thing, depth]) => [thing, { depth, isSure: sure.has(thing) }]));
}

function depths(start: string, steps: readonly Step[], hops: number): Map<string, number> {
  const from = new Map<string, string[]>();
  for (const step of steps) {
    const others = from.get(step.from);
    if (others === undefined) from.set(step.from, [step.to]);
    else others.push(step.to);
  }
  const found = new Map([[start, 0]]);
  // A map is walked in the order of insertion, what is added on the way included.
  for (const [thing, depth] of found) {
    if (depth === hops) break;
    for (const to of from.get(thing) ?? []) if (!found.has(to)) found.set(to, depth + 1);
  }
  return found;
}
