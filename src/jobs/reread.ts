import type { Deps } from '../flows/deps.js';
import { rereadStep, takeWalk } from '../flows/reread.js';
import { advanceReread, type RereadWalk } from '../store/queries/claims/rereads.js';
import { type BackgroundWork, repeat } from './background.js';

const PAUSE_MS = 60_000;

/**
 * Reads again what an older normalizer read, in every project of every organisation. Every server may do so at once: a
 * walk is one server's at a time, and whoever takes it next goes on from where it was left.
 */
export async function rereadOlder(deps: Deps, report: (error: unknown) => void, stop?: AbortSignal): Promise<void> {
  for (const orgId of await deps.store.listOrgs()) {
    for (let walk = await takeWalk(deps, orgId); walk !== null; walk = await takeWalk(deps, orgId)) {
      await follow(deps, walk, stop).catch(report);
      if (stop?.aborted === true) return;
    }
  }
}

/** A step that fails leaves the walk where it was, for the time of a lease. */
async function follow(deps: Deps, walk: RereadWalk, stop: AbortSignal | undefined): Promise<void> {
  const { orgId } = walk.tenant;
  let at = walk;
  while (stop?.aborted !== true) {
    const last = await rereadStep(deps, at);
    if (last === null) return deps.store.tenant(orgId, (db) => advanceReread(db, at, 'pause'));
    at = { ...at, cursor: last };
    await deps.store.tenant(orgId, (db) => advanceReread(db, at, 'go_on'));
  }
  await deps.store.tenant(orgId, (db) => advanceReread(db, at, 'leave'));
}

export function startRereading(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const work = async (stop: AbortSignal): Promise<boolean> => {
    await rereadOlder(deps, report, stop);
    return false;
  };
  return repeat(work, PAUSE_MS, report);
}
