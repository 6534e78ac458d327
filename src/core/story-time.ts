import type { Calendar, StoryDate } from './calendar.js';
import { type Range, UNKNOWN_DATE } from './period.js';

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

function bound(tick: number | null, calendar: Calendar): StoryTime | null {
  if (tick === null) return null;
  const { text, unit } = calendar.at(tick);
  return { text, from: tick, until: known(unit.end) };
}

function known(tick: number): number | null {
  return Math.abs(tick) >= UNKNOWN_DATE.end ? null : tick;
}
