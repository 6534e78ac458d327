import { z } from 'zod';
import { getSettings } from '../../store/queries/projects/projects.js';
import { defineTool } from '../define.js';
import { tenantShape } from '../schemas.js';
import { CalendarSchema, presentCalendar } from './present-calendar.js';

export const getCalendar = defineTool({
  name: 'get_calendar',
  method: 'GET',
  path: '/v1/calendar',
  tag: 'admin',
  role: 'reader',
  summary: 'Read the calendar of a project',
  description:
    'Its eras, months and current time, and the forms in which its dates can be written. `iso` where none was set. The ' +
    'ETag of the answer is for the If-Match of a change.',
  useWhen: 'you must write a date of this project, or place one on an axis.',
  notFor: 'when an entity lived: use lookup.',
  query: z.strictObject(tenantShape),
  responses: { 200: { description: 'The calendar.', schema: CalendarSchema, headers: ['ETag'] } },
  problems: [],
  run: async ({ deps, tenant }) => {
    const stored = await deps.store.tenant(tenant.orgId, (db) => getSettings(db, tenant));
    return presentCalendar(stored, Math.floor(deps.clock.now() / 1000));
  },
});
