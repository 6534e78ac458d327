import type { Deps } from '../flows/deps.js';
import { recheck } from '../flows/recheck.js';
import { type BackgroundWork, repeat } from './background.js';
import { doDue, JOBS_AT_ONCE } from './due.js';

const PAUSE_MS = 5000;

/** Compares the claims that wait for it; answers how many. */
export function recheckDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  return doDue(deps, 'recheck', recheck, report);
}

/**
 * Looks for due jobs every few seconds, and at once while there are many, as after an ingest. A database that is away is
 * looked for again, and never ends the work.
 */
export function startRechecks(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async () => (await recheckDue(deps, report)) >= JOBS_AT_ONCE, PAUSE_MS, report);
}
