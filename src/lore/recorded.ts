import type { Calendar, StoryDate } from '../core/calendar.js';
import { grouped } from '../core/grouped.js';
import { period as between, isEmpty, type Period, UNKNOWN_DATE, type Unit } from '../core/period.js';
import type { LoreRecord, RecordedEntity, RecordedRelation } from '../core/record.js';
import type { RelationEnd } from '../core/relation.js';
import type { RelationType, RelationTypes } from '../core/relation-type.js';
import { confidence } from '../core/source.js';
import { isExactly, type StoryWindow, storyWindow, toldWindow } from '../core/story-time.js';
import { eventSpan, lifespan, type StatedDate } from './derived-dates.js';
import { begunSince, clipToBeginning, clipToExistence, type Life, lifeWithin } from './existence.js';
import { DATING, EXISTED_DURING, MAKING } from './rules/world.js';
import type { RelationWindow } from './truth.js';

const OCCURRED_ON = 'OCCURRED_ON';
/** Without a date of its own it is taken to be of the time of the death. */
const BURIED_AT = 'BURIED_AT';

/** Ends of a type whose open windows end with the life of who stands there. What outlives its doer has none. */
export function livingEnds(type: RelationType): RelationEnd[] {
  if (type.isEvent || type.value !== null) return [];
  const needed = type.lives.filter(({ rule }) => rule !== 'begun').map(({ end }) => end);
  const isOfPeople = type.domain.length === 0 || type.domain.includes('person');
  const outlives = type.acyclic || (type.range.length > 0 && type.range.every((kind) => kind === 'lineage'));
  const lasting: RelationEnd[] = !isOfPeople || outlives ? [] : type.symmetric ? ['from', 'to'] : ['from'];
  return [...new Set([...lasting, ...needed])];
}

/** Whether a type may hold for a while, for which its ends have to have come to be. */
function lasts({ isEvent, name }: RelationType): boolean {
  return !isEvent && name !== EXISTED_DURING;
}

/** Relation types by what they tell of existence and time. */
export function lifeTypesOf(types: RelationTypes) {
  const all = [...types.values()];
  const names = (holds: (type: RelationType) => boolean) => all.filter(holds).map(({ name }) => name);
  return {
    from: [...new Set([...names(({ existence }) => existence !== null), ...DATING])],
    to: [...MAKING],
    clippedFrom: names(lasts),
    clippedTo: names((type) => lasts(type) && type.value === null),
    events: names(({ isEvent, value }) => isEvent && value === null),
  };
}

/** What an answer read, with what follows from it: who existed when, and when relations held. */
export class Recorded {
  readonly record: LoreRecord;
  readonly #types: RelationTypes;
  readonly #calendar: Calendar;
  readonly #livesOf = new Map<string, Life[]>();
  readonly #told: ReadonlyMap<string, readonly RecordedRelation[]>;

  constructor(record: LoreRecord, types: RelationTypes, calendar: Calendar) {
    this.record = record;
    this.#types = types;
    this.#calendar = calendar;
    const told = record.lives.filter(({ prophetic }) => !prophetic);
    this.#told = grouped(
      told.flatMap((relation) => {
        const { type, fromId, toId } = relation;
        const things = toId !== null && MAKING.has(type) ? [fromId, toId] : [fromId];
        return things.map((id) => [this.idOf(id), relation] as const);
      }),
    );
  }

  /** The id of what an entity turned out to be. */
  idOf(id: string): string {
    return this.record.entities.get(id)?.id ?? id;
  }

  entity(id: string): RecordedEntity {
    return this.record.entities.get(id) ?? { id, name: id, type: '', loreVerified: false };
  }

  type(name: string): RelationType | undefined {
    return this.#types.get(name);
  }

  /** How far a relation may be relied on; null for a prophecy. */
  confidence({ prophetic, extraction, citation: { sourceId } }: RecordedRelation): number | null {
    const source = sourceId === null ? null : (this.record.sources.get(sourceId)?.kind ?? null);
    return prophetic ? null : confidence(extraction, source);
  }

  /** The stretches of time in which something existed, in order; none where nothing is told. */
  existence(thing: string): Period[] {
    return this.#lives(thing).map(({ when }) => when);
  }

  #lives(thing: string): Life[] {
    const known = this.#livesOf.get(thing) ?? this.#livesTold(thing);
    this.#livesOf.set(thing, known);
    return known;
  }

  #livesTold(thing: string): Life[] {
    const told = this.#told.get(thing) ?? [];
    const span = this.#calendar.eraSpan(this.entity(thing).name);
    if (this.entity(thing).type === 'Era' && span !== null) return [lifeWithin(span.when)];
    const windows = told.filter(({ type, fromId }) => type === EXISTED_DURING && this.idOf(fromId) === thing);
    const stated = windows.flatMap((window) => this.#windowOfExistence(window) ?? []);
    if (stated.length > 0) return stated.sort((a, b) => startOf(a) - startOf(b)).map(lifeWithin);
    const life = lifespan(told.flatMap((relation) => this.#dateOf(thing, relation) ?? []));
    return life === null ? [] : [life];
  }

  /** From when on something had come to be, or an event had begun; null where nothing tells. */
  beginning(thing: string): Period | null {
    const time = this.entity(thing).type === 'Event' ? this.eventTime(thing) : null;
    if (time !== null) return begunSince(time);
    const [first] = this.#lives(thing);
    return first === undefined || first.begins.possible.from === null ? null : first.begins;
  }

  /** Without bounds of its own a window is that of its era. */
  #windowOfExistence({ period, toId }: RecordedRelation): Period | null {
    if (period.possible.from !== null || period.possible.until !== null) return period;
    return toId === null ? null : (this.#calendar.eraSpan(this.entity(toId).name)?.when ?? null);
  }

  /** Some time in an era; null of one that the calendar does not know. */
  #sometimeIn(era: string): Period | null {
    const { from, until } = this.#calendar.eraSpan(this.entity(era).name)?.when.possible ?? { from: null, until: null };
    if (from === null) return null;
    const [end, latest] = until === null ? [UNKNOWN_DATE.end, UNKNOWN_DATE.end] : [until, until - 1];
    const some = { start: from, end, latest };
    return between(some, some);
  }

  #dateOf(thing: string, relation: RecordedRelation): StatedDate | null {
    const { type, fromId, period, isDisputed } = relation;
    const of = this.idOf(fromId) === thing ? this.type(type)?.existence : MAKING.has(type) ? 'birth' : null;
    return of == null ? null : { of, when: period, confidence: this.confidence(relation), isDisputed };
  }

  /** When an event took place: on its date, else in its era; null where neither is told. */
  eventTime(event: string): Period | null {
    const told = (this.#told.get(event) ?? []).filter(({ fromId }) => this.idOf(fromId) === event);
    const dates = told.filter(({ type }) => type === OCCURRED_ON);
    const date = eventSpan(
      dates.map((relation) => {
        const { period, isDisputed } = relation;
        return { of: 'event', when: period, confidence: this.confidence(relation), isDisputed };
      }),
    );
    if (date !== null) return date;
    const within = told.filter(({ type }) => DATING.has(type) && type !== OCCURRED_ON);
    return within.map((relation) => this.#timeInEra(relation)).find((period) => period !== null) ?? null;
  }

  /** An event is of some time in its era; what existed in one, of all of it. */
  #timeInEra(relation: RecordedRelation): Period | null {
    const { type, toId, period } = relation;
    const isBounded = period.possible.from !== null || period.possible.until !== null;
    if (type === EXISTED_DURING || isBounded || toId === null) return this.#windowOfExistence(relation);
    return this.#sometimeIn(toId);
  }

  /** When a relation held, or took place; none where that is not told. */
  times(relation: RecordedRelation): Period[] {
    const type = this.type(relation.type);
    const { period, fromId, toId } = relation;
    const isUndated = period.possible.from === null && period.possible.until === null && !isEmpty(period.certain);
    if (relation.type === EXISTED_DURING) return [this.#windowOfExistence(relation) ?? period];
    if (type?.isEvent === true) return isUndated ? this.#timesOfEvent(relation) : [period];
    if (type === undefined) return [period];
    const ends = { from: this.idOf(fromId), to: toId === null ? null : this.idOf(toId) };
    const begins = [ends.from, ends.to].flatMap((thing) => (thing === null ? [] : (this.beginning(thing) ?? [])));
    const living = livingEnds(type).flatMap((end) => (ends[end] === null ? [] : [this.#lives(ends[end])]));
    const windows = clipToExistence(period, living);
    return period.possible.from === null ? windows.map((when) => clipToBeginning(when, begins)) : windows;
  }

  #timesOfEvent({ type, fromId, toId }: RecordedRelation): Period[] {
    const told = type === BURIED_AT ? 'death' : this.type(type)?.existence;
    if (told != null) return this.#endOfLife(this.idOf(fromId), told);
    if (type === 'OCCURRED_DURING' && toId !== null) {
      const time = this.eventTime(this.idOf(fromId)) ?? this.eventTime(this.idOf(toId));
      return time === null ? [] : [time];
    }
    const ends = [toId, fromId].filter((id) => id !== null).map((id) => this.idOf(id));
    const event = ends.find((id) => this.entity(id).type === 'Event');
    const time = event === undefined ? null : this.eventTime(event);
    return time === null ? [] : [time];
  }

  /** When somebody was born or died, where that is told by a date. */
  #endOfLife(thing: string, of: 'birth' | 'death'): Period[] {
    const told = (this.#told.get(thing) ?? []).filter((relation) => this.type(relation.type)?.existence === of);
    const dates = told.map((relation) => {
      const { period, isDisputed } = relation;
      return { of: 'event' as const, when: period, confidence: this.confidence(relation), isDisputed };
    });
    const date = eventSpan(dates);
    return date === null ? [] : [date];
  }

  /** The same as windows that know which dates they name. */
  windows(relation: RecordedRelation): RelationWindow[] {
    const bounds = this.boundsOf(relation);
    return this.times(relation).map((period) => ({ period, bounds }));
  }

  /** The dates that a relation names, as precisely as they are written. */
  boundsOf({ type, value, validFrom, validUntil }: RecordedRelation): Unit[] {
    const isDate = this.type(type)?.value === 'date';
    const texts = isDate ? [value, validUntil] : [validFrom, validUntil];
    return texts.flatMap((text) => this.#read(text) ?? []);
  }

  /**
   * A time of the record as answers show it, its uncertain bounds as they are told.
   * @param relations that it is the time of, with what they are about
   * @param things whose time it is
   */
  shown(when: Period, relations: readonly RecordedRelation[], things: readonly string[] = []): StoryWindow {
    if (isExactly(when)) return storyWindow(when.possible, this.#calendar);
    const ends = relations.flatMap(({ fromId, toId }) => [fromId, toId ?? fromId]);
    const about = [...new Set([...ends.map((id) => this.idOf(id)), ...things])];
    const told = [...relations, ...about.flatMap((thing) => this.#told.get(thing) ?? [])];
    return toldWindow(
      when,
      told.flatMap((relation) => this.#datesIn(relation)),
      this.#calendar,
    );
  }

  #datesIn({ type, value, validFrom, validUntil, toId }: RecordedRelation): StoryDate[] {
    const texts = this.type(type)?.value === 'date' ? [value] : [validFrom, validUntil];
    const era = DATING.has(type) && toId !== null ? [this.entity(toId).name] : [];
    return [...texts, ...era].flatMap((text) => {
      const date = isDate(text) ? this.#calendar.read(text, 0) : '';
      return typeof date === 'string' ? [] : [date];
    });
  }

  #read(text: string | null): Unit | null {
    return isDate(text) ? this.#calendar.parse(text, 0) : null;
  }
}

/** `current` was another time when it was told. */
function isDate(text: string | null): text is string {
  return text !== null && text !== 'unknown' && text !== 'current';
}

function startOf({ possible }: Period): number {
  return possible.from ?? Number.NEGATIVE_INFINITY;
}
