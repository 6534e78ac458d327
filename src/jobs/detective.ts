import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../flows/deps.js';
import { readWithModel, TRIGGERS_MAX } from '../flows/detective/asking.js';
import { readOn } from '../flows/detective/pass.js';
import { takeWalk } from '../store/queries/detective/story-walks.js';
import { type BackgroundWork, repeat } from './background.js';
import { doDueTogether } from './due.js';

/** How often projects are looked for in which something was written. */
const PAUSE_MS = 1000;

/** How many times as long as it read the detective rests, and the longest that it does. */
const REST = 24;
const REST_MAX_MS = 5 * 60_000;

/** How long a project is left alone after it was read, so that what is written in a row is read together. */
const DEBOUNCE_MS = 2000;

/** Reads on in one project of each organisation where something was written; answers how many it read in. */
export async function readStories(
  deps: Deps,
  report: (error: unknown) => void,
  { stop, debounceMs = DEBOUNCE_MS }: { stop?: AbortSignal; debounceMs?: number } = {},
): Promise<number> {
  let read = 0;
  for (const orgId of await deps.store.listOrgs()) {
    if (stop?.aborted === true) break;
    try {
      const walk = await deps.store.tenant(orgId, takeWalk);
      if (walk === null) continue;
      const { faults } = await readOn(deps, walk, debounceMs);
      for (const fault of faults) report(fault);
      read += 1;
    } catch (error) {
      report(error);
    }
  }
  return read;
}

/** Has the model read the story around the claims that wait for it; answers how many it was asked about. */
export async function askDetective(deps: Deps, report: (error: unknown) => void): Promise<number> {
  if (deps.detective === null) return 0;
  return doDueTogether(deps, { kind: 'story', atOnce: TRIGGERS_MAX }, readWithModel, report);
}

/**
 * Reads in the background what was written, a small share of the time: after each step it rests for many times as long as
 * that took, so that writers hardly notice.
 */
export function startDetective(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const work = async (stop: AbortSignal) => {
    const start = deps.clock.elapsed();
    const read = await readStories(deps, report, { stop });
    if (read > 0) await rest((deps.clock.elapsed() - start) * REST, stop);
    return read > 0;
  };
  return repeat(work, PAUSE_MS, report);
}

/** Apart from the reading, as a model may take long to answer. */
export function startAsking(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async () => (await askDetective(deps, report)) > 0, PAUSE_MS, report);
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(ms, REST_MAX_MS), undefined, { signal, ref: false }).catch(() => undefined);
}
