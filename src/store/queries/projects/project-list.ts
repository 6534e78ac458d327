import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Settings } from '../../../core/context.js';
import { oneOf } from '../../columns.js';
import { projects } from '../../schema.js';
import type { Db } from '../../tenant.js';
import { cursorName, nameCursor, type Page } from '../cursor.js';

/** A project that was written to. */
export interface ListedProject {
  project: string;
  /** ISO 8601 with microseconds. */
  createdAt: string;
  /** Id of its calendar. */
  calendar: string;
  settingsVersion: number;
}

/**
 * The projects of an organisation, by name.
 * @param within only these; null: all
 */
export async function listProjects(
  db: Db,
  orgId: string,
  { limit, cursor, within }: { limit: number; cursor?: string | undefined; within: readonly string[] | null },
): Promise<Page<ListedProject>> {
  const after = cursor === undefined ? undefined : gt(projects.project, cursorName(cursor));
  const visible = within === null ? undefined : oneOf(projects.project, within);
  const rows = await db.orm
    .select({
      ...{ project: projects.project, createdAt: projects.createdAt, settingsVersion: projects.contextVersion },
      calendar: sql<string>`coalesce(${projects.calendar}->>'id', 'iso')`,
    })
    .from(projects)
    .where(and(eq(projects.orgId, orgId), after, visible))
    .orderBy(asc(projects.project))
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? nameCursor(last.project) : null };
}

/** Every project of an organisation, with what it has set. */
export async function listSchedules(
  db: Db,
  orgId: string,
): Promise<{ project: string; createdAt: string; settings: Partial<Settings> }[]> {
  const { project, createdAt, settings } = projects;
  return db.orm.select({ project, createdAt, settings }).from(projects).where(eq(projects.orgId, orgId));
}
