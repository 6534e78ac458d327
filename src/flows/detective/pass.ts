import { type Coverage, NOTHING_COVERED, sumOfCoverage } from '../../core/finding.js';
import type { Tenant } from '../../core/scope.js';
import { storyKeys } from '../../detective/keys.js';
import { questionAbout } from '../../detective/question.js';
import { readingStory } from '../../detective/read.js';
import type { Found, StoryClaim } from '../../detective/story.js';
import type { Finding } from '../../store/queries/findings.js';
import { findNeighbours, getStoryClaims, keepStoryKeys, listReplaced } from '../../store/queries/story-claims.js';
import { advanceWalk, listLate, listUnread, type StoryWalk } from '../../store/queries/story-walks.js';
import type { Deps } from '../deps.js';
import { Turns } from '../turns.js';
import { keep } from './keep.js';

/** Versions of claims that are read between two signs of life. */
const AT_ONCE = 50;

/** What a step came to. */
export interface Step {
  raised: Finding[];
  coverage: Coverage;
  /** Whether nothing more was waiting when it began. */
  isLast: boolean;
}

/**
 * Reads the story around the claims that nobody has read yet, some at a time, raises what confuses, and notes how far it
 * came. Whatever ends it, the same claims are read again: what is raised twice is raised once.
 */
export async function readOn(deps: Deps, walk: StoryWalk, pauseMs: number): Promise<Step> {
  const { tenant } = walk;
  const { orgId } = tenant;
  const isLate = walk.looksForLate;
  const list = isLate ? listLate : listUnread;
  const versions = await deps.store.tenant(orgId, (db) => list(db, walk, AT_ONCE));
  const ids = [...new Set(versions.map(({ id }) => id))];
  const { raised, coverage } = await readAround(deps, tenant, ids);
  const isAll = versions.length < AT_ONCE;
  const last = isLate ? null : (versions.at(-1) ?? null);
  const step = { versions, last, isSettled: isLate && isAll, coverage, pauseMs: isAll ? pauseMs : 0 };
  await deps.store.tenant(orgId, (db) => advanceWalk(db, walk, step));
  return { raised, coverage, isLast: isAll && !isLate };
}

/** Reads the story around each of these claims. */
export async function readAround(
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
): Promise<{ raised: Finding[]; coverage: Coverage }> {
  if (ids.length === 0) return { raised: [], coverage: NOTHING_COVERED };
  const told = await storiesAround(deps, tenant, ids);
  const turns = new Turns(deps.clock);
  const found: Found[] = [];
  let coverage = NOTHING_COVERED;
  for (const { claim, others, leftOut } of told) {
    const story = await turns.run(readingStory(claim, others, deps.lexicon.stories));
    found.push(...story.found);
    coverage = sumOfCoverage(coverage, { claimsRead: 1, pairsExamined: story.pairs, pairsLeftOut: leftOut });
  }
  const drafts = found.map((one) => ({
    kind: one.kind,
    claims: one.claims,
    question: questionAbout(one, deps.lexicon),
    asked: one.asked.id,
    reader: 'rules',
  }));
  return { raised: await keep(deps, tenant, drafts), coverage };
}

interface Around {
  claim: StoryClaim;
  others: StoryClaim[];
  leftOut: number;
}

/** The claims with what may be about the same, and what that replaced. */
async function storiesAround({ store }: Deps, tenant: Tenant, ids: readonly string[]): Promise<Around[]> {
  return store.tenant(tenant.orgId, async (db) => {
    const own = await getStoryClaims(db, tenant, ids);
    await keepStoryKeys(
      db,
      tenant,
      own.map((claim) => ({ id: claim.id, keys: storyKeys(claim) })),
    );
    const near = await findNeighbours(db, tenant, ids);
    const around = [...new Set([...near.values()].flatMap((one) => one.ids))];
    const replaced = await listReplaced(db, tenant, around);
    const known = new Map(own.map((claim) => [claim.id, claim]));
    const missing = [...new Set([...around, ...replaced])].filter((id) => !known.has(id));
    for (const claim of await getStoryClaims(db, tenant, missing)) known.set(claim.id, claim);
    const before = [...known.values()].filter(({ id }) => replaced.includes(id));
    return own.map((claim) => {
      const { ids: nearIds = [], leftOut = 0 } = near.get(claim.id) ?? {};
      const others = new Map(nearIds.flatMap((id) => known.get(id) ?? []).map((one) => [one.id, one]));
      for (const one of before) if (others.has(one.supersededBy ?? '')) others.set(one.id, one);
      others.delete(claim.id);
      return { claim, others: [...others.values()], leftOut };
    });
  });
}
