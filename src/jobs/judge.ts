import type { Deps } from '../flows/deps.js';
import { judgeStored } from '../flows/judging/judge-stored.js';
import { type BackgroundWork, repeat } from './background.js';
import { doOneByOne } from './one-by-one.js';

const JOBS_AT_ONCE = 50;
const PAUSE_MS = 2000;

/**
 * Has the judge look at the claims that wait for it, in every organisation; answers how many it was done with. Where
 * nobody judges the jobs wait.
 */
export function judgeDue(deps: Deps, report: (error: unknown) => void, stop?: AbortSignal): Promise<number> {
  const { judging } = deps;
  if (judging === null) return Promise.resolve(0);
  const asking = { kind: 'judge', atOnce: JOBS_AT_ONCE, work: judgeStored.bind(null, deps, judging) } as const;
  return doOneByOne(deps, asking, report, stop);
}

export function startJudging(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async (stop) => (await judgeDue(deps, report, stop)) >= JOBS_AT_ONCE, PAUSE_MS, report);
}
