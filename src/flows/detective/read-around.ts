import { type Coverage, NOTHING_COVERED, sumOfCoverage } from '../../core/finding.js';
import type { Tenant } from '../../core/scope.js';
import type { StoryClaim } from '../../core/story-claim.js';
import { questionAbout } from '../../detective/question.js';
import { type ReadStory, readingStory } from '../../detective/read.js';
import type { Found, StoryTerms } from '../../detective/story.js';
import { type Finding, findingsAbout, letGo } from '../../store/queries/detective/findings.js';
import { getStoryClaims } from '../../store/queries/detective/story-claims.js';
import { listUnreadable } from '../../store/queries/detective/story-failures.js';
import type { Deps } from '../deps.js';
import { Turns } from '../turns.js';
import { type Around, storiesAround } from './around.js';
import { type Draft, keep } from './keep.js';
import { termsOf } from './terms.js';

/** Who finds what no model is needed for. */
const RULES = 'rules';

/** What reading around some claims came to. */
export interface ReadAround {
  raised: Finding[];
  coverage: Coverage;
}

/**
 * Reads the story around each of these claims; answers what is new.
 * @param apart ids of others that are left out, as it is not known whether they can be read
 */
export async function readAround(
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
  apart: ReadonlySet<string> = new Set(),
): Promise<ReadAround> {
  if (ids.length === 0) return { raised: [], coverage: NOTHING_COVERED };
  const reader = { terms: await termsOf(deps, tenant), turns: new Turns(deps.clock), ids, apart };
  const read: ReadStory[] = [];
  let coverage = NOTHING_COVERED;
  for (const around of await storiesAround(deps, tenant, ids, apart)) {
    const story = await readOne(reader, around);
    read.push(story);
    const one = { claimsRead: 1, pairsExamined: story.pairs, pairsLeftOut: around.leftOut };
    coverage = sumOfCoverage(coverage, { ...NOTHING_COVERED, ...one });
  }
  const found = read.flatMap((story) => story.found);
  const touched = [...new Set([...ids, ...read.flatMap(({ tied }) => tied.map(({ id }) => id))])];
  await letGoOfSettled(deps, tenant, { touched, found, reader });
  return {
    raised: await keep(
      deps,
      tenant,
      found.map((one) => draftOf(deps, one)),
    ),
    coverage,
  };
}

/** By what stories are read, and how others have their turn meanwhile. */
interface Reader {
  terms: StoryTerms;
  turns: Turns;
  /** Of the claims that are read now. */
  ids: readonly string[];
  /** Of those that are left out. */
  apart: ReadonlySet<string>;
}

function readOne({ terms, turns }: Reader, { claim, others }: Pick<Around, 'claim' | 'others'>): Promise<ReadStory> {
  return turns.run(readingStory(claim, others, terms));
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
  { touched, found, reader }: { touched: readonly string[]; found: readonly Found[]; reader: Reader },
): Promise<void> {
  const { store } = deps;
  const open = await store.tenant(tenant.orgId, (db) => findingsAbout(db, tenant, touched, ['open']));
  const unsure = open.filter((one) => !found.some(({ claims }) => areOfOne(one, claims)));
  const over: string[] = [];
  for (const one of unsure) if (!(await stillStands(deps, tenant, one, reader))) over.push(one.id);
  await store.tenant(tenant.orgId, (db) => letGo(db, tenant, over));
}

/** Of what a model found, or what can't be read any more, the rules can tell only whether more than one of the claims is left to choose from. */
async function stillStands(deps: Deps, tenant: Tenant, finding: Finding, reader: Reader): Promise<boolean> {
  const [unreadable, own] = await deps.store.tenant(tenant.orgId, async (db) => [
    await listUnreadable(db, tenant, finding.claimIds),
    await getStoryClaims(db, tenant, finding.claimIds),
  ]);
  const about = own.filter(({ status }) => status === 'active').map(({ id }) => id);
  const isUnsure = (id: string) => !reader.ids.includes(id) && (unreadable.has(id) || reader.apart.has(id));
  if (finding.reader !== RULES || finding.claimIds.some(isUnsure)) return about.length > 1;
  for (const { claim, others } of await storiesAround(deps, tenant, about, reader.apart)) {
    const all = new Map([...others, ...own].map((one) => [one.id, one]));
    all.delete(claim.id);
    const { found } = await readOne(reader, { claim, others: [...all.values()] });
    if (found.some(({ claims }) => areOfOne(finding, claims))) return true;
  }
  return false;
}

/** Whether one of the two says all that the other says. */
function areOfOne({ claimIds }: Finding, claims: readonly StoryClaim[]): boolean {
  const ids = claims.map(({ id }) => id);
  return claimIds.every((id) => ids.includes(id)) || ids.every((id) => claimIds.includes(id));
}
