import { overlap, type Period } from '../../core/period.js';
import { type Finding, finding } from './finding.js';
import { type Fact, PART_OF, type World } from './world.js';

/** A way along relations of one type: the last step, and the way before it. */
interface Way {
  to: string;
  last: Fact | null;
  before: Way | null;
  /** The windows of the path, each once: on a long one most hold at the same times. */
  windows: readonly Period[];
}

/** Of a world the circles of which no part leads anywhere else, by their relations: each of these closes that one. */
const rings = new WeakMap<World, Map<string, Finding>>();

/**
 * The shortest way back from where a relation of an acyclic type leads to where it begins, which it would close to a
 * circle. Who is whose parent, and what came first, holds for all time; what is part of what holds for its window.
 */
export function cycle(fact: Fact, world: World): Finding[] {
  if (fact.to === null || world.type(fact.type)?.acyclic !== true) return [];
  if (fact.from === fact.to) return [finding('relation_cycle', true, [fact.id])];
  const ring = rings.get(world)?.get(fact.id);
  if (ring !== undefined) return [ring];
  const isTimed = fact.type === PART_OF;
  const certain = wayBack(fact, world, isTimed ? 'certain' : null);
  const way = certain ?? (isTimed ? wayBack(fact, world, 'possible') : null);
  if (way === null) return [];
  const found = finding('relation_cycle', certain !== null, [fact.id, ...way.map(({ id }) => id)]);
  if (world.fact(fact.id) === fact) keep(found, [fact, ...way], world);
  return [found];
}

/**
 * Where each part of a circle leads to the next and nowhere else, whichever of them one begins at closes the same one, at
 * the same times: it is looked for once, not once a part.
 */
function keep(found: Finding, circle: readonly Fact[], world: World): void {
  if (circle.some(({ from, type }) => world.at(from, 'from', type).length > 1)) return;
  const known = rings.get(world) ?? new Map<string, Finding>();
  for (const { id } of circle) known.set(id, found);
  rings.set(world, known);
}

/** Most steps that are looked at: a bound for worlds where everything hangs together. */
const STEPS_MAX = 20_000;

/**
 * Breadth first, so that the first way found is a shortest one. With `held`, only ways that hold at one time: one that
 * comes to where another was, with the same windows, goes on as that one does.
 */
function wayBack(fact: Fact, world: World, held: Held): readonly Fact[] | null {
  const start: Way = { to: fact.to ?? '', last: null, before: null, windows: [fact.when] };
  const queue = [start];
  const seen = new Map([[start.windows, new Set([start.to])]]);
  for (const way of queue) {
    if (queue.length > STEPS_MAX) return null;
    for (const next of nextSteps(fact, way, world, held)) {
      const step = after(way, next, held);
      if (step.to === fact.from) return pathOf(step);
      if (isNew(step, seen)) queue.push(step);
    }
  }
  return null;
}

function after(way: Way, next: Fact, held: Held): Way {
  const windows = held === null ? way.windows : withWindow(way.windows, next.when);
  return { to: next.to ?? '', last: next, before: way, windows };
}

/** Whether no way with the same windows was there before; it is now. */
function isNew({ to, windows }: Way, seen: Map<readonly Period[], Set<string>>): boolean {
  const there = seen.get(windows) ?? new Set();
  if (there.has(to)) return false;
  seen.set(windows, there.add(to));
  return true;
}

function pathOf(way: Way): Fact[] {
  const path: Fact[] = [];
  for (let at: Way | null = way; at?.last != null; at = at.before) path.push(at.last);
  return path.reverse();
}

type Held = 'certain' | 'possible' | null;

function nextSteps(fact: Fact, { to, windows }: Way, world: World, held: Held): readonly Fact[] {
  const steps = world.at(to, 'from', fact.type).filter((next) => next.id !== fact.id);
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
