import type { Candidate } from '../core/claim.js';
import type { Reading } from '../core/norm.js';
import type { Tenant } from '../core/scope.js';
import { lockKeys, recallGroups } from '../guard/pipeline.js';
import { type CandidateAnswer, type CandidateQuery, LOCK_KEY_BOUND } from '../store/queries/claims/candidates.js';
import type { WriteSteps } from '../store/store.js';

/** What one statement is compared with. */
export interface Found extends Omit<CandidateAnswer, 'candidates'> {
  candidates: readonly Candidate[];
  /** There is more that it may be related to, and that was not looked at. */
  isCut: boolean;
}

/** Characters of stored statements, all together, beyond which no more are looked for: a thousand usual ones. */
const CHARACTERS_MAX = 500_000;

/**
 * Finds what a statement is to be compared with. What a long one may be related to is looked for some clauses at a time,
 * so that each finds its own; heads and settings are those of before the first of it.
 */
export async function candidatesOf(
  store: Pick<WriteSteps, 'find'>,
  tenant: Tenant,
  reading: Reading,
  query: Omit<CandidateQuery, 'recallKeys'>,
): Promise<Found> {
  const [first = [], ...others] = recallGroups(reading);
  const found = await store.find(tenant, { ...query, recallKeys: first });
  const all = new Map(found.candidates.map((candidate) => [candidate.id, candidate]));
  let isCut = isBeyondKey(reading, found.candidates);
  for (const recallKeys of others) {
    if (lengthOf(all.values()) > CHARACTERS_MAX) {
      isCut = true;
      break;
    }
    const exclude = [...(query.exclude ?? []), ...all.keys()];
    const more = await store.find(tenant, { lockKeys: [], recallKeys, exclude });
    for (const candidate of more.candidates) all.set(candidate.id, candidate);
  }
  return { ...found, candidates: newestFirst([...all.values()]), isCut };
}

/**
 * Whether one key of its words has as many claims as are looked at for one. Relations are compared by what the lore store
 * holds around the things that they name, however many claims tell of these.
 */
function isBeyondKey(reading: Reading, candidates: readonly Candidate[]): boolean {
  if (candidates.length < LOCK_KEY_BOUND) return false;
  const counts = new Map(lockKeys(reading).flatMap((key) => (key.startsWith('f') ? [[key, 0]] : [])));
  for (const candidate of candidates) {
    for (const key of lockKeys(candidate.reading)) {
      const count = counts.get(key);
      if (count !== undefined) counts.set(key, count + 1);
    }
  }
  return [...counts.values()].some((count) => count >= LOCK_KEY_BOUND);
}

function lengthOf(candidates: Iterable<Candidate>): number {
  let sum = 0;
  for (const { statement } of candidates) sum += statement.length;
  return sum;
}

function newestFirst(candidates: Candidate[]): Candidate[] {
  return candidates.sort((a, b) => (a.id < b.id ? 1 : -1));
}
