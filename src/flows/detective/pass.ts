import { type Coverage, NOTHING_COVERED, sumOfCoverage } from '../../core/finding.js';
import type { Tenant } from '../../core/scope.js';
import type { StoryClaim } from '../../core/story-claim.js';
import { questionAbout } from '../../detective/question.js';
import { type ReadStory, readingStory } from '../../detective/read.js';
import type { Found } from '../../detective/story.js';
import { type Finding, findingsAbout, letGo } from '../../store/queries/findings.js';
import { getStoryClaims } from '../../store/queries/story-claims.js';
import { advanceWalk, listLate, listUnread, type StoryWalk } from '../../store/queries/story-walks.js';
import type { Deps } from '../deps.js';
import { Turns } from '../turns.js';
import { type Around, storiesAround } from './around.js';
import { type Draft, keep } from './keep.js';

/** Versions of claims that are read between two signs of life. */
const AT_ONCE = 10;

/** Who finds what no model is needed for. */
const RULES = 'rules';

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
 * @param pauseMs how long the project is left alone once all is read
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
  const isAsked = deps.detective !== null;
  const step = { versions, last, isSettled: isLate && isAll, coverage, pauseMs: isAll ? pauseMs : 0, isAsked };
  await deps.store.tenant(orgId, (db) => advanceWalk(db, walk, step));
  return { raised, coverage, isLast: isAll && !isLate };
}

/** Reads the story around each of these claims; answers what is new. */
export async function readAround(
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
): Promise<{ raised: Finding[]; coverage: Coverage }> {
  if (ids.length === 0) return { raised: [], coverage: NOTHING_COVERED };
  const turns = new Turns(deps.clock);
  const read: ReadStory[] = [];
  let coverage = NOTHING_COVERED;
  for (const around of await storiesAround(deps, tenant, ids)) {
    const story = await readOne(deps, around, turns);
    read.push(story);
    coverage = sumOfCoverage(coverage, { claimsRead: 1, pairsExamined: story.pairs, pairsLeftOut: around.leftOut });
  }
  const found = read.flatMap((story) => story.found);
  const touched = [...new Set([...ids, ...read.flatMap(({ tied }) => tied.map(({ id }) => id))])];
  await letGoOfSettled(deps, tenant, { touched, found, turns });
  return {
    raised: await keep(
      deps,
      tenant,
      found.map((one) => draftOf(deps, one)),
    ),
    coverage,
  };
}

function readOne(
  { lexicon }: Deps,
  { claim, others }: Pick<Around, 'claim' | 'others'>,
  turns: Turns,
): Promise<ReadStory> {
  return turns.run(readingStory(claim, others, lexicon.stories));
}

function draftOf({ lexicon }: Deps, found: Found): Draft {
  const { kind, claims, values, asked, against } = found;
  const detail = { asked: asked.id, against: against.id };
  return { kind, claims, values, question: questionAbout(found, lexicon), detail, reader: RULES };
}

/** Findings that what was written since may have settled are looked at again, and closed where nobody need ask any more. */
async function letGoOfSettled(
  deps: Deps,
  tenant: Tenant,
  { touched, found, turns }: { touched: readonly string[]; found: readonly Found[]; turns: Turns },
): Promise<void> {
  const { store } = deps;
  const open = await store.tenant(tenant.orgId, (db) => findingsAbout(db, tenant, touched, ['open']));
  const unsure = open.filter((one) => !found.some(({ claims }) => areOfOne(one, claims)));
  const over: string[] = [];
  for (const one of unsure) if (!(await stillStands(deps, tenant, one, turns))) over.push(one.id);
  await store.tenant(tenant.orgId, (db) => letGo(db, tenant, over));
}

/** Of what a model found the rules can tell only whether more than one of the claims is left to choose from. */
async function stillStands(deps: Deps, tenant: Tenant, finding: Finding, turns: Turns): Promise<boolean> {
  const own = await deps.store.tenant(tenant.orgId, (db) => getStoryClaims(db, tenant, finding.claimIds));
  const about = own.filter(({ status }) => status === 'active').map(({ id }) => id);
  if (finding.reader !== RULES) return about.length > 1;
  for (const { claim, others } of await storiesAround(deps, tenant, about)) {
    const all = new Map([...others, ...own].map((one) => [one.id, one]));
    all.delete(claim.id);
    const { found } = await readOne(deps, { claim, others: [...all.values()] }, turns);
    if (found.some(({ claims }) => areOfOne(finding, claims))) return true;
  }
  return false;
}

/** Whether one of the two says all that the other says. */
function areOfOne({ claimIds }: Finding, claims: readonly StoryClaim[]): boolean {
  const ids = claims.map(({ id }) => id);
  return claimIds.every((id) => ids.includes(id)) || ids.every((id) => claimIds.includes(id));
}
