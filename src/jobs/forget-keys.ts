import type { Deps } from '../flows/deps.js';
import { forgetKeys } from '../store/queries/idempotency.js';
import { type BackgroundWork, repeat } from './background.js';

const PAUSE_MS = 10 * 60_000;

/** Few at once, so that no statement holds many rows. */
const KEYS_AT_ONCE = 1000;

/** Deletes the idempotency keys that are too old to count, of every organisation; answers how many. */
export async function forgetOldKeys(deps: Deps): Promise<number> {
  let forgotten = 0;
  for (const orgId of await deps.store.listOrgs()) {
    for (let last = KEYS_AT_ONCE; last === KEYS_AT_ONCE; forgotten += last) {
      last = await deps.store.tenant(orgId, (db) => forgetKeys(db, KEYS_AT_ONCE));
    }
  }
  return forgotten;
}

export function startForgetting(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const work = async () => {
    await forgetOldKeys(deps);
    return false;
  };
  return repeat(work, PAUSE_MS, report);
}
