import type { Deps } from '../flows/deps.js';
import { eraseLatecomers } from '../flows/erase.js';
import { type BackgroundWork, repeat } from './background.js';
import { doDue, JOBS_AT_ONCE } from './due.js';

const PAUSE_MS = 30_000;

/** Looks once more for words of claims that were erased; answers how many claims it looked for. */
export function eraseDue(deps: Deps, report: (error: unknown) => void): Promise<number> {
  return doDue(deps, 'erase', eraseLatecomers, report);
}

export function startErasing(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async () => (await eraseDue(deps, report)) >= JOBS_AT_ONCE, PAUSE_MS, report);
}
