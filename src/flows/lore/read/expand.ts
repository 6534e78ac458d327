import type { EntityRef } from '../../../core/lore.js';
import type { Candidate } from '../../../core/resolution.js';
import { askedTime } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFactSince } from './fact.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';
import { cutOf } from './traverse.js';
import { type WalkedNode, walkFrom } from './walk.js';

export interface ExpandAsked {
  entity: string;
  hops: number;
  /** From 0 to 1; what can be relied on less is not followed. */
  minConfidence: number;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
}

export interface ExpandAnswer extends Envelope {
  entity: Candidate;
  nodes: WalkedNode[];
  edges: ShownFact[];
  hubs: EntityRef[];
  isCut: boolean;
}

/** Relations that are followed from one thing, and in all: an answer is to be read at once. */
export const EXPANDED_FAN = 50;
export const EXPANDED_MAX = 250;

/**
 * The neighbourhood of an entity at a time, as a graph.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_date`
 */
export async function expand(asker: Asker, asked: ExpandAsked): Promise<ExpandAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const entity = await oneNamed(asker, question, { path: 'entity', name: asked.entity });
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const { hops, minConfidence } = asked;
  const bounds = { hops, extraction: minConfidence, fan: EXPANDED_FAN, limit: EXPANDED_MAX };
  const probe = { start: entity.id, forward: 'all', backward: 'all', ...bounds } as const;
  const walk = await walkFrom(asker, question, probe, time, (relation, recorded) => {
    return (recorded.confidence(relation) ?? 0) >= minConfidence;
  });
  const used = walk.nodes.flatMap(({ entity: { id } }) => walk.edges.get(id) ?? []);
  const { recorded } = walk;
  return {
    ...envelope({ question, recorded, session: asker.session, time, named: [entity.id], used }),
    ...{ entity, nodes: walk.nodes, ...cutOf(walk) },
    edges: used.map((relation) => showFactSince(relation, recorded, question, time.unit)),
  };
}
