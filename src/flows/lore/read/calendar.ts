import type { CalendarEra, StoryDate } from '../../../core/calendar.js';
import type { EntityRef } from '../../../core/lore.js';
import { isEmpty } from '../../../core/period.js';
import { type StoryTime, type StoryWindow, storyTimeOf, storyWindow } from '../../../core/story-time.js';
import { joined } from '../../../lore/eras.js';
import { listEraEntities } from '../../../store/queries/era-entities.js';
import { tickAt } from '../../window.js';
import { askedTime } from './asked-time.js';
import { type Asker, openQuestion } from './question.js';

export interface ShownEra extends Pick<CalendarEra, 'slug' | 'name' | 'abbreviations' | 'parent' | 'countsYears'> {
  /** Where in its parent it lies is not known where this is that of the parent. */
  span: StoryWindow;
  isPlaced: boolean;
  /** The entity that is called so; null: none is. */
  entity: EntityRef | null;
}

export interface ErasAnswer {
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
  return { calendar: calendar.id, current: storyTimeOf(calendar.current(now)), eras };
}

export interface DateAnswer {
  canonical: string | null;
  time: StoryTime;
  /** Whether one moment somewhere in it is meant, so that what holds in a part of it is not sure. */
  isUncertain: boolean;
}

/**
 * What a text means as a time: a date of the calendar, an era, or an event that has a date.
 * @throws Problem `invalid_date` or `ambiguous_entity`
 */
export async function storyDateOf(asker: Asker, text: string): Promise<DateAnswer> {
  const question = await openQuestion(asker, null);
  const date = question.calendar.read(text, tickAt(question.calendar, question.now * 1000));
  const { unit, time } = await askedTime(asker, question, 'text', text);
  return { canonical: canonicalOf(date), time, isUncertain: unit.isPoint === true };
}

/** An event has no date of its own in the calendar. */
function canonicalOf(date: StoryDate | string): string | null {
  return typeof date === 'string' ? null : date.canonical;
}
