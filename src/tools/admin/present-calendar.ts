import { z } from 'zod';
import { CIRCA_YEARS } from '../../core/calendar.js';
import { calendarShape } from '../../core/calendar-definition.js';
import { contextOf } from '../../flows/project-contexts.js';
import type { StoredSettings } from '../../store/queries/projects.js';
import type { ToolAnswer } from '../define.js';

export const CalendarSchema = z
  .object({
    version: z.number().int().describe('Rises with everything that the project sets; the ETag.'),
    ...calendarShape,
    current: z.string().describe('What `current` stands for, in the canonical form.'),
    circa_years: z.number().int(),
    accepted: z.string().describe('Forms in which a date can be written.'),
  })
  .meta({ id: 'Calendar' });

/** The calendar in force, with the version of the project as ETag. `seconds` is the time of the clock, since 1970. */
export function presentCalendar(stored: StoredSettings, seconds: number): ToolAnswer {
  const { accepted, current } = contextOf(stored).calendar;
  const { circa_years, ...definition } = stored.calendar ?? { id: 'iso' };
  const { version } = stored;
  const shown = { current: current(seconds).canonical, circaYears: circa_years ?? CIRCA_YEARS, accepted };
  return { status: 200, headers: { etag: `"${version}"` }, body: { version, ...definition, ...shown } };
}
