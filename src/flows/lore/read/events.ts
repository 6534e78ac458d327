import { grouped } from '../../../core/grouped.js';
import type { EntityRef } from '../../../core/lore.js';
import { heldWithin, type Truth } from '../../../core/period.js';
import type { RecordedRelation } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import type { StoryWindow } from '../../../core/story-time.js';
import { erasWithin, withParts } from '../../../lore/eras.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId, cursorOf } from '../../../store/queries/cursor.js';
import { listEraEntities } from '../../../store/queries/lore/era-entities.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import { readEvents } from '../../../store/queries/records/event-record.js';
import { type AskedSpan, askedSpan, type SpanGiven } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { oneNamed } from './named.js';
import { placeTypes } from './present.js';
import { type Asker, openQuestion, type Question, recordInput } from './question.js';

export interface EventsAsked extends SpanGiven {
  location?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface ShownEvent {
  event: EntityRef;
  when: StoryWindow | null;
  /** Whether it surely was in that time. */
  held: Truth;
  places: EntityRef[];
  eras: EntityRef[];
  isDisputed: boolean;
}

export interface EventsAnswer extends Envelope {
  location: Candidate | null;
  events: ShownEvent[];
  nextCursor: string | null;
}

/**
 * What happened in a stretch of time, in a place or everywhere; parts of the era and of the place are included, and so
 * is what crosses an edge.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date`, `invalid_period` or `invalid_request`
 */
export async function eventsIn(asker: Asker, asked: EventsAsked): Promise<EventsAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const where = asked.location;
  const location = where == null ? null : await oneNamed(asker, question, { path: 'location', name: where });
  const span = await askedSpan(asker, question, asked);
  const eras = await erasOf(asker, question, asked.era ?? null, span);
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const named = location === null ? [] : [location.id];
  const record = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readEvents(db, recordInput(question, named), {
      ...{ place: location?.id ?? null, placeTypes: placeTypes(question.types) },
      ...{ asked: span.isDefault ? null : span.unit, eras, after, limit: asked.limit + 1 },
    }),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const byEvent = grouped(record.facts.map((fact) => [recorded.idOf(fact.fromId), fact]));
  const page = [...byEvent].slice(0, asked.limit);
  const last = page.at(-1);
  const shown = page
    .map(([id, facts]) => ({ facts, event: showEvent(id, facts, recorded, span, new Set(eras)) }))
    .filter(({ event }) => event.held !== 'false');
  return {
    ...envelope({
      question,
      recorded,
      session: asker.session,
      time: span,
      named,
      used: shown.flatMap((one) => one.facts),
    }),
    ...{ location, events: shown.map(({ event }) => event) },
    nextCursor: byEvent.size > asked.limit && last !== undefined ? cursorOf(last[0]) : null,
  };
}

/** The eras whose events count: of an era that is named itself and its parts, of a time those that lie in it. */
async function erasOf(asker: Asker, { tenant, calendar }: Question, era: string | null, span: AskedSpan) {
  if (span.isDefault) return [];
  return asker.deps.store.tenant(tenant.orgId, async (db) => {
    const known = await listEraEntities(db, tenant);
    const [found = []] =
      era === null ? [] : await findMentioned(db, tenant, [{ name: era, type: 'Era' }], { findsAlike: false });
    const own = found.flatMap(({ id }) => [...withParts(id, known)]);
    return [...new Set([...own, ...erasWithin(span.unit, known, calendar)])];
  });
}

function showEvent(
  id: string,
  facts: readonly RecordedRelation[],
  recorded: Recorded,
  { unit, isDefault }: AskedSpan,
  eras: ReadonlySet<string>,
): ShownEvent {
  const time = recorded.eventTime(id);
  const isOfEra = facts.some(({ type, toId }) => type === 'OCCURRED_DURING' && toId !== null && eras.has(toId));
  const held = isDefault || isOfEra ? 'true' : time === null ? 'unknown' : heldWithin(time, unit).truth;
  const ends = (wanted: string) =>
    facts.flatMap(({ type, toId }) => (type === wanted && toId !== null ? [recorded.entity(toId)] : []));
  return {
    event: recorded.entity(id),
    when: time === null ? null : recorded.shown(time, [], [id]),
    held,
    ...{ places: unique(ends('OCCURRED_AT')), eras: unique(ends('OCCURRED_DURING')) },
    isDisputed: facts.some(({ isDisputed }) => isDisputed),
  };
}

function unique(entities: readonly EntityRef[]): EntityRef[] {
  return [...new Map(entities.map((entity) => [entity.id, entity])).values()];
}
