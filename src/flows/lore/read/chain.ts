import type { EntityRef } from '../../../core/lore.js';
import { heldWithin, isEmpty, type Truth, UNKNOWN_DATE, type Unit } from '../../../core/period.js';
import type { Candidate } from '../../../core/resolution.js';
import type { StoryWindow } from '../../../core/story-time.js';
import { erasWithin, withParts } from '../../../lore/eras.js';
import { listEraEntities } from '../../../store/queries/lore/era-entities.js';
import { DOWN, readNamedSteps, START, UP } from '../../../store/queries/records/steps-record.js';
import type { Seeds } from '../../../store/queries/records/steps-seeds.js';
import { mayStand, typesThatStand } from '../types.js';
import type { Envelope } from './envelope.js';
import type { ShownFact } from './fact.js';
import { readOneNamed } from './named.js';
import { placeTypes } from './present.js';
import { type Asker, openQuestion, type Question } from './question.js';
import { afterOf, type StepsItem, type StepsRest, showSteps, stepsFrom } from './steps.js';

/** Which way a chain is followed. */
export const DIRECTIONS = ['causes', 'effects', 'both'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface ChainAsked {
  entity: string;
  depth: number;
  direction: Direction;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

/** An event, or whatever else causes or is caused. */
export interface ChainLink {
  event: EntityRef;
  side: 'start' | 'cause' | 'effect';
  depth: number;
  when: StoryWindow | null;
  /** Of an event of an era: whether it surely was in it; null of others. */
  held: Truth | null;
  places: EntityRef[];
  /** What tells when and where it took place. */
  told: ShownFact[];
  /** The relations by which it is come to. */
  facts: ShownFact[];
  factsTotal: number;
  /** Of a start: how it belongs to what was asked about; null where it is that itself. */
  link: ShownFact | null;
}

export interface ChainAnswer extends Envelope, StepsRest {
  entity: Candidate;
  chain: ChainLink[];
}

const WAYS = { causes: [UP], effects: [DOWN], both: [UP, DOWN] } as const;
const SIDES = { [UP]: 'cause', [DOWN]: 'effect', [START]: 'start' } as const;
/** Of these a chain begins with the thing itself. */
const EVENT = ['event'];
const CAUSAL = ['CAUSED', 'PRECEDED'];
/** What belongs to an entity of the events that it has to do with. */
const DEEDS = ['CAUSED', 'PARTICIPATED_IN'];
const SCENES = ['OCCURRED_AT'];
/** What is told of each event. */
const TOLD = ['OCCURRED_ON', 'OCCURRED_DURING', ...SCENES];

/**
 * What led to an event and what came of it, step by step. Of an era the chain begins with its events, of anything else
 * with the events that it caused or took part in, or that occurred there.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_request`
 */
export async function chainOf(asker: Asker, asked: ChainAsked): Promise<ChainAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const { limit, cursor, depth, direction } = asked;
  const walk = { types: CAUSAL, ways: WAYS[direction], depth, own: TOLD };
  const mention = { path: 'entity', name: asked.entity };
  const ofEvent = { ...walk, ofTypes: typesThatStand(question.types, EVENT), after: afterOf(cursor), limit: limit + 1 };
  const walked = await readOneNamed(asker, question, mention, (db, input) => readNamedSteps(db, input, ofEvent));
  const { entity } = walked;
  const begun = await beginning(asker, question, entity);
  const page = { limit, cursor, named: entity.id, hint: null };
  const { envelope, items, total, isCut, anachronisms, nextCursor } = await (begun.seeds.kind === 'node' &&
  walked.count > 0
    ? showSteps(asker, question, { ...page, own: TOLD }, walked)
    : stepsFrom(asker, question, { ...walk, ...page, seeds: begun.seeds }));
  const chain = items.map((item) => showLink(item, entity, begun));
  return { ...envelope, entity, chain, total, isCut, anachronisms, nextCursor };
}

interface Beginning {
  seeds: Seeds;
  /** The time of an era; null where the calendar does not place it, and of anything else. */
  within: Unit | null;
}

async function beginning(asker: Asker, question: Question, { id, type, name }: Candidate): Promise<Beginning> {
  const { types } = question;
  if (mayStand(types, type, EVENT)) return { seeds: { kind: 'node', thing: id }, within: null };
  if (type === 'Era') return ofEra(asker, question, id, name);
  const around = { from: DEEDS, to: SCENES, placeTypes: placeTypes(types) };
  return { seeds: { kind: 'around', thing: id, ...around }, within: null };
}

/** Events that are said to be of it or of its parts, and those of its time, where it has a time of its own. */
async function ofEra(asker: Asker, { tenant, calendar }: Question, thing: string, name: string): Promise<Beginning> {
  const when = calendar.eraSpan(name)?.when ?? null;
  const { from, until } = when?.possible ?? { from: null, until: null };
  const isPlaced = when !== null && !isEmpty(when.certain) && (from !== null || until !== null);
  const within = isPlaced ? { start: from ?? UNKNOWN_DATE.start, end: until ?? UNKNOWN_DATE.end } : null;
  const known = await asker.deps.store.tenant(tenant.orgId, (db) => listEraEntities(db, tenant));
  const eras = [...withParts(thing, known), ...(within === null ? [] : erasWithin(within, known, calendar))];
  return { seeds: { kind: 'era', thing, eras: [...new Set(eras)], within }, within };
}

function showLink(item: StepsItem, asked: Candidate, { seeds, within }: Beginning): ChainLink {
  const { side, entity, depth, periods, windows, steps, stepsTotal, link, own } = item;
  const [period] = periods;
  const isOfEra = seeds.kind === 'era' && side === START && entity.id !== asked.id;
  const isSure =
    link !== null || (period !== undefined && within !== null && heldWithin(period, within).truth === 'true');
  return {
    ...{ event: entity, side: SIDES[side as keyof typeof SIDES], depth },
    when: windows[0] ?? null,
    held: isOfEra ? (isSure ? 'true' : 'unknown') : null,
    ...{ places: placesOf(own), told: own },
    ...{ facts: steps, factsTotal: stepsTotal, link },
  };
}

function placesOf(own: readonly ShownFact[]): EntityRef[] {
  const places = own.flatMap(({ type, to }) => (to === null || !SCENES.includes(type) ? [] : [to]));
  return [...new Map(places.map((place) => [place.id, place])).values()];
}
