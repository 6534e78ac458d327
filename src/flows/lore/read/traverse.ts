import { Problem } from '../../../core/errors.js';
import type { EntityRef } from '../../../core/lore.js';
import type { RelationType } from '../../../core/relation-type.js';
import type { Candidate } from '../../../core/resolution.js';
import { cursorName, nameCursor } from '../../../store/queries/cursor.js';
import type { Leading } from '../../../store/queries/records/walk-record.js';
import { requireRelationType } from '../types.js';
import { askedTime } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFactSince } from './fact.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion, type Question } from './question.js';
import { type Walk, type WalkedNode, walkFrom } from './walk.js';

export const DIRECTIONS = ['out', 'in', 'both'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface TraverseAsked {
  start: string;
  /** Names of relation types, or of their inverses; left out: all. */
  relations?: readonly string[] | null | undefined;
  direction: Direction;
  hops: number;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface TraverseAnswer extends Envelope {
  start: Candidate;
  nodes: WalkedNode[];
  edges: ShownFact[];
  hubs: EntityRef[];
  isCut: boolean;
  nextCursor: string | null;
}

/** Relations that are followed from one thing, and in all. */
export const FAN_MAX = 200;
export const WALKED_MAX = 1000;

/**
 * What is come to from an entity in some steps, a page of it.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function traverse(asker: Asker, asked: TraverseAsked): Promise<TraverseAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const leading = leadingOf(question, asked);
  const after = asked.cursor == null ? null : placeOf(asked.cursor);
  const start = await oneNamed(asker, question, { path: 'start', name: asked.start });
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const { hops } = asked;
  const bounds = { hops, extraction: 0, fan: FAN_MAX, limit: WALKED_MAX };
  const walk = await walkFrom(asker, question, { start: start.id, ...leading, ...bounds }, time);
  const left = after === null ? walk.nodes : walk.nodes.filter((node) => isAfter(node, after));
  const nodes = left.slice(0, asked.limit);
  const last = nodes.at(-1);
  const used = nodes.flatMap(({ entity }) => walk.edges.get(entity.id) ?? []);
  const { recorded } = walk;
  return {
    ...envelope({ question, recorded, session: asker.session, time, named: [start.id], used }),
    ...{ start, nodes, ...cutOf(walk) },
    edges: used.map((relation) => showFactSince(relation, recorded, question, time.unit)),
    nextCursor: left.length > asked.limit && last !== undefined ? cursorAt(last) : null,
  };
}

export function cutOf({ hubs, isCut }: Walk) {
  return { hubs, isCut: isCut || hubs.length > 0 };
}

type Leads = Record<'forward' | 'backward', Leading>;

/** What leads forward and back: an inverse is walked against its arrow, and what has no direction both ways. */
function leadingOf({ types }: Question, { relations, direction }: TraverseAsked): Leads {
  if (relations == null) return allLeading([...types.relations.values()], direction);
  const named = relations.map((name, at) => requireRelationType(types, `relations[${at}]`, name));
  const leading = (not: Direction, notInverse: Direction) =>
    named
      .filter(({ type, isInverse }) => type.symmetric || direction !== (isInverse ? notInverse : not))
      .map(({ type }) => type.name);
  return { forward: [...new Set(leading('in', 'out'))], backward: [...new Set(leading('out', 'in'))] };
}

function allLeading(types: readonly RelationType[], direction: Direction): Leads {
  const symmetric = types.filter((type) => type.symmetric).map(({ name }) => name);
  return { forward: direction === 'in' ? symmetric : 'all', backward: direction === 'out' ? symmetric : 'all' };
}

interface Place {
  depth: number;
  id: string;
}

function cursorAt({ depth, entity }: WalkedNode): string {
  return nameCursor(`${depth} ${entity.id}`);
}

function placeOf(cursor: string): Place {
  const [, depth, id] = /^(\d) ([0-9a-f-]{36})$/.exec(cursorName(cursor)) ?? [];
  if (depth !== undefined && id !== undefined) return { depth: Number(depth), id };
  const message = 'must be a next_cursor of this list';
  throw new Problem('invalid_request', 'The cursor can not be read.', [{ path: 'cursor', message }]);
}

function isAfter({ depth, entity }: WalkedNode, place: Place): boolean {
  return depth > place.depth || (depth === place.depth && entity.id > place.id);
}
