import type { Tenant } from '../../core/scope.js';
import type { StoryClaim } from '../../core/story-claim.js';
import { storyKeys } from '../../detective/keys.js';
import {
  findNeighbours,
  getStoryClaims,
  keepStoryKeys,
  listReplaced,
} from '../../store/queries/detective/story-claims.js';
import { listUnreadable } from '../../store/queries/detective/story-failures.js';
import type { Deps } from '../deps.js';

/** A claim, what may be about the same, and how much more shares something with it. */
export interface Around {
  claim: StoryClaim;
  others: StoryClaim[];
  leftOut: number;
}

/**
 * The claims, each with what may be about the same and what that replaced. Lists them in the index of the story first, so
 * that of two that are read at once one finds the other. What could not be read is laid beside none.
 * @param apart ids of claims that are laid beside none either, unless they are among `ids`
 */
export async function storiesAround(
  { store }: Deps,
  tenant: Tenant,
  ids: readonly string[],
  apart: ReadonlySet<string> = new Set(),
): Promise<Around[]> {
  return store.tenant(tenant.orgId, async (db) => {
    const own = await getStoryClaims(db, tenant, ids);
    await keepStoryKeys(
      db,
      tenant,
      own.map((claim) => ({ id: claim.id, keys: storyKeys(claim) })),
    );
    const near = await findNeighbours(db, tenant, ids);
    const around = [...new Set([...near.values()].flatMap((one) => one.ids))];
    const unreadable = new Set([...apart, ...(await listUnreadable(db, tenant, around))]);
    for (const id of ids) unreadable.delete(id);
    const replaced = new Set(await listReplaced(db, tenant, around));
    const known = new Map(own.map((claim) => [claim.id, claim]));
    const missing = [...new Set([...around, ...replaced])].filter((id) => !known.has(id));
    for (const claim of await getStoryClaims(db, tenant, missing)) known.set(claim.id, claim);
    const before = [...known.values()].filter(({ id }) => replaced.has(id));
    return own.map((claim) => {
      const { ids: nearIds = [], leftOut = 0 } = near.get(claim.id) ?? {};
      const readable = nearIds.filter((id) => !unreadable.has(id));
      const others = new Map(readable.flatMap((id) => known.get(id) ?? []).map((one) => [one.id, one]));
      for (const one of before) if (others.has(one.supersededBy ?? '')) others.set(one.id, one);
      others.delete(claim.id);
      return { claim, others: [...others.values()], leftOut: leftOut + nearIds.length - readable.length };
    });
  });
}
