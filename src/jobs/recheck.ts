import type { Deps } from '../flows/deps.js';
import { recheckAll, recheckRelations } from '../flows/recheck.js';
import { type BackgroundWork, repeat } from './background.js';
import { doDueTogether } from './due.js';

const PAUSE_MS = 5000;

/** Claims that are compared in one go. */
const CLAIMS_AT_ONCE = 100;
/** Relations that are compared in one go. */
const RELATIONS_AT_ONCE = 50;

/** Compares the claims that wait for it; answers how many. */
export function recheckDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  return doDueTogether(deps, { kind: 'recheck', atOnce: CLAIMS_AT_ONCE }, recheckAll, report);
}

/** Compares the relations that wait for it; answers how many. */
export function recheckRelationsDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  return doDueTogether(deps, { kind: 'recheck_relation', atOnce: RELATIONS_AT_ONCE }, recheckRelations, report);
}

/**
 * Looks for due jobs every few seconds, and at once while there are many, as after an ingest. A database that is away is
 * looked for again, and never ends the work.
 */
export function startRechecks(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const work = async () => {
    const claims = await recheckDue(deps, report);
    const relations = await recheckRelationsDue(deps, report);
    return claims >= CLAIMS_AT_ONCE || relations >= RELATIONS_AT_ONCE;
  };
  return repeat(work, PAUSE_MS, report);
}
