import { overlap, type Period } from '../../core/period.js';
import { type Finding, finding } from './finding.js';
import { type Fact, PART_OF, type World } from './world.js';

/** A way along relations of one type, and the time at which it holds as a whole. */
interface Way {
  to: string;
  path: readonly Fact[];
  /** The windows of the path, each once: on a long one most hold at the same times. */
  windows: readonly Period[];
}

/**
 * The shortest way back from where a relation of an acyclic type leads to where it begins, which it would close to a
 * circle. Who is whose parent, and what came first, holds for all time; what is part of what holds for its window.
 */
export function cycle(fact: Fact, world: World): Finding[] {
  if (fact.to === null || world.type(fact.type)?.acyclic !== true) return [];
  if (fact.from === fact.to) return [finding('relation_cycle', true, [fact.id])];
  const isTimed = fact.type === PART_OF;
  const certain = wayBack(fact, world, isTimed ? 'certain' : null);
  const way = certain ?? (isTimed ? wayBack(fact, world, 'possible') : null);
  if (way === null) return [];
  return [finding('relation_cycle', certain !== null, [fact.id, ...way.map(({ id }) => id)])];
}

/** Most steps that are looked at: a bound for worlds where everything hangs together. */
const STEPS_MAX = 20_000;

/** Breadth first, so that the first way found is a shortest one. With `held`, only ways that hold at one time. */
function wayBack(fact: Fact, world: World, held: Held): readonly Fact[] | null {
  const start: Way = { to: fact.to ?? '', path: [], windows: [fact.when] };
  const queue = [start];
  const seen = new Set([start.to]);
  for (const way of queue) {
    if (queue.length > STEPS_MAX) return null;
    for (const next of nextSteps(fact, way, world, held)) {
      const path = [...way.path, next];
      const to = next.to ?? '';
      if (to === fact.from) return path;
      // A way that holds at other times may go on where this one can't.
      if (held === null && seen.has(to)) continue;
      seen.add(to);
      queue.push({ to, path, windows: withWindow(way.windows, next.when) });
    }
  }
  return null;
}

type Held = 'certain' | 'possible' | null;

function nextSteps(fact: Fact, { to, path, windows }: Way, world: World, held: Held): Fact[] {
  const steps = world.at(to, 'from', fact.type).filter((next) => next.id !== fact.id && !path.includes(next));
  if (held === null) return steps;
  return steps.filter((next) => windows.every((window) => isTogether(window, next.when, held)));
}

function withWindow(windows: readonly Period[], next: Period): readonly Period[] {
  return windows.some((window) => isSame(window, next)) ? windows : [...windows, next];
}

function isSame(a: Period, b: Period): boolean {
  const bounds = ({ certain, possible, tail }: Period) => [
    certain.from,
    certain.until,
    possible.from,
    possible.until,
    tail,
  ];
  const others = bounds(b);
  return bounds(a).every((bound, at) => bound === others[at]);
}

/** Windows of which each two meet have a moment that all share. */
function isTogether(a: Period, b: Period, held: 'certain' | 'possible'): boolean {
  const shared = overlap(a, b);
  return shared === 'true' || (held === 'possible' && shared === 'unknown');
}
