import { z } from 'zod';
import { calendarErrors } from '../../core/calendar-check.js';
import { calendarShape } from '../../core/calendar-definition.js';
import { changeCalendar } from '../../flows/calendar.js';
import { defineTool } from '../define.js';
import { tenantShape } from '../schemas.js';
import { CalendarSchema, presentCalendar } from './present-calendar.js';

const body = z.strictObject({ ...tenantShape, ...calendarShape }).superRefine((calendar, context) => {
  for (const { path, message } of calendarErrors(calendar)) {
    context.addIssue({ code: 'custom', path: path.split('.'), message });
  }
});

export const putCalendar = defineTool({
  name: 'put_calendar',
  method: 'PUT',
  path: '/v1/calendar',
  tag: 'admin',
  role: 'curator',
  takesIfMatch: true,
  summary: 'Give a project a calendar of its own',
  description:
    'Eras, months and what `current` stands for, as the files in lexicons/calendars have them. Every date of a request ' +
    'and of a statement is then read on it. Once the project holds claims or dated relations the calendar may only be ' +
    'extended: new eras and names, a later end of an era, another `current`. With If-Match it is changed only if the ' +
    'project is still at the version that was read (412 otherwise).',
  useWhen: 'a project tells of a world with eras and years of its own.',
  notFor: 'other settings of the project: use put_settings.',
  body,
  responses: { 200: { description: 'The calendar, now in force.', schema: CalendarSchema, headers: ['ETag'] } },
  problems: ['precondition_failed', 'calendar_in_use'],
  run: async ({ deps, tenant, caller, ifMatch }, input) => {
    const { orgId: _orgId, project: _project, circaYears, ...rest } = input;
    const seen = ifMatch?.filter((tag) => /^\d{1,15}$/.test(tag)).map(Number) ?? null;
    const calendar = { ...rest, ...(circaYears == null ? {} : { circa_years: circaYears }) };
    const stored = await changeCalendar(deps, tenant, calendar, seen, caller);
    return presentCalendar(stored, Math.floor(deps.clock.now() / 1000));
  },
});
