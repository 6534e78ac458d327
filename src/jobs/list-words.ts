import type { Deps } from '../flows/deps.js';
import { wordsOfClaim } from '../flows/search-text.js';
import { findUnlisted, listWords } from '../store/queries/asking/unlisted-words.js';
import { type BackgroundWork, repeat } from './background.js';

const AT_ONCE = 500;
/** A server of an older release may still write meanwhile. */
const PAUSE_MS = 60_000;

/** Lists claims of an older release under their words, so that recall finds them; answers how many versions. */
export async function listMissingWords(deps: Deps, stop?: AbortSignal): Promise<number> {
  let listed = 0;
  for (const orgId of await deps.store.listOrgs()) {
    for (let count = AT_ONCE; count === AT_ONCE && stop?.aborted !== true; listed += count) {
      count = await deps.store.tenant(orgId, async (db) => {
        const found = await findUnlisted(db, AT_ONCE);
        const items = found.map((claim) => ({ ...claim, words: wordsOfClaim(claim, deps.lexicon) }));
        if (items.length > 0) await listWords(db, items);
        return items.length;
      });
    }
  }
  return listed;
}

export function startListingWords(deps: Deps, report: (error: unknown) => void): BackgroundWork {
  const work = async (stop: AbortSignal): Promise<boolean> => {
    await listMissingWords(deps, stop);
    return false;
  };
  return repeat(work, PAUSE_MS, report);
}
