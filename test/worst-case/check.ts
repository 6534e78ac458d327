import { isoCalendar } from '../../src/core/calendar.js';
import type { Candidate } from '../../src/core/claim.js';
import type { NliThresholds } from '../../src/core/nli-thresholds.js';
import { lockKeys, recallKeys } from '../../src/guard/keys.js';
import { ask, decide, examine, read, versionsOf } from '../../src/guard/pipeline.js';
import { statedIn } from '../../src/guard/stated.js';
import { candidate, context, lexicon, NOW } from '../helpers/guard.js';
import type { WorstText } from './texts.js';

/** The stages of a check that run on the event loop, with the milliseconds of CPU that each took. */
export interface CheckCost {
  read: number;
  keys: number;
  examine: number;
  decide: number;
  total: number;
}

/** Any pair may be asked about, so that choosing the questions takes as long as it can. */
const THRESHOLDS: NliThresholds = { floor: 0.3, warn: 0.5, block: 0.9, same: null, maxPairs: 8 };

/**
 * What a check of this statement beside these claims costs the event loop. The stages are those of flows/draft.ts and flows/comparison.ts; no database and no model are asked.
 */
export function checkCost(statement: string, stored: readonly Candidate[]): CheckCost {
  const [reading, readMs] = costed(() =>
    read({ statement, scope: { env: null, team: null }, from: null, until: null }, context, lexicon, NOW),
  );
  const [, keysMs] = costed(() => {
    statedIn(statement, reading, { types: lexicon.relationTypes, calendar: isoCalendar, now: NOW });
    lockKeys(reading);
    recallKeys(reading);
  });
  const [examined, examineMs] = costed(() => examine(reading, stored));
  const [, decideMs] = costed(() => {
    const questions = ask(statement, examined, THRESHOLDS);
    const scores = questions.map(() => null);
    const versions = versionsOf(lexicon, 'none', reading);
    decide({ incoming: reading, examined, questions, scores, thresholds: THRESHOLDS, nli: 'unavailable', versions });
  });
  const stages = { read: readMs, keys: keysMs, examine: examineMs, decide: decideMs };
  return { ...stages, total: readMs + keysMs + examineMs + decideMs };
}

/** The claims that a text meets: itself, and itself but for its beginning. */
export function neighbours(text: string): Candidate[] {
  return [text, `The gate ${text}`].map((statement, at) => candidate(`c${at}`, statement));
}

/**
 * The least of a few tries, as the first one compiles. What fits at once is not tried again, and neither is what takes so
 * long that no noise explains it.
 */
export function leastCost(statement: string, stored: readonly Candidate[], enoughMs: number, tries: number): CheckCost {
  let least = checkCost(statement, stored);
  for (let more = 1; more < tries && isInDoubt(least.total, enoughMs); more++) {
    const again = checkCost(statement, stored);
    if (again.total < least.total) least = again;
  }
  return least;
}

/** Lets the guard be compiled, as it is in a server that has run for a while. */
export function warmUp(texts: readonly WorstText[]): void {
  for (const { make } of texts) checkCost(make(WARM_LENGTH), neighbours(make(WARM_LENGTH)));
}

const WARM_LENGTH = 2000;

/** Whether noise may be why a figure is above what would be enough. */
export function isInDoubt(measured: number, enough: number): boolean {
  return measured > enough && measured < enough * BEYOND_NOISE;
}

const BEYOND_NOISE = 20;

/**
 * The CPU of this thread is at most what the clock says and at most what the whole process used, its compiler and its
 * garbage collector included: on an idle machine the first is nearer, on a busy one the second.
 */
function costed<T>(work: () => T): [T, number] {
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  const result = work();
  const elapsed = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(usedBefore);
  return [result, Math.min(elapsed, (user + system) / 1000)];
}
