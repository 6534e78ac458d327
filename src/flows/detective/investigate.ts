import { type Coverage, NOTHING_COVERED, sumOfCoverage } from '../../core/finding.js';
import type { Tenant } from '../../core/scope.js';
import { type Finding, listFindings } from '../../store/queries/detective/findings.js';
import { type StoryState, storyState } from '../../store/queries/detective/story-state.js';
import { takeWalkOf } from '../../store/queries/detective/story-walks.js';
import type { Deps } from '../deps.js';
import { type AskedModel, askNow } from './asking.js';
import { readOn } from './pass.js';

/** Longest, in milliseconds, that a request reads; what is left then is read in the background. */
const LIMIT_MS = 20_000;

/** Findings that an answer shows. */
const SHOWN_MAX = 50;

export interface Investigation {
  /** What this run raised. */
  raised: Finding[];
  /** What is open now, the oldest first; at most 50. */
  open: Finding[];
  /** Of this run. */
  coverage: Coverage;
  /** Of all runs. */
  story: StoryState;
  model: AskedModel;
}

/** Reads everything that nobody has read yet in a project, now, and has the model read it too where there is one. */
export async function investigate(deps: Deps, tenant: Tenant): Promise<Investigation> {
  const until = deps.clock.elapsed() + LIMIT_MS;
  const raised: Finding[] = [];
  let coverage = NOTHING_COVERED;
  let isFirst = true;
  for (let isLast = false; !isLast && deps.clock.elapsed() < until; ) {
    const walk = await deps.store.tenant(tenant.orgId, (db) => takeWalkOf(db, tenant, isFirst));
    isFirst = false;
    if (walk === null) break;
    const step = await readOn(deps, walk, 0);
    raised.push(...step.raised);
    coverage = sumOfCoverage(coverage, step.coverage);
    isLast = step.isLast;
  }
  const model = await askNow(deps, tenant);
  const [open, story] = await deps.store.tenant(tenant.orgId, async (db) => [
    await listFindings(db, tenant, { status: 'open', limit: SHOWN_MAX }),
    await storyState(db, tenant),
  ]);
  return { raised: [...raised, ...model.raised], open: open.items, coverage, story, model };
}
