import type { Deps } from '../flows/deps.js';
import { forgetSessions } from '../store/queries/lore/sessions.js';
import { forgetKeys } from '../store/queries/projects/idempotency.js';
import { type BackgroundWork, repeat } from './background.js';

const PAUSE_MS = 10 * 60_000;

/** Few at once, so that no statement holds many rows. */
const KEYS_AT_ONCE = 1000;

const SESSIONS_AT_ONCE = 20;

/** Deletes the idempotency keys that are too old to count, of every organisation; answers how many. */
export function forgetOldKeys(deps: Deps): Promise<number> {
  return forgetAll(deps, forgetKeys, KEYS_AT_ONCE);
}

/** Deletes the sessions that nobody used for a day, of every organisation; answers how many. */
export function forgetOldSessions(deps: Deps): Promise<number> {
  return forgetAll(deps, forgetSessions, SESSIONS_AT_ONCE);
}

async function forgetAll(deps: Deps, forget: typeof forgetKeys, atOnce: number): Promise<number> {
  let forgotten = 0;
  for (const orgId of await deps.store.listOrgs()) {
    for (let last = atOnce; last === atOnce; forgotten += last) {
      last = await deps.store.tenant(orgId, (db) => forget(db, atOnce));
    }
  }
  return forgotten;
}

export function startForgetting(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const work = async () => {
    await forgetOldKeys(deps);
    await forgetOldSessions(deps);
    return false;
  };
  return repeat(work, PAUSE_MS, report);
}
