import {
  afterCirca,
  type Calendar,
  type CalendarEra,
  CIRCA_YEARS,
  type EraSpan,
  type StoryDate,
  type TickUnit,
} from './calendar.js';
import { type CalendarDefinition, type EraDefinition, spanOf, YEAR_MAX } from './calendar-definition.js';
import { UNKNOWN_DATE, type Unit } from './period.js';
import { canonicalParts, canonicalText, type DateParts, DateReader, DateWriter } from './story-text.js';

/** Ticks of the smallest unit. More than one, so that a date is never a single instant: what shares one need not overlap. */
const UNIT_TICKS = 24;

/** An era on the axis, in ticks. */
interface Era {
  slug: string;
  name: string;
  start: number;
  /** The first tick that is no longer of it; that of an unknown date where it goes on. */
  end: number;
  countsYears: boolean;
  isRoot: boolean;
  /** Whether it is known when in its parent it is. */
  isPlaced: boolean;
}

/**
 * The calendar that a definition describes.
 * @param definition one without `calendarErrors`
 */
export function storyCalendar(definition: CalendarDefinition): Calendar {
  const story = new StoryCalendar(definition);
  const unreadable = `is not a date of the calendar ${definition.id}; accepted: ${story.accepted}`;
  const read = (text: string): StoryDate | string => {
    const trimmed = text.trim();
    return story.read(trimmed.toLowerCase() === 'current' ? (definition.current ?? '') : trimmed) ?? unreadable;
  };
  return {
    id: definition.id,
    tick: story.tick,
    accepted: story.accepted,
    read,
    parse: (text) => {
      const date = read(text);
      return typeof date === 'string' ? null : date.unit;
    },
    at: (tick) => story.at(tick),
    eraSpan: (name) => story.eraSpan(name),
    eras: story.eras,
    current: () => {
      const date = read('current');
      if (typeof date === 'string') throw new RangeError(`The calendar ${definition.id} has no current time.`);
      return date;
    },
  };
}

class StoryCalendar {
  readonly accepted: string;
  readonly eras: readonly CalendarEra[];
  readonly tick: TickUnit;
  readonly #eras: readonly Era[];
  readonly #reader: DateReader;
  readonly #writer: DateWriter;
  /** Days of each month; one of one day where years have no parts. */
  readonly #months: readonly number[];
  readonly #hasMonths: boolean;
  readonly #yearTicks: number;
  readonly #circaYears: number;

  constructor(definition: CalendarDefinition) {
    const months = definition.units?.months ?? null;
    this.#hasMonths = months !== null;
    this.#months = months?.map(({ days }) => days) ?? [1];
    this.#yearTicks = this.#months.reduce((sum, days) => sum + days, 0) * UNIT_TICKS;
    this.#circaYears = definition.circa_years ?? CIRCA_YEARS;
    this.#reader = new DateReader(definition);
    this.#writer = new DateWriter(definition, this.#reader);
    this.tick = { unit: this.#hasMonths ? 'day' : 'year', perUnit: UNIT_TICKS };
    const eras = definition.eras ?? [];
    this.#eras = eras
      .map((era) => eraOn(era, eras, this.#yearTicks, definition.units != null))
      .sort((a, b) => a.start - b.start || b.end - a.end);
    this.accepted = acceptedForms(definition, this.#eras);
    this.eras = this.#eras.map((era) => listed(era, eras));
  }

  /** What a date says, why it can't be, or null where it is no date at all. */
  read(text: string): StoryDate | string | null {
    const rough = afterCirca(text);
    const parts = canonicalParts(rough ?? text) ?? this.#reader.read(rough ?? text);
    if (parts === null) return null;
    const era = this.#eraOf(parts);
    if (typeof era === 'string') return era;
    const problem = this.#problem(parts, era);
    if (problem !== null) return problem;
    const named = { ...parts, era: era.slug };
    if (rough === null) return this.#date(named, era);
    if (parts.year === undefined || parts.month !== undefined) return '"circa" is said of a year';
    const { canonical, text: exact } = this.#date(named, era);
    return { unit: this.#circa(parts.year, era), canonical: `circa ${canonical}`, text: `circa ${exact}` };
  }

  #date(parts: DateParts & { era: string }, era: Era): StoryDate {
    return { unit: this.#unit(parts, era), canonical: canonicalText(parts), text: this.#writer.write(parts) };
  }

  /** The coarsest date that begins at a tick, or the smallest one that holds it. What lies in no era is shown as the nearest date. */
  at(tick: number): StoryDate {
    const era = this.#eraAt(tick);
    return this.#date(this.#partsAt(tick, era), era);
  }

  #partsAt(tick: number, era: Era): DateParts & { era: string } {
    if (!era.countsYears) return { era: era.slug };
    const at = Math.min(Math.max(tick, era.start), era.end - 1) - era.start;
    const year = Math.floor(at / this.#yearTicks) + 1;
    const parts = { era: era.slug, year };
    let rest = at % this.#yearTicks;
    if (rest === 0 || !this.#hasMonths) return parts;
    const month = this.#months.findIndex((days) => {
      if (rest < days * UNIT_TICKS) return true;
      rest -= days * UNIT_TICKS;
      return false;
    });
    const day = Math.floor(rest / UNIT_TICKS) + 1;
    return { ...parts, month: month + 1, ...(rest === 0 ? {} : { day }) };
  }

  /** Only the name of an era is one: a date in it is not. */
  eraSpan(name: string): EraSpan | null {
    const { era: slug, ...more } = canonicalParts(name.trim()) ?? this.#reader.read(name.trim()) ?? {};
    const era = this.#eras.find((each) => each.slug === slug);
    if (era === undefined || Object.values(more).some((part) => part !== undefined)) return null;
    return era.isPlaced ? wholeOf(era) : somewhereIn(era);
  }

  /** Where only one era counts years, a year needs to name none. */
  #eraOf({ era }: DateParts): Era | string {
    const counting = this.#eras.filter(({ countsYears }) => countsYears);
    const [only, ...others] = counting;
    if (era === undefined) return only !== undefined && others.length === 0 ? only : 'names no era';
    return this.#eras.find(({ slug }) => slug === era) ?? `there is no era "${era}"`;
  }

  /** What of a date this calendar does not have. */
  #problem({ year, month, day, event }: DateParts, era: Era): string | null {
    if (event !== undefined) {
      const isAlone = year === undefined && month === undefined;
      return isAlone && event >= 1 ? null : 'an event is counted from 1, in its era';
    }
    if (year === undefined) return month === undefined && day === undefined ? null : 'names no year';
    if (!era.countsYears) return `${era.name} counts no years`;
    if (year < 1) return 'years start at 1';
    const years = Math.round((era.end - era.start) / this.#yearTicks);
    if (year > Math.min(years, YEAR_MAX))
      return `lies past the end of ${era.name}, which has ${Math.min(years, YEAR_MAX)} years`;
    return this.#problemInYear(month, day);
  }

  #problemInYear(month: number | undefined, day: number | undefined): string | null {
    if (month === undefined) return day === undefined ? null : 'names no month';
    const days = this.#hasMonths ? this.#months[month - 1] : undefined;
    if (days === undefined) return `there is no month ${month}`;
    return day === undefined || (day >= 1 && day <= days) ? null : `month ${month} has ${days} days`;
  }

  #unit({ year, month, day, event }: DateParts, era: Era): Unit {
    if (year === undefined) return someTimeIn(era, event);
    const ofYear = era.start + (year - 1) * this.#yearTicks;
    if (month === undefined) return { start: ofYear, end: ofYear + this.#yearTicks };
    const before = this.#months.slice(0, month - 1).reduce((sum, days) => sum + days, 0);
    const ofMonth = ofYear + before * UNIT_TICKS;
    if (day === undefined) return { start: ofMonth, end: ofMonth + (this.#months[month - 1] ?? 0) * UNIT_TICKS };
    const start = ofMonth + (day - 1) * UNIT_TICKS;
    return { start, end: start + UNIT_TICKS };
  }

  /** A year of its era, some years around the one named. */
  #circa(year: number, { start, end }: Era): Unit {
    const at = (of: number) => start + (of - 1) * this.#yearTicks;
    const first = Math.max(start, at(year - this.#circaYears));
    const latest = Math.min(end - this.#yearTicks, at(year + this.#circaYears));
    return { start: first, end: latest + this.#yearTicks, latest, isPoint: true };
  }

  /** The outermost era that holds a tick, else the last one before it, else the first one. */
  #eraAt(tick: number): Era {
    const roots = this.#eras.filter(({ isRoot }) => isRoot);
    const era =
      roots.find(({ start, end }) => start <= tick && tick < end) ??
      roots.findLast(({ start }) => start <= tick) ??
      roots[0];
    if (era === undefined) throw new RangeError('A calendar has at least one era.');
    return era;
  }
}

function eraOn(era: EraDefinition, eras: readonly EraDefinition[], yearTicks: number, hasYears: boolean): Era {
  const [first, after] = spanOf(era, eras);
  return {
    slug: era.slug,
    name: era.name,
    start: first * yearTicks,
    end: after === Number.POSITIVE_INFINITY ? UNKNOWN_DATE.end : after * yearTicks,
    countsYears: hasYears && era.start != null,
    isRoot: era.parent == null,
    isPlaced: era.start != null,
  };
}

function listed(era: Era, eras: readonly EraDefinition[]): CalendarEra {
  const { abbreviations, parent } = eras.find(({ slug }) => slug === era.slug) ?? {};
  const { slug, name, countsYears } = era;
  const span = era.isPlaced ? wholeOf(era) : somewhereIn(era);
  return { slug, name, abbreviations: abbreviations ?? [], parent: parent ?? null, countsYears, ...span };
}

/** Some time in an era; an event is one moment of it, after those with lower numbers. */
function someTimeIn({ start, end }: Era, event: number | undefined): Unit {
  const latest = end === UNKNOWN_DATE.end ? end : end - 1;
  if (event === undefined) return { start, end, latest };
  return { start: Math.min(start + event - 1, latest), end, latest, isPoint: true, event };
}

/** From its first tick to its last; one that goes on has no end. */
function wholeOf({ start, end }: Era): EraSpan {
  const until = end === UNKNOWN_DATE.end ? null : end;
  const all = { from: start, until };
  const ends = until === null ? null : { start: until - 1, end: until };
  return { begins: { start, end: start + 1 }, ends, when: { certain: all, possible: all, tail: 0 } };
}

function somewhereIn(parent: Era): EraSpan {
  const { start, end } = parent;
  const unit = someTimeIn(parent, undefined);
  const possible = { from: start, until: end === UNKNOWN_DATE.end ? null : end };
  return { begins: unit, ends: unit, when: { certain: { from: start, until: start }, possible, tail: 0 } };
}

function acceptedForms({ eras, units }: CalendarDefinition, known: readonly Era[]): string {
  const { slug, countsYears } = known.find((era) => era.countsYears) ?? known[0] ?? { slug: '', countsYears: false };
  const era = eras?.find((each) => each.slug === slug);
  const short = era?.abbreviations?.at(-1) ?? era?.name;
  const [month] = units?.months ?? [];
  const ofDays = month === undefined ? [] : [`${slug}.year_12.month_1.day_2`, `2 ${month.name} 12 ${short}`];
  const ofYears = [`${slug}.year_12`, ...ofDays, `12 ${short}`, `year 12 of the ${era?.name}`, `circa 12 ${short}`];
  return [...(countsYears ? ofYears : []), `${slug} (at some time in it)`, `${slug}.event_1`, 'current'].join(', ');
}
