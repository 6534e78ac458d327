import type { CalendarEra, StoryDate } from '../../../core/calendar.js';
import type { EntityRef } from '../../../core/lore.js';
import { isEmpty } from '../../../core/period.js';
import { type StoryTime, type StoryWindow, storyTimeOf, storyWindow } from '../../../core/story-time.js';
import { joined } from '../../../lore/eras.js';
import { Recorded } from '../../../lore/recorded.js';
import { listEraEntities } from '../../../store/queries/lore/era-entities.js';
import { readLife } from '../../../store/queries/records/life-record.js';
import { tickAt } from '../../window.js';
import { type AskedTime, askedTime } from './asked-time.js';
import { saidBeside } from './beside.js';
import { type Envelope, envelope } from './envelope.js';
import { type Asker, openQuestion, type Question, recordInput } from './question.js';

export interface ShownEra extends Pick<CalendarEra, 'slug' | 'name' | 'abbreviations' | 'parent' | 'countsYears'> {
  /** Where in its parent it lies is not known where this is that of the parent. */
  span: StoryWindow;
  isPlaced: boolean;
  /** The entity that is called so; null: none is. */
  entity: EntityRef | null;
}

export interface ErasAnswer extends Envelope {
  calendar: string;
  current: StoryTime;
  eras: ShownEra[];
}

/** The eras of the calendar, with the entities that are called so. */
export async function erasOf(asker: Asker): Promise<ErasAnswer> {
  const question = await openQuestion(asker, null);
  const { calendar, tenant, now } = question;
  const entities = await asker.deps.store.tenant(tenant.orgId, (db) => listEraEntities(db, tenant));
  const byId = new Map(entities.map(({ id, name, loreVerified }) => [id, { id, name, type: 'Era', loreVerified }]));
  const eras = joined(calendar, entities).map(({ era, entity }) => {
    const { slug, name, abbreviations, parent, countsYears, when } = era;
    const isPlaced = !isEmpty(when.certain);
    const span = storyWindow(when.possible, calendar);
    return { slug, name, abbreviations, parent, countsYears, span, isPlaced, entity: byId.get(entity ?? '') ?? null };
  });
  const said = await saidBeside(asker, question, { named: entities.map(({ id }) => id) });
  return { ...said, calendar: calendar.id, current: storyTimeOf(calendar.current(now)), eras };
}

export interface DateAnswer extends Envelope {
  canonical: string | null;
  time: StoryTime;
  /** Whether one moment somewhere in it is meant, so that what holds in a part of it is not sure. */
  isUncertain: boolean;
}

/**
 * What a text means as a time: a date of the calendar, an era, or an event that has a date; of an event also who says so.
 * @throws Problem `invalid_date` or `ambiguous_entity`
 */
export async function storyDateOf(
  asker: Asker,
  { text, knownAt }: { text: string; knownAt?: string | null | undefined },
): Promise<DateAnswer> {
  const question = await openQuestion(asker, knownAt);
  const date = question.calendar.read(text, tickAt(question.calendar, question.now * 1000));
  const asked = await askedTime(asker, question, 'text', text);
  const { unit, time, namedBy } = asked;
  const said = await (namedBy === null
    ? saidBeside(asker, question, { time: asked })
    : saidOfLife(asker, question, namedBy, asked));
  return { ...said, canonical: canonicalOf(date), time, isUncertain: unit.isPoint === true };
}

/** What is said beside the time of something: who tells when it was. */
async function saidOfLife(asker: Asker, question: Question, id: string, time: AskedTime): Promise<Envelope> {
  const record = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readLife(db, recordInput(question, [id]), id),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  return envelope({ question, recorded, session: asker.session, time, named: [id], used: record.facts });
}

/** An event has no date of its own in the calendar. */
function canonicalOf(date: StoryDate | string): string | null {
  return typeof date === 'string' ? null : date.canonical;
}
