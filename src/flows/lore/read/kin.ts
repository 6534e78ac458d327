import { Problem } from '../../../core/errors.js';
import type { EntityRef } from '../../../core/lore.js';
import type { Candidate } from '../../../core/resolution.js';
import type { StoryWindow } from '../../../core/story-time.js';
import { BESIDE, DOWN, START, UP } from '../../../store/queries/records/steps-record.js';
import type { Seeds } from '../../../store/queries/records/steps-seeds.js';
import { mayStand } from '../types.js';
import type { Envelope } from './envelope.js';
import type { ShownFact } from './fact.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion, type Question } from './question.js';
import { type StepsAnswer, type StepsItem, type StepsRest, stepsFrom } from './steps.js';

/** Who belongs to a family, by how they were come to. */
export const KIN_ROLES = ['self', 'ancestor', 'descendant', 'founder', 'member'] as const;
export type KinRole = (typeof KIN_ROLES)[number];

export interface ShownKin {
  person: EntityRef;
  role: KinRole;
  /** Steps of parentage: above zero towards children, below towards parents; null: none leads there. */
  generation: number | null;
  lives: StoryWindow[];
  /** Who says so: parentage, and membership of a lineage. */
  facts: ShownFact[];
  factsTotal: number;
}

export interface KinAsked {
  person: string;
  depth: number;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface KinAnswer extends Envelope, StepsRest {
  person: Candidate;
  kin: ShownKin[];
}

const BEGETTERS = ['creature', 'deity', 'person'];

/**
 * Who came before a person, or after: parents of parents, children of children, generation by generation.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_request`
 */
export async function kinOf(asker: Asker, way: typeof UP | typeof DOWN, asked: KinAsked): Promise<KinAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const person = await oneNamed(asker, question, { path: 'person', name: asked.person });
  const seeds: Seeds = { kind: 'node', thing: person.id };
  const { limit, cursor, depth } = asked;
  const walked = await stepsFrom(asker, question, {
    ...{ seeds, types: ['PARENT_OF'], ways: [way], depth, own: [], limit, cursor },
    ...{ named: person.id, hint: misfit(person, question) },
  });
  const { envelope, ...rest } = restOf(walked);
  return { ...envelope, ...rest, person, kin: walked.items.map((item) => showKin(item)) };
}

function misfit({ name, type }: Candidate, { types }: Question): string | null {
  return mayStand(types, type, BEGETTERS) ? null : `${name} is of type ${type}, which has no parents or children.`;
}

function restOf({ envelope, total, isCut, anachronisms, nextCursor }: StepsAnswer) {
  return { envelope, total, isCut, anachronisms, nextCursor };
}

const ROLES = { [UP]: 'ancestor', [DOWN]: 'descendant', [START]: 'self', [BESIDE]: 'member' } as const;

function showKin({ side, entity, depth, windows, steps, stepsTotal, own, link }: StepsItem) {
  const facts = [...new Map([...steps, ...own, ...(link === null ? [] : [link])].map((one) => [one.id, one])).values()];
  return {
    ...{ person: entity, role: ROLES[side], generation: side === BESIDE ? null : depth * (side === UP ? -1 : 1) },
    lives: windows,
    ...{ facts, factsTotal: stepsTotal + facts.length - steps.length },
  };
}

export interface LineageAsked extends Omit<KinAsked, 'person'> {
  person?: string | null | undefined;
  lineage?: string | null | undefined;
}

export interface LineageAnswer extends Envelope, StepsRest {
  subject: Candidate;
  /** The lineage itself; of a person those that it and its ancestors descend from. */
  lineages: EntityRef[];
  members: ShownKin[];
}

/**
 * A bloodline and its members: of a person its ancestors, descendants and all that share its lineages; of a lineage who
 * founded it, its members, and who descends from them.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_request`
 */
export async function lineageOf(asker: Asker, asked: LineageAsked): Promise<LineageAnswer> {
  const mention = mentioned(asked);
  const question = await openQuestion(asker, asked.knownAt);
  const subject = await oneNamed(asker, question, mention);
  const isLineage = mayStand(question.types, subject.type, ['lineage']);
  const isFitting = isLineage || mayStand(question.types, subject.type, BEGETTERS);
  const hint = isFitting ? null : `${subject.name} is of type ${subject.type}: ask for a person or a lineage.`;
  const { limit, cursor, depth } = asked;
  const walked = await stepsFrom(asker, question, {
    seeds: isLineage ? { kind: 'lineage', lineage: subject.id } : { kind: 'person', thing: subject.id },
    ...{ types: ['PARENT_OF'], ways: isLineage ? [DOWN] : [UP, DOWN], depth, own: ['DESCENDED_FROM'] },
    ...{ limit, cursor, named: subject.id, hint },
  });
  const { envelope, ...rest } = restOf(walked);
  const members = walked.items.map((item) => ofLineage(showKin(item), item, isLineage));
  return { ...envelope, ...rest, subject, lineages: walked.lines, members };
}

/** A lineage is no self: who it begins with founded it, or is a member. */
function ofLineage(kin: ShownKin, { link }: StepsItem, isLineage: boolean): ShownKin {
  if (!isLineage || kin.role !== 'self') return kin;
  return { ...kin, role: link?.type === 'FOUNDED' ? 'founder' : 'member' };
}

function mentioned({ person, lineage }: LineageAsked): { path: string; name: string } {
  if (person != null && lineage == null) return { path: 'person', name: person };
  if (lineage != null && person == null) return { path: 'lineage', name: lineage };
  const errors = [{ path: 'person', message: 'give a person or a lineage, not both' }];
  throw new Problem('invalid_request', 'Either person or lineage is needed.', errors);
}
