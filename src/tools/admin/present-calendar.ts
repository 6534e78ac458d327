import { z } from 'zod';
import { CIRCA_YEARS } from '../../core/calendar.js';
import { calendarShape } from '../../core/calendar-definition.js';
import { storyTimeOf } from '../../core/story-time.js';
import { contextOf } from '../../flows/project-contexts.js';
import type { StoredSettings } from '../../store/queries/projects/projects.js';
import type { ToolAnswer } from '../define.js';
import { StoryTimeSchema } from '../time-schemas.js';

export const CalendarSchema = z
  .object({
    version: z.number().int().describe('Rises with everything that the project sets; the ETag.'),
    ...calendarShape,
    current: z.string().describe('What `current` stands for, as requests take it.'),
    current_time: StoryTimeSchema.describe('The same with its ticks.'),
    tick: z
      .object({
        unit: z.enum(['second', 'day', 'year']).describe('A unit of the calendar.'),
        per_unit: z.number().int().describe('Ticks in one of them.'),
      })
      .describe('What the ticks of a time count. On the iso calendar tick 0 is 1970-01-01T00:00:00Z.'),
    circa_years: z.number().int().describe('How far off “circa” may be, in years.'),
    accepted: z.string().describe('Forms in which a date can be written.'),
  })
  .describe('The calendar of a project.')
  .meta({ id: 'Calendar' });

/** The calendar in force, with the version of the project as ETag. `seconds` is the time of the clock, since 1970. */
export function presentCalendar(stored: StoredSettings, seconds: number): ToolAnswer {
  const { accepted, current, tick } = contextOf(stored).calendar;
  const time = storyTimeOf(current(seconds));
  const { circa_years, ...definition } = stored.calendar ?? { id: 'iso' };
  const { version } = stored;
  const shown = { current: time.text, currentTime: time, tick, circaYears: circa_years ?? CIRCA_YEARS, accepted };
  return { status: 200, headers: { etag: `"${version}"` }, body: { version, ...definition, ...shown } };
}
