import type { EntityRef } from '../../../core/lore.js';
import type { RecordedRelation } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId } from '../../../store/queries/cursor.js';
import { readPresent } from '../../../store/queries/records/place-record.js';
import { mayStand, requireEntityType, type WorldTypes } from '../types.js';
import { type AskedTime, askedTime } from './asked-time.js';
import { paged } from './at-ends.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion, type Question, recordInput } from './question.js';

export interface PresentAsked {
  location: string;
  type?: string | null | undefined;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

/** Somebody or something that was there, and how one knows. */
export interface Presence {
  entity: EntityRef;
  via: 'located_in' | 'participated_in' | 'witnessed';
  /** Where it was: the place itself, or one inside it. */
  place: EntityRef | null;
  event: EntityRef | null;
  fact: ShownFact;
}

export interface PresentAnswer extends Envelope {
  location: Candidate;
  present: Presence[];
  nextCursor: string | null;
}

const PLACES = ['kingdom', 'location', 'plane', 'region', 'setting'];

/** Types of entities that others can be in: the built-in ones, and those that are kinds of them. */
export function placeTypes({ templates }: WorldTypes): string[] {
  const own = templates.filter(({ kind_of }) => kind_of !== undefined && PLACES.includes(kind_of.toLowerCase()));
  return ['Kingdom', 'Location', 'Plane', 'Region', 'Setting', ...own.map(({ type }) => type)];
}

/**
 * Who and what was in a place at a time, places inside it included.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function presentAt(asker: Asker, asked: PresentAsked): Promise<PresentAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const wanted = asked.type == null ? null : requireEntityType(question.types, 'type', asked.type);
  const location = await oneNamed(asker, question, { path: 'location', name: asked.location });
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const probe = { place: location.id, placeTypes: placeTypes(question.types), asked: time.unit, after };
  const named = [location.id];
  const record = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readPresent(db, recordInput(question, named), { ...probe, limit: asked.limit + 1 }),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const places = record.facts.filter(({ type }) => type === 'OCCURRED_AT');
  const { page, nextCursor } = paged(
    record.facts.filter(({ type }) => type !== 'OCCURRED_AT'),
    asked.limit,
  );
  const present = page
    .map((relation) => ({ relation, one: presence(relation, places, recorded, question, time) }))
    .filter(({ one }) => one.fact.held !== 'false' && (wanted === null || one.entity.type === wanted));
  const used = present.map(({ relation }) => relation);
  const hint = mayStand(question.types, location.type, PLACES) ? null : misfit(location);
  return {
    ...envelope({ question, recorded, session: asker.session, time, named, used, hint }),
    ...{ location, present: present.map(({ one }) => one), nextCursor },
  };
}

function misfit({ name, type }: Candidate): string {
  return `Nothing is in ${name}, which is of type ${type}. Who took part in an event is told by timeline.`;
}

function presence(
  relation: RecordedRelation,
  places: readonly RecordedRelation[],
  recorded: Recorded,
  question: Question,
  { unit }: AskedTime,
): Presence {
  const fact = showFact(relation, recorded, question, unit);
  if (relation.type === 'LOCATED_IN') {
    return { entity: fact.from, via: 'located_in', place: fact.to, event: null, fact };
  }
  const at = places.find(({ fromId }) => recorded.idOf(fromId) === fact.to?.id);
  const place = at?.toId == null ? null : recorded.entity(at.toId);
  const via = relation.type === 'WITNESSED' ? 'witnessed' : 'participated_in';
  return { entity: fact.from, via, place, event: fact.to, fact };
}
