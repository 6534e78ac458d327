import type { Calendar } from './calendar.js';

/** What a project has set for itself. Immutable; `version` comes back with every candidate read. */
export interface ProjectContext {
  version: number;
  calendar: Calendar;
}
