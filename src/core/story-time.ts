import type { Calendar, StoryDate } from './calendar.js';
import { isEmpty, type Period, type Range, UNKNOWN_DATE } from './period.js';

/**
 * A time of the story as an answer tells it: the text as requests take it, and the ticks `[from, until)` of the axis that it
 * names. Null where nobody knows, or where there is no end.
 */
export interface StoryTime {
  text: string;
  from: number | null;
  until: number | null;
}

/** Half-open, each bound a date of its own; null is open. */
export interface StoryWindow {
  from: StoryTime | null;
  until: StoryTime | null;
}

/** The time that a stored date names. A text that is no date, as `unknown`, has no ticks. */
export function storyTime(text: string, calendar: Calendar): StoryTime {
  const date = calendar.read(text, 0);
  return typeof date === 'string' ? { text, from: null, until: null } : storyTimeOf(date);
}

export function storyTimeOf({ text, unit }: StoryDate): StoryTime {
  return { text, from: known(unit.start), until: known(unit.end) };
}

/** The dates between which something holds. */
export function storyWindow({ from, until }: Range, calendar: Calendar): StoryWindow {
  return { from: bound(from, calendar), until: bound(until, calendar) };
}

/** Whether each bound of a period is that of one unit: then the calendar tells it as it was written. */
export function isExactly({ certain, possible, tail }: Period): boolean {
  if (isEmpty(certain)) return tail === 0 && possible.until !== null;
  return certain.from === possible.from && certain.until === possible.until;
}

/**
 * The dates between which something holds. An uncertain one is told as it was written ("circa 340 TA", "Third Age"), on both
 * sides of what lies somewhere in it: its first tick is no date that anybody told.
 * @param dates those that are told of it
 */
export function toldWindow(when: Period, dates: readonly StoryDate[], calendar: Calendar): StoryWindow {
  const { certain, possible, tail } = when;
  const window = storyWindow(possible, calendar);
  if (isExactly(when)) return window;
  const isSure = !isEmpty(certain);
  const rough = dates.filter(({ unit }) => unit.latest !== undefined);
  const from = rough.find(({ unit }) => unit.start === possible.from && (!isSure || unit.latest === certain.from));
  const until = rough.find(
    ({ unit: { start, latest, end } }) =>
      latest === possible.until && end - latest === tail && (!isSure || start === certain.until),
  );
  return {
    from: from === undefined ? window.from : storyTimeOf(from),
    until: until === undefined ? window.until : storyTimeOf(until),
  };
}

function bound(tick: number | null, calendar: Calendar): StoryTime | null {
  if (tick === null) return null;
  const { text, unit } = calendar.at(tick);
  return { text, from: tick, until: known(unit.end) };
}

function known(tick: number): number | null {
  return Math.abs(tick) >= UNKNOWN_DATE.end ? null : tick;
}
