import type { Deps } from '../flows/deps.js';
import { readOn } from '../flows/detective/pass.js';
import { takeWalk } from '../store/queries/story-walks.js';
import { type BackgroundWork, repeat } from './background.js';

/** How often projects are looked for in which something was written. */
const PAUSE_MS = 1000;

/** How long a project is left alone after it was read, so that what is written in a row is read together. */
const DEBOUNCE_MS = 2000;

/** Reads on in one project of each organisation where something was written; answers how many it read in. */
export async function readStories(deps: Deps, report: (error: unknown) => void, stop?: AbortSignal): Promise<number> {
  let read = 0;
  for (const orgId of await deps.store.listOrgs()) {
    if (stop?.aborted === true) break;
    try {
      const walk = await deps.store.tenant(orgId, takeWalk);
      if (walk === null) continue;
      await readOn(deps, walk, DEBOUNCE_MS);
      read += 1;
    } catch (error) {
      report(error);
    }
  }
  return read;
}

export function startDetective(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  return repeat(async (stop) => (await readStories(deps, report, stop)) > 0, PAUSE_MS, report);
}
