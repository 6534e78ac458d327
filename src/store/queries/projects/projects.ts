import { and, eq } from 'drizzle-orm';
import type { CalendarDefinition } from '../../../core/calendar-definition.js';
import type { Settings } from '../../../core/context.js';
import type { Tenant } from '../../../core/scope.js';
import { retried } from '../../errors.js';
import { projects } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { toJson } from '../../text.js';

/** What a project has set, and how often it did. A project that has set nothing, or is not there yet, is at 0. */
export interface StoredSettings {
  version: number;
  settings: Partial<Settings>;
  /** Its calendar; null is iso. */
  calendar: CalendarDefinition | null;
  /** Whether dates that were read by the calendar are stored, or about to be. */
  isDated: boolean;
}

export async function getSettings(db: Db, tenant: Tenant): Promise<StoredSettings> {
  const [row] = await db.orm
    .select({
      ...{ version: projects.contextVersion, settings: projects.settings, calendar: projects.calendar },
      isDated: projects.isDated,
    })
    .from(projects)
    .where(and(eq(projects.orgId, tenant.orgId), eq(projects.project, tenant.project)));
  return row ?? { version: 0, settings: {}, calendar: null, isDated: false };
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
  /** Whether every date that the one before may have read goes on to mean the same. Only so does it replace one in use. */
  isExtension: boolean;
}

/**
 * Sets one column of a project, raises its version and says so on the record. A project that is there but at another
 * version goes on to the conflict, whose WHERE then leaves it alone.
 */
const put = (column: 'settings' | 'calendar', isAllowed: string) => `
WITH changed AS (
  INSERT INTO projects AS p (org_id, project, ${column}, context_version)
  SELECT $1, $2, $3::json, 1
  WHERE $4::int8[] IS NULL OR 0 = ANY ($4::int8[])
    OR EXISTS (SELECT FROM projects e WHERE e.org_id = $1 AND e.project = $2)
  ON CONFLICT (org_id, project) DO UPDATE
  SET ${column} = excluded.${column}, context_version = p.context_version + 1
  WHERE ($4::int8[] IS NULL OR p.context_version = ANY ($4::int8[])) AND ${isAllowed}
  RETURNING context_version, settings, calendar, is_dated
), org AS (
  INSERT INTO orgs (org_id) SELECT $1 FROM changed ON CONFLICT DO NOTHING
), action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, detail, key_id)
  SELECT $1, $2, $5::uuid, clock_timestamp(), $6, 'put_${column}',
    json_build_object('version', context_version, '${column}', $3::json), $7::uuid
  FROM changed
)
SELECT context_version::int AS version, settings, calendar, is_dated AS "isDated" FROM changed`;

const PUT_SETTINGS = put('settings', 'true');
const PUT_CALENDAR = put('calendar', '($8::boolean OR NOT p.is_dated)');

/** Replaces the settings of a project; answers what it has set now, or null when it is at none of the versions seen. */
export function putSettings(db: Db, { settings, ...change }: PutSettings): Promise<StoredSettings | null> {
  return putColumn(db, PUT_SETTINGS, change, toJson(settings));
}

/** Replaces the calendar of a project, likewise; null also when it is in use and this is no extension of it. */
export function putCalendar(db: Db, { calendar, isExtension, ...change }: PutCalendar): Promise<StoredSettings | null> {
  return putColumn(db, PUT_CALENDAR, change, calendar === null ? null : toJson(calendar), isExtension);
}

async function putColumn(
  db: Db,
  text: string,
  { tenant, seen, action }: Put,
  value: string | null,
  ...more: boolean[]
) {
  const values = [tenant.orgId, tenant.project, value, seen, action.id, action.who, action.keyId, ...more];
  const [row] = await retried(db, () => db.run<StoredSettings>({ text, values }));
  return row ?? null;
}

const HOLD_CALENDAR = `
WITH org AS (
  INSERT INTO orgs (org_id) VALUES ($1) ON CONFLICT DO NOTHING
)
INSERT INTO projects AS p (org_id, project, is_dated) SELECT $1, $2, true
WHERE $3::int8 = 0 OR EXISTS (SELECT FROM projects e WHERE e.org_id = $1 AND e.project = $2)
ON CONFLICT (org_id, project) DO UPDATE SET is_dated = true WHERE p.context_version = $3::int8
RETURNING true AS held`;

/**
 * Says that dates read by the calendar of a project are about to be stored: from now on it can only be extended. False
 * when the project is no longer at the version under which they were read. Waits for a change of the calendar that is on
 * its way, as that waits for this.
 */
export async function holdCalendar(db: Db, { orgId, project }: Tenant, version: number): Promise<boolean> {
  const rows = await retried(db, () => db.run({ text: HOLD_CALENDAR, values: [orgId, project, version] }));
  return rows.length > 0;
}
