import { LRUCache } from 'lru-cache';
import { isoCalendar } from '../core/calendar.js';
import { DEFAULT_CONSISTENCY, DEFAULT_CONTEXT, DEFAULT_DETECTIVE, type ProjectContext } from '../core/context.js';
import { Problem, type ProblemCode } from '../core/errors.js';
import type { Tenant } from '../core/scope.js';
import { storyCalendar } from '../core/story-calendar.js';
import type { TypeTemplate } from '../core/type-template.js';
import { listStoredRules, type StoredRule } from '../store/queries/consistency/ontology-rules.js';
import { listTypeTemplates } from '../store/queries/lore/type-templates.js';
import { getSettings, holdCalendar, type StoredSettings } from '../store/queries/projects/projects.js';
import type { Db, Store } from '../store/store.js';

const PROJECTS_MAX = 10_000;
const TRIES_MAX = 5;
/** How long a project is read and shown by what it had set before: a change elsewhere is noticed by then. */
const FRESH_MS = 5000;

/**
 * The settings of the projects that this process works for. A decision never goes by old ones: every read of candidates
 * brings the version in force along, and what was decided under another one is decided again. What only reads may go by
 * those of a few seconds ago.
 */
export class ProjectContexts {
  readonly #known: LRUCache<string, ProjectContext, Tenant>;
  readonly #templates: LRUCache<string, readonly TypeTemplate[], Tenant>;
  readonly #rules: LRUCache<string, readonly StoredRule[], Tenant>;

  constructor(store: Store) {
    this.#known = new LRUCache({
      max: PROJECTS_MAX,
      ttl: FRESH_MS,
      ignoreFetchAbort: true,
      fetchMethod: async (_name, _stale, { context: tenant }) =>
        contextOf(await store.tenant(tenant.orgId, (db) => getSettings(db, tenant))),
    });
    this.#templates = new LRUCache({
      max: PROJECTS_MAX,
      ttl: FRESH_MS,
      ignoreFetchAbort: true,
      fetchMethod: (_name, _stale, { context: tenant }) =>
        store.tenant(tenant.orgId, (db) => listTypeTemplates(db, tenant)),
    });
    this.#rules = new LRUCache({
      max: PROJECTS_MAX,
      ttl: FRESH_MS,
      ignoreFetchAbort: true,
      fetchMethod: (_name, _stale, { context: tenant }) =>
        store.tenant(tenant.orgId, (db) => listStoredRules(db, tenant)),
    });
  }

  /**
   * The settings as they were when they were last read here.
   * @throws Problem `unavailable`
   */
  async of(tenant: Tenant): Promise<ProjectContext> {
    return (await this.#known.fetch(nameOf(tenant), { context: tenant })) ?? DEFAULT_CONTEXT;
  }

  /**
   * The types that the project declares, no older than these settings of it.
   * @throws Problem `unavailable`
   */
  async templatesOf(tenant: Tenant, { version }: ProjectContext): Promise<readonly TypeTemplate[]> {
    return (await this.#templates.fetch(`${nameOf(tenant)}@${version}`, { context: tenant })) ?? [];
  }

  /**
   * What the project says of the rules of its world, no older than these settings of it.
   * @throws Problem `unavailable`
   */
  async rulesOf(tenant: Tenant, { version }: ProjectContext): Promise<readonly StoredRule[]> {
    return (await this.#rules.fetch(`${nameOf(tenant)}@${version}`, { context: tenant })) ?? [];
  }

  /**
   * The settings in force, for work that nothing holds to their version later.
   * @throws Problem `unavailable`
   */
  async fresh(tenant: Tenant): Promise<ProjectContext> {
    this.forget(tenant);
    return this.of(tenant);
  }

  /** Reads them anew when they are next asked for. */
  forget(tenant: Tenant): void {
    this.#known.delete(nameOf(tenant));
  }
}

/** What stored settings make of a project: what they leave out is as it is by default. */
export function contextOf({ version, settings, calendar, isDated }: StoredSettings): ProjectContext {
  const own = calendar === null ? isoCalendar : storyCalendar(calendar);
  const consistency = { ...DEFAULT_CONSISTENCY, ...settings.consistency };
  const detective = { ...DEFAULT_DETECTIVE, ...settings.detective };
  return { ...DEFAULT_CONTEXT, ...settings, consistency, detective, calendar: own, version, isDated };
}

/** The settings that the work went by are not those in force. */
class SettingsChanged extends Error {}

/** What a date that can't be read may come from: a calendar that is not in force any more. */
const OF_THE_CALENDAR: ReadonlySet<ProblemCode> = new Set(['invalid_date', 'invalid_period']);

/** Ends work under settings that are not in force any more. `version` is the one that a read of candidates brought. */
export function requireCurrent(context: ProjectContext, version: number): void {
  if (context.version !== version) throw new SettingsChanged();
}

/**
 * To be called before anything is stored that was read by the calendar of these settings, within `underSettings`: from
 * then on the calendar can only be extended, so that its dates go on to mean the same.
 */
export async function settleCalendar(
  { store, contexts }: { store: Store; contexts: ProjectContexts },
  tenant: Tenant,
  context: ProjectContext,
): Promise<void> {
  if (context.isDated) return;
  await store.tenant(tenant.orgId, (db) => settleCalendarWithin(db, contexts, tenant, context));
}

/** The same on a connection, whose transaction takes it back when it is rolled back. */
export async function settleCalendarWithin(
  db: Db,
  contexts: ProjectContexts,
  tenant: Tenant,
  { isDated, version }: ProjectContext,
): Promise<void> {
  if (isDated) return;
  const isHeld = await holdCalendar(db, tenant, version);
  contexts.forget(tenant);
  if (!isHeld) throw new SettingsChanged();
}

/**
 * Does work under the settings of the project, and does it again when it finds that they changed.
 * @param isHeld whether the work finds that out by itself; otherwise it begins with the settings in force
 * @throws Problem `unavailable` when they kept changing
 */
export async function underSettings<T>(
  { contexts }: { contexts: ProjectContexts },
  tenant: Tenant,
  work: (context: ProjectContext) => Promise<T>,
  { isHeld = true } = {},
): Promise<T> {
  for (let turn = 0; turn < TRIES_MAX; turn += 1) {
    const context = await (isHeld ? contexts.of(tenant) : contexts.fresh(tenant));
    try {
      return await work(context);
    } catch (error) {
      if (!mayBeOutdated(error)) throw error;
      const { version } = await contexts.fresh(tenant);
      if (!(error instanceof SettingsChanged) && version === context.version) throw error;
    }
  }
  throw new Problem('unavailable', 'The settings of the project kept changing; nothing was stored.');
}

function mayBeOutdated(error: unknown): boolean {
  return error instanceof SettingsChanged || (error instanceof Problem && OF_THE_CALENDAR.has(error.code));
}

function nameOf({ orgId, project }: Tenant): string {
  return `${orgId}/${project}`;
}
