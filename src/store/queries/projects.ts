import { and, eq } from 'drizzle-orm';
import type { CalendarDefinition } from '../../core/calendar-definition.js';
import type { Settings } from '../../core/context.js';
import type { Tenant } from '../../core/scope.js';
import { retried } from '../errors.js';
import { projects } from '../schema.js';
import type { Db } from '../tenant.js';
import { toJson } from '../text.js';

/** What a project has set, and how often it did. A project that has set nothing, or is not there yet, is at 0. */
export interface StoredSettings {
  version: number;
  settings: Partial<Settings>;
  /** Its calendar; null is iso. */
  calendar: CalendarDefinition | null;
}

export async function getSettings(db: Db, tenant: Tenant): Promise<StoredSettings> {
  const [row] = await db.orm
    .select({ version: projects.contextVersion, settings: projects.settings, calendar: projects.calendar })
    .from(projects)
    .where(and(eq(projects.orgId, tenant.orgId), eq(projects.project, tenant.project)));
  return row ?? { version: 0, settings: {}, calendar: null };
}

/** A change of what a project has set. */
interface Put {
  tenant: Tenant;
  /** Replaces only what is at one of these versions; null whatever it is at. */
  seen: readonly number[] | null;
  action: { id: string; who: string; keyId: string | null };
}

export interface PutSettings extends Put {
  settings: Partial<Settings>;
}

export interface PutCalendar extends Put {
  calendar: CalendarDefinition | null;
}

/**
 * Sets one column of a project, raises its version and says so on the record. A project that is there but at another
 * version goes on to the conflict, whose WHERE then leaves it alone.
 */
const put = (column: 'settings' | 'calendar') => `
WITH changed AS (
  INSERT INTO projects AS p (org_id, project, ${column}, context_version)
  SELECT $1, $2, $3::json, 1
  WHERE $4::int8[] IS NULL OR 0 = ANY ($4::int8[])
    OR EXISTS (SELECT FROM projects e WHERE e.org_id = $1 AND e.project = $2)
  ON CONFLICT (org_id, project) DO UPDATE
  SET ${column} = excluded.${column}, context_version = p.context_version + 1
  WHERE $4::int8[] IS NULL OR p.context_version = ANY ($4::int8[])
  RETURNING context_version, settings, calendar
), org AS (
  INSERT INTO orgs (org_id) SELECT $1 FROM changed ON CONFLICT DO NOTHING
), action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, detail, key_id)
  SELECT $1, $2, $5::uuid, clock_timestamp(), $6, 'put_${column}',
    json_build_object('version', context_version, '${column}', $3::json), $7::uuid
  FROM changed
)
SELECT context_version::int AS version, settings, calendar FROM changed`;

const PUT_SETTINGS = put('settings');
const PUT_CALENDAR = put('calendar');

/** Replaces the settings of a project; answers what it has set now, or null when it is at none of the versions seen. */
export function putSettings(db: Db, { settings, ...change }: PutSettings): Promise<StoredSettings | null> {
  return putColumn(db, PUT_SETTINGS, toJson(settings), change);
}

/** Replaces the calendar of a project, likewise. */
export function putCalendar(db: Db, { calendar, ...change }: PutCalendar): Promise<StoredSettings | null> {
  return putColumn(db, PUT_CALENDAR, calendar === null ? null : toJson(calendar), change);
}

async function putColumn(db: Db, text: string, value: string | null, { tenant, seen, action }: Put) {
  const values = [tenant.orgId, tenant.project, value, seen, action.id, action.who, action.keyId];
  const [row] = await retried(db, () => db.run<StoredSettings>({ text, values }));
  return row ?? null;
}

/** Whether anything of a project may hold dates of its calendar. */
export async function hasDates(db: Db, { orgId, project }: Tenant): Promise<boolean> {
  const rows = await db.run({
    text: 'SELECT FROM claims WHERE org_id = $1 AND project = $2 LIMIT 1',
    values: [orgId, project],
  });
  return rows.length > 0;
}
