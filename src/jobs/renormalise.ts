import type { Deps } from '../flows/deps.js';
import { renormalise } from '../flows/reread.js';
import { type BackgroundWork, repeat } from './background.js';
import { doOneByOne } from './one-by-one.js';

const JOBS_AT_ONCE = 50;
const PAUSE_MS = 10_000;

/** Reads claims that nobody could read when they were stored, in every organisation; answers how many were read. */
export function renormaliseDue(deps: Deps, report: (error: unknown) => void, stop?: AbortSignal): Promise<number> {
  const work = async (job: Parameters<typeof renormalise>[1]) => ((await renormalise(deps, job)) ? 'done' : 'later');
  return doOneByOne(deps, { kind: 'renormalise', atOnce: JOBS_AT_ONCE, work }, report, stop);
}

export function startRenormalising(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async (stop) => (await renormaliseDue(deps, report, stop)) >= JOBS_AT_ONCE, PAUSE_MS, report);
}
