import { lastDue } from '../../consistency/schedule.js';
import { DEFAULT_CONSISTENCY } from '../../core/context.js';
import { Problem } from '../../core/errors.js';
import type { Caller } from '../../core/role.js';
import type { Tenant } from '../../core/scope.js';
import { countAskedRuns, forgetRuns, queueRun, type Run, takeRun } from '../../store/queries/consistency/runs.js';
import { listSchedules } from '../../store/queries/projects/project-list.js';
import type { Deps } from '../deps.js';
import { doRun } from './run.js';

/** Who the record names for a run by schedule. */
const SCHEDULE = 'schedule';

/** Runs that may be asked for in so many seconds, beside those of the schedule. */
const ASKED_MAX = 10;
const ASKED_S = 3600;

/** Days for which runs after single writes stay on the record. */
const LIVE_DAYS = 7;

/**
 * Queues a full run in every project of an organisation for which the time of the schedule has come. Each time is asked
 * for once, whichever process comes first.
 */
export async function queueDue(deps: Deps, orgId: string, schedule: string): Promise<void> {
  const now = deps.clock.now();
  const projects = await deps.store.tenant(orgId, (db) => listSchedules(db, orgId));
  for (const { project, createdAt, settings } of projects) {
    const { timeZone } = { ...DEFAULT_CONSISTENCY, ...settings.consistency };
    const due = lastDue(schedule, timeZone, now);
    if (due === null || Date.parse(createdAt) > due) continue;
    const tenant = { orgId, project };
    const dueKey = new Date(due).toISOString();
    const request = { id: deps.ids.next(), scope: 'full', scopeId: null, dueKey, who: SCHEDULE, keyId: null } as const;
    const queued = await deps.store.tenant(orgId, (db) => queueRun(db, tenant, request));
    if (queued?.isNew === true) await deps.store.tenant(orgId, (db) => forgetRuns(db, tenant, LIVE_DAYS));
  }
}

/**
 * Queues a run of a whole project or of an era. The same that waits already is that one.
 * @throws Problem `rate_limited`
 */
export async function askForRun(
  deps: Deps,
  tenant: Tenant,
  { name: who, keyId }: Pick<Caller, 'name' | 'keyId'>,
  { scope, scopeId }: { scope: 'era' | 'full'; scopeId: string | null },
): Promise<{ run: Run; isNew: boolean }> {
  return deps.store.tenant(tenant.orgId, async (db) => {
    if ((await countAskedRuns(db, tenant, ASKED_S)) >= ASKED_MAX) {
      const detail = `This project was asked for ${ASKED_MAX} runs within the hour; what an entity is in can be checked at any time.`;
      throw new Problem('rate_limited', detail);
    }
    const queued = await queueRun(db, tenant, { id: deps.ids.next(), scope, scopeId, dueKey: null, who, keyId });
    if (queued === null) throw new Problem('unavailable', 'The run that was queued has just begun; ask again.');
    return queued;
  });
}

/** Takes the run of an organisation that waits the longest, and does it; false where none waits. */
export async function takeAndDo(deps: Deps, orgId: string, stop?: AbortSignal): Promise<boolean> {
  const run = await deps.store.tenant(orgId, (db) => takeRun(db, () => deps.ids.next()));
  if (run === null) return false;
  await doRun(deps, run, stop);
  return true;
}
