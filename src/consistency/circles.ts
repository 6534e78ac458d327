import type { Edge } from '../core/consistency.js';

/** A node as the walk numbers it: when it was first met, and the earliest node that it leads back to. */
interface Visit {
  met: number;
  back: number;
  isOpen: boolean;
  component: number;
}

/**
 * Ids of the edges that lie on a circle: both ends are in one strongly connected component, or are one node. In time
 * linear in their number (Tarjan 1972, without recursion, as chains are long).
 */
export function* edgesOnCircles(edges: readonly Edge[]): Generator<void, string[]> {
  const out = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const list = out.get(from);
    if (list === undefined) out.set(from, [to]);
    else list.push(to);
    yield;
  }
  const visits = new Map<string, Visit>();
  for (const node of out.keys()) if (!visits.has(node)) yield* visitFrom(node, out, visits);
  const isOnCircle = ({ from, to }: Edge) =>
    from === to || (visits.has(to) && visits.get(from)?.component === visits.get(to)?.component);
  return edges.filter(isOnCircle).map(({ id }) => id);
}

interface Step {
  node: string;
  visit: Visit;
  next: number;
}

function* visitFrom(start: string, out: ReadonlyMap<string, string[]>, visits: Map<string, Visit>): Generator<void> {
  const path: Step[] = [enter(start, visits)];
  const open: Visit[] = path.map(({ visit }) => visit);
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    yield;
    const next = out.get(step.node)?.[step.next];
    step.next += 1;
    if (next === undefined) {
      leave(path, open);
      continue;
    }
    const known = visits.get(next);
    if (known === undefined) {
      const entered = enter(next, visits);
      path.push(entered);
      open.push(entered.visit);
    } else if (known.isOpen) step.visit.back = Math.min(step.visit.back, known.met);
  }
}

function enter(node: string, visits: Map<string, Visit>): Step {
  const met = visits.size;
  const visit = { met, back: met, isOpen: true, component: -1 };
  visits.set(node, visit);
  return { node, visit, next: 0 };
}

/** The last node of the path leads nowhere else: it closes its component, or hands on how far it leads back. */
function leave(path: Step[], open: Visit[]): void {
  const done = path.pop()?.visit;
  if (done === undefined) return;
  const before = path.at(-1)?.visit;
  if (before !== undefined) before.back = Math.min(before.back, done.back);
  if (done.back !== done.met) return;
  for (let visit = open.pop(); visit !== undefined; visit = visit === done ? undefined : open.pop()) {
    visit.isOpen = false;
    visit.component = done.met;
  }
}
