import type { AskingCost } from '../../core/detective.js';
import type { Tenant } from '../../core/scope.js';
import type { StoryClaim } from '../../core/story-claim.js';
import { fittingIn } from '../../detective/batches.js';
import { remember } from '../../detective/forgetting.js';
import type { Finding } from '../../store/queries/detective/findings.js';
import { getStoryClaims } from '../../store/queries/detective/story-claims.js';
import { listUnreadable } from '../../store/queries/detective/story-failures.js';
import { countFlags, listStoryClaims } from '../../store/queries/detective/story-told.js';
import { finishJobs, type Job, takeJobsOf } from '../../store/queries/projects/jobs.js';
import type { Deps } from '../deps.js';
import { storiesAround } from './around.js';
import { keep } from './keep.js';
import { termsOf } from './terms.js';
import { askAbout, NO_COST } from './told.js';

/** off: there is no model to ask. later: it failed, and is asked again. not_needed: nothing was left to ask about. */
export interface AskedModel {
  state: 'off' | 'not_needed' | 'asked' | 'later';
  raised: Finding[];
  cost: AskingCost;
}

/** Claims that one story is told for, and the newest that it is drawn from. */
export const TRIGGERS_MAX = 50;
const DRAWN_FROM_MAX = 5000;

/** Some of a story was not read: what failed. */
class PartlyRead extends Error {
  override readonly name = 'PartlyRead';
}

/** Has the model read what waits for it in a project. */
export async function askNow(deps: Deps, tenant: Tenant): Promise<AskedModel> {
  const { detective, store } = deps;
  if (detective === null) return { state: 'off', raised: [], cost: NO_COST };
  const jobs = await store.tenant(tenant.orgId, (db) => takeJobsOf(db, tenant, 'story', TRIGGERS_MAX));
  const [first, ...others] = jobs;
  if (first === undefined) return { state: 'not_needed', raised: [], cost: NO_COST };
  const outcome = { raised: [] as Finding[], cost: NO_COST };
  try {
    await readWithModel(deps, [first, ...others], outcome);
    return { state: 'asked', ...outcome };
  } catch {
    return { state: 'later', ...outcome };
  }
}

/**
 * Tells the model the story around some claims of one project, and raises what it finds. What it found is kept also where
 * a part failed: then the jobs stay due, and what is found again is raised once.
 * @param outcome told of what was raised and what it cost, also where it fails
 * @throws Error when a part of the story was not read
 */
export async function readWithModel(
  deps: Deps,
  jobs: readonly [Job, ...Job[]],
  outcome: { raised: Finding[]; cost: AskingCost } = { raised: [], cost: NO_COST },
): Promise<void> {
  const { detective, store } = deps;
  if (detective === null) return;
  const [{ tenant }] = jobs;
  const triggers = jobs.map(({ about }) => about);
  const story = await storyFor(deps, tenant, triggers);
  const { drafts, cost, faults } = await askAbout(detective, story, (await termsOf(deps, tenant)).sessionMs);
  outcome.cost = cost;
  outcome.raised.push(...(await keep(deps, tenant, drafts)));
  deps.telemetry.storyAsked({ ...cost, failed: faults.length });
  if (faults.length > 0) throw new PartlyRead(`${faults.length} parts of a story were not read`, { cause: faults[0] });
  await store.tenant(tenant.orgId, (db) => finishJobs(db, tenant, 'story', triggers));
}

/** The claims that the story is told with: those that it is told for, what is about the same, and a sample of the rest. */
async function storyFor(deps: Deps, tenant: Tenant, triggers: readonly string[]): Promise<StoryClaim[]> {
  const { store, clock } = deps;
  const unreadable = await store.tenant(tenant.orgId, (db) => listUnreadable(db, tenant, triggers));
  const around = await storiesAround(
    deps,
    tenant,
    triggers.filter((id) => !unreadable.has(id)),
  );
  const bare = await store.tenant(tenant.orgId, (db) => getStoryClaims(db, tenant, [...unreadable]));
  const read = around.flatMap(({ claim, others }) => [claim, ...others]);
  const own = [...read, ...bare].filter(({ status }) => status === 'active');
  return store.tenant(tenant.orgId, async (db) => {
    const all = new Map(
      [...(await listStoryClaims(db, tenant, DRAWN_FROM_MAX)), ...own].map((claim) => [claim.id, claim]),
    );
    const flags = await countFlags(db, tenant, [...all.keys()]);
    const near = new Set(own.map(({ id }) => id));
    const seed = [...triggers].sort().join();
    const story = remember([...all.values()], { now: clock.now(), kept: near, flags, seed });
    return fittingIn(story, { triggers: new Set(triggers), near });
  });
}
