import { Problem } from '../../core/errors.js';
import { type Coverage, NOTHING_COVERED, sumOfCoverage } from '../../core/finding.js';
import type { Finding } from '../../store/queries/detective/findings.js';
import { beginAttempt, listRetried, type UnreadVersion } from '../../store/queries/detective/story-failures.js';
import { advanceWalk, listLate, listUnread, type StoryWalk } from '../../store/queries/detective/story-walks.js';
import type { Deps } from '../deps.js';
import { type ReadAround, readAround } from './read-around.js';

/** Versions of claims that are read between two signs of life. */
const AT_ONCE = 10;

/** After so many attempts in a row that nobody told the end of, each claim is read by itself: one of them may end the process. */
const CAREFUL_AFTER = 2;

/** What a step came to. */
export interface Step {
  raised: Finding[];
  coverage: Coverage;
  /** Why claims could not be read; they are tried again, some times. */
  faults: unknown[];
  /** Whether nothing more was waiting when it began. */
  isLast: boolean;
}

/**
 * Reads the story around the claims that nobody has read yet, some at a time, raises what confuses, and notes how far it
 * came. Whatever ends it, the same claims are read again: what is raised twice is raised once. A claim that can't be read
 * keeps it from no other one.
 * @param pauseMs how long the project is left alone once all is read
 */
export async function readOn(deps: Deps, walk: StoryWalk, pauseMs: number): Promise<Step> {
  const { tenant, looksForLate: isLate } = walk;
  const list = isLate ? listLate : listUnread;
  const [versions, retried] = await deps.store.tenant(tenant.orgId, async (db) => [
    await list(db, walk, AT_ONCE),
    walk.retries ? await listRetried(db, tenant, AT_ONCE) : [],
  ]);
  const fresh = await readTogether(deps, walk, versions);
  const again = await readEach(deps, walk, retried);
  const isAll = versions.length < AT_ONCE && retried.length < AT_ONCE;
  const coverage = sumOfCoverage(fresh.coverage, again.coverage);
  await deps.store.tenant(tenant.orgId, (db) =>
    advanceWalk(db, walk, {
      ...{ versions, readIds: [...fresh.readIds, ...again.readIds], coverage },
      ...{ last: isLate ? null : (versions.at(-1) ?? null), isSettled: isLate && versions.length < AT_ONCE },
      ...{ pauseMs: isAll ? pauseMs : 0, isAsked: deps.detective !== null },
    }),
  );
  const faults = [...fresh.faults, ...again.faults];
  return { raised: [...fresh.raised, ...again.raised], coverage, faults, isLast: isAll && !isLate };
}

/** What became of some versions. */
interface Outcome extends ReadAround {
  readIds: string[];
  faults: unknown[];
}

/** Reads versions together, or each by itself where that fails, or never comes to an end. */
async function readTogether(deps: Deps, walk: StoryWalk, versions: readonly UnreadVersion[]): Promise<Outcome> {
  const isSuspect = walk.attempts > CAREFUL_AFTER;
  const ids = [...new Set(versions.map(({ id }) => id))];
  if (isSuspect) return readEach(deps, walk, versions);
  try {
    return { ...(await readAround(deps, walk.tenant, ids)), readIds: ids, faults: [] };
  } catch (error) {
    // Nothing of it is about a claim: all of it is read later.
    if (error instanceof Problem && error.code === 'unavailable') throw error;
    return readEach(deps, walk, versions);
  }
}

/**
 * Reads versions one after the other; what fails is noted. Each is laid beside those of them that could be read, so that
 * none fails for another.
 */
async function readEach(deps: Deps, { tenant }: StoryWalk, versions: readonly UnreadVersion[]): Promise<Outcome> {
  const all: Outcome = { raised: [], coverage: NOTHING_COVERED, readIds: [], faults: [] };
  const apart = new Set(versions.map(({ id }) => id));
  for (const version of newestOf(versions)) {
    if (!(await deps.store.tenant(tenant.orgId, (db) => beginAttempt(db, tenant, version)))) continue;
    try {
      const { raised, coverage } = await readAround(deps, tenant, [...all.readIds, version.id], apart);
      all.raised.push(...raised);
      all.coverage = sumOfCoverage(all.coverage, coverage);
      all.readIds.push(version.id);
      apart.delete(version.id);
    } catch (error) {
      all.faults.push(error);
      all.coverage = sumOfCoverage(all.coverage, { ...NOTHING_COVERED, claimsFailed: 1 });
    }
  }
  return all;
}

/** The newest version of each claim; they come in the order of their system time. */
function newestOf(versions: readonly UnreadVersion[]): UnreadVersion[] {
  return [...new Map(versions.map((version) => [version.id, version])).values()];
}
