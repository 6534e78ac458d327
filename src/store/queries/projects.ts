import { and, eq } from 'drizzle-orm';
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
}

export async function getSettings(db: Db, tenant: Tenant): Promise<StoredSettings> {
  const [row] = await db.orm
    .select({ version: projects.contextVersion, settings: projects.settings })
    .from(projects)
    .where(and(eq(projects.orgId, tenant.orgId), eq(projects.project, tenant.project)));
  return row ?? { version: 0, settings: {} };
}

export interface PutSettings {
  tenant: Tenant;
  settings: Partial<Settings>;
  /** Replaces only what is at one of these versions; null whatever it is at. */
  seen: readonly number[] | null;
  action: { id: string; who: string; keyId: string | null };
}

/** A project that is there but at another version goes on to the conflict, whose WHERE then leaves it alone. */
const PUT = `
WITH changed AS (
  INSERT INTO projects AS p (org_id, project, settings, context_version)
  SELECT $1, $2, $3::json, 1
  WHERE $4::int8[] IS NULL OR 0 = ANY ($4::int8[])
    OR EXISTS (SELECT FROM projects e WHERE e.org_id = $1 AND e.project = $2)
  ON CONFLICT (org_id, project) DO UPDATE
  SET settings = excluded.settings, context_version = p.context_version + 1
  WHERE $4::int8[] IS NULL OR p.context_version = ANY ($4::int8[])
  RETURNING context_version
), org AS (
  INSERT INTO orgs (org_id) SELECT $1 FROM changed ON CONFLICT DO NOTHING
), action AS (
  INSERT INTO actions (org_id, project, id, at, who, action, detail, key_id)
  SELECT $1, $2, $5::uuid, clock_timestamp(), $6, 'put_settings',
    json_build_object('version', context_version, 'settings', $3::json), $7::uuid
  FROM changed
)
SELECT context_version::int AS version FROM changed`;

/** Replaces the settings of a project; answers their new version, or null when they are at none of those seen. */
export async function putSettings(db: Db, { tenant, settings, seen, action }: PutSettings): Promise<number | null> {
  const values = [tenant.orgId, tenant.project, toJson(settings), seen, action.id, action.who, action.keyId];
  const [row] = await retried(db, () => db.run<{ version: number }>({ text: PUT, values }));
  return row?.version ?? null;
}
