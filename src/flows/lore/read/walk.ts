import type { EntityRef } from '../../../core/lore.js';
import type { Truth } from '../../../core/period.js';
import type { RecordedRelation } from '../../../core/record.js';
import { Recorded } from '../../../lore/recorded.js';
import { type Reached, reachedFrom, type Step } from '../../../lore/walk.js';
import { readWalk, type WalkProbe } from '../../../store/queries/records/walk-record.js';
import type { AskedTime } from './asked-time.js';
import { heldSince } from './fact.js';
import { type Asker, type Question, recordInput } from './question.js';

export type WalkAsked = Omit<WalkProbe, 'asked'>;

/** Something that a walk comes to. */
export interface WalkedNode {
  entity: EntityRef;
  /** Fewest steps that lead there. */
  depth: number;
  /** `true` where sure steps lead there. */
  held: Truth;
}

/** All that is come to from a thing at a time. */
export interface Walk {
  recorded: Recorded;
  /** Nearest first, without that from which it starts. */
  nodes: WalkedNode[];
  /** The relations between them, each under the id of the end that is further away. */
  edges: ReadonlyMap<string, readonly RecordedRelation[]>;
  /** Things of which not all relations were followed. */
  hubs: EntityRef[];
  /** Whether more relations were there than are followed in all. */
  isCut: boolean;
}

/**
 * Walks from a thing along what held at a time; of what happens once, what had happened by then. The statement follows
 * all that may have held; whether it did, by the lives of who had to be there, is decided here.
 * @param isKept whether a relation is to be followed
 */
export async function walkFrom(
  asker: Asker,
  question: Question,
  asked: WalkAsked,
  { unit }: AskedTime,
  isKept: (relation: RecordedRelation, recorded: Recorded) => boolean = () => true,
): Promise<Walk> {
  const { record, cut } = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readWalk(db, recordInput(question, [asked.start]), { ...asked, asked: unit }),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const held = record.facts
    .filter((relation) => isKept(relation, recorded))
    .map((relation) => ({ relation, truth: heldSince(relation, recorded, unit).truth }))
    .filter(({ truth }) => truth !== 'false');
  const steps = held.flatMap(({ relation, truth }) => stepsOf(relation, truth, recorded, asked));
  const reached = inOrder(reachedFrom(asked.start, steps, asked.hops));
  const edges = edgesBetween(
    held.map(({ relation }) => relation),
    [...reached.keys()],
    recorded,
  );
  reached.delete(asked.start);
  return {
    recorded,
    nodes: [...reached].map(([id, { depth, isSure }]) => {
      return { entity: recorded.entity(id), depth, held: isSure ? 'true' : 'unknown' };
    }),
    edges,
    ...{ hubs: cut.hubs.map((id) => recorded.entity(id)), isCut: cut.isCut },
  };
}

function stepsOf(relation: RecordedRelation, truth: Truth, recorded: Recorded, asked: WalkAsked): Step[] {
  const [from, to] = endsOf(relation, recorded);
  const isSure = truth === 'true';
  const leads = (side: WalkAsked['forward']) => side === 'all' || side.includes(relation.type);
  return [
    ...(leads(asked.forward) ? [{ from, to, isSure }] : []),
    ...(leads(asked.backward) ? [{ from: to, to: from, isSure }] : []),
  ];
}

function endsOf({ fromId, toId }: RecordedRelation, recorded: Recorded): [string, string] {
  return [recorded.idOf(fromId), recorded.idOf(toId ?? '')];
}

function inOrder(reached: ReadonlyMap<string, Reached>): Map<string, Reached> {
  return new Map([...reached].sort(([a, one], [b, other]) => one.depth - other.depth || (a < b ? -1 : 1)));
}

/** By the end that comes later in the order. */
function edgesBetween(relations: readonly RecordedRelation[], order: readonly string[], recorded: Recorded) {
  const places = new Map(order.map((id, place) => [id, place]));
  const edges = new Map<string, RecordedRelation[]>();
  for (const relation of relations) {
    const [from, to] = endsOf(relation, recorded);
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    const further = a > b ? from : to;
    const others = edges.get(further);
    if (others === undefined) edges.set(further, [relation]);
    else others.push(relation);
  }
  return edges;
}
