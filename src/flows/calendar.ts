import type { CalendarDefinition } from '../core/calendar-definition.js';
import { extensionErrors } from '../core/calendar-extension.js';
import { Problem } from '../core/errors.js';
import type { Caller } from '../core/role.js';
import type { Tenant } from '../core/scope.js';
import { getSettings, putCalendar, type StoredSettings } from '../store/queries/projects/projects.js';
import type { Deps } from './deps.js';

/** How often a change is tried again when another one came between. */
const TRIES_MAX = 5;

/**
 * Gives a project a calendar. Once a date or a claim is stored it may only be extended. `seen` are the versions that the project
 * may be at; null is any.
 * @param calendar one without `calendarErrors`
 * @throws Problem `calendar_in_use` or `precondition_failed`
 */
export async function changeCalendar(
  deps: Pick<Deps, 'store' | 'ids' | 'contexts'>,
  tenant: Tenant,
  calendar: CalendarDefinition,
  seen: readonly number[] | null,
  by: Pick<Caller, 'name' | 'keyId'>,
): Promise<StoredSettings> {
  const action = { id: deps.ids.next(), who: by.name, keyId: by.keyId };
  for (let turn = 0; turn < TRIES_MAX; turn += 1) {
    const { version, isExtension } = await replaceable(deps, tenant, calendar);
    if (seen !== null && !seen.includes(version)) break;
    const change = { tenant, calendar: calendar.id === 'iso' ? null : calendar, isExtension, seen: [version], action };
    const stored = await deps.store.tenant(tenant.orgId, (db) => putCalendar(db, change));
    deps.contexts.forget(tenant);
    if (stored !== null) return stored;
  }
  throw new Problem('precondition_failed', 'The project is not at a version that If-Match names, or kept changing.');
}

/** The version that the project is at, when the calendar may take the place of its own. */
async function replaceable(
  { store }: Pick<Deps, 'store'>,
  tenant: Tenant,
  calendar: CalendarDefinition,
): Promise<{ version: number; isExtension: boolean }> {
  const stored = await store.tenant(tenant.orgId, (db) => getSettings(db, tenant));
  const errors = extensionErrors(stored.calendar ?? { id: 'iso' }, calendar);
  const isExtension = errors.length === 0;
  if (isExtension || !stored.isDated) return { version: stored.version, isExtension };
  const detail = 'The project holds claims or dated relations, so every date must go on to mean the same.';
  throw new Problem('calendar_in_use', detail, errors);
}
