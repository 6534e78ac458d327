import { Problem } from '../../../core/errors.js';
import { isEmpty, type Period, UNKNOWN_DATE, type Unit } from '../../../core/period.js';
import { type Candidate, resolve } from '../../../core/resolution.js';
import { type StoryTime, type StoryWindow, storyTimeOf } from '../../../core/story-time.js';
import { isSomeMoment } from '../../../lore/derived-dates.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import { tickAt } from '../../window.js';
import { datedEntities } from '../periods.js';
import { ambiguous } from '../resolve.js';
import type { Asker, Question } from './question.js';

/** A time that a question asks about. */
export interface AskedTime {
  unit: Unit;
  /** As the answer tells it. */
  time: StoryTime;
  /** Whether the question left it to us: it is the current one. */
  isDefault: boolean;
  /** Id of the event or era that the question names it by; null: it is a date of the calendar. */
  namedBy: string | null;
}

const CURRENT = 'current';

/**
 * The time of a question: a date of the calendar, or the name or id of an event or era that has one.
 * @throws Problem `invalid_date`, or `ambiguous_entity` with candidates
 */
export async function askedTime(
  asker: Asker,
  question: Question,
  path: string,
  text: string | null | undefined,
): Promise<AskedTime> {
  const asked = text ?? CURRENT;
  const date = question.calendar.read(asked, tickAt(question.calendar, question.now * 1000));
  if (typeof date !== 'string') {
    return { unit: vague(date.unit, question, asked), time: storyTimeOf(date), isDefault: text == null, namedBy: null };
  }
  const { id, name, unit } = await named(asker, question, path, asked, date);
  const time = { text: name, from: tick(unit.start), until: tick(unit.end) };
  return { unit, time, isDefault: false, namedBy: id };
}

/** Of an era that lies nobody knows where in another one, only what holds in all of that is sure. */
function vague(unit: Unit, { calendar }: Question, text: string): Unit {
  const span = calendar.eraSpan(text);
  return span !== null && isEmpty(span.when.certain) ? { ...unit, isPoint: true } : unit;
}

async function named(asker: Asker, question: Question, path: string, text: string, why: string) {
  const { deps, tenant } = asker;
  const { types, calendar, knownAt } = question;
  return deps.store.tenant(tenant.orgId, async (db) => {
    const [candidates = []] = await findMentioned(db, tenant, [{ name: text }], { findsAlike: false });
    const entity = one(path, text, candidates, why);
    const world = { types: types.relations, calendar, knownAt: knownAt ?? undefined };
    const { periods } = await datedEntities(db, tenant, world, [entity.id]);
    const period = periods.get(entity.id) ?? null;
    if (period === null || !isTime(entity)) throw unreadable(path, `"${text}" is no event or era that has a date`);
    return { id: entity.id, name: entity.name, unit: unitOf(period, entity.type) };
  });
}

function one(path: string, text: string, candidates: readonly Candidate[], why: string): Candidate {
  const timed = candidates.filter(isTime);
  const resolution = resolve(timed.length > 0 ? timed : candidates, { acceptsTypos: false });
  if (resolution.outcome === 'found') return resolution.entity;
  if (resolution.outcome === 'ambiguous') throw ambiguous(path, text, resolution.candidates);
  throw unreadable(path, `"${text}" ${why}, nor is it the name or id of an event or era`);
}

function isTime({ type }: Pick<Candidate, 'type'>): boolean {
  return type === 'Event' || type === 'Era';
}

function unreadable(path: string, message: string): Problem {
  return new Problem('invalid_date', `${path} can not be read.`, [{ path, message }]);
}

/**
 * An event is asked about as one asks about its year; one whose date is uncertain is a moment that may lie anywhere in it,
 * and so is an era without a place of its own in its parent.
 */
function unitOf(when: Period, type: string): Unit {
  const { certain, possible, tail } = when;
  const start = possible.from ?? UNKNOWN_DATE.start;
  const end = possible.until === null ? UNKNOWN_DATE.end : possible.until + tail;
  const isMoment = type === 'Era' ? isEmpty(certain) : isSomeMoment(when);
  return { start, end, ...(isMoment ? { isPoint: true as const } : {}) };
}

function tick(at: number): number | null {
  return Math.abs(at) >= UNKNOWN_DATE.end ? null : at;
}

/** A stretch of time that a question asks about. */
export interface AskedSpan {
  unit: Unit;
  window: StoryWindow;
  /** Whether the question left it to us: all time. */
  isDefault: boolean;
}

/** What a question may say of it. */
export interface SpanGiven {
  era?: string | null | undefined;
  from?: string | null | undefined;
  until?: string | null | undefined;
  to?: string | null | undefined;
}

/**
 * An era, or what lies between two times, both included.
 * @throws Problem `invalid_date`, `invalid_period` or `ambiguous_entity`
 */
export async function askedSpan(asker: Asker, question: Question, given: SpanGiven): Promise<AskedSpan> {
  const last = given.until ?? given.to ?? null;
  if (given.era != null) return ofEra(await askedTime(asker, question, 'era', given.era));
  const from = given.from == null ? null : await askedTime(asker, question, 'from', given.from);
  const until = last === null ? null : await askedTime(asker, question, 'until', last);
  const start = from?.unit.start ?? UNKNOWN_DATE.start;
  const end = until?.unit.end ?? UNKNOWN_DATE.end;
  if (start >= end) {
    const errors = [{ path: 'until', message: 'must not lie before from' }];
    throw new Problem('invalid_period', 'from lies after until.', errors);
  }
  const window = { from: from?.time ?? null, until: until?.time ?? null };
  return { unit: { start, end }, window, isDefault: from === null && until === null };
}

function ofEra({ unit, time }: AskedTime): AskedSpan {
  return { unit, window: { from: time, until: time }, isDefault: false };
}
