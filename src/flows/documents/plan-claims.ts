import { followed } from '../../lore/ingest/prose/follow.js';
import type { StandingClaim } from '../../store/queries/documents/document-claims.js';
import type { ToldClaim } from './told-claims.js';

/** What becomes of a sentence that makes a claim. */
export const CLAIM_RESULTS = ['stored', 'followed', 'returned', 'updated', 'unchanged', 'closed', 'erased'] as const;
export type ClaimResult = (typeof CLAIM_RESULTS)[number];

/** One claim of a document as it is to be. */
export interface PlannedClaim {
  told: ToldClaim;
  result: ClaimResult;
  /** The claim that is there already, under this key or, of one that moved, under another. */
  standing: StandingClaim | null;
  /** The claim that this one takes the place of. */
  follows: StandingClaim | null;
  isAdvisory: boolean;
}

export interface ClaimsPlan {
  claims: PlannedClaim[];
  /** Claims that the document says no longer, and that nothing follows. */
  removed: StandingClaim[];
}

/**
 * What is to become of the claims of a document, from what it made before and what it says now. A sentence that is there
 * is unchanged, wherever it moved; one that changed follows the one that it was; what somebody closed or had erased does not
 * come back with the same words, what the document itself had dropped does.
 * @param before the claims of the document, said or not
 * @param isAdvisory whether nothing is to be refused for a claim
 */
export function planClaims(
  before: readonly StandingClaim[],
  told: readonly ToldClaim[],
  isAdvisory: (told: ToldClaim) => boolean,
): ClaimsPlan {
  const byKey = new Map(before.map((one) => [one.key, one]));
  const toldKeys = new Set(told.map(({ key }) => key));
  const left = new Map(before.filter((one) => isStanding(one) && !toldKeys.has(one.key)).map((one) => [one.key, one]));
  const closed = new Map(before.filter(isClosedBySomebody).map((one) => [one.textKey, one]));
  const moved = movedOf([...left.values()], told, byKey);
  for (const { key } of moved.values()) left.delete(key);
  const claims = told.map((one): PlannedClaim => {
    const standing = byKey.get(one.key) ?? moved.get(one.key) ?? closed.get(one.textKey) ?? null;
    const planned = { told: one, standing, follows: null, isAdvisory: isAdvisory(one) };
    return { ...planned, result: resultOf(planned) };
  });
  const fresh = claims.filter(({ result }) => result === 'stored' || result === 'returned');
  const gone = [...left.values()];
  const sentences = fresh.map(({ told: { headingKey, statement } }) => ({ headingKey, statement }));
  for (const [at, old] of followed(gone, sentences)) {
    const one = fresh[at];
    if (one === undefined) continue;
    one.follows = old;
    if (one.result === 'stored') one.result = 'followed';
    left.delete(old.key);
  }
  return { claims, removed: [...left.values()] };
}

function isStanding({ isSaid, status }: StandingClaim): boolean {
  return isSaid && status === 'active';
}

function isClosedBySomebody({ isSaid, status }: StandingClaim): boolean {
  return status === 'erased' || (isSaid && status !== 'active');
}

/** Sentences that stand under other headings now, by their new keys: the only one with its words that is gone. */
function movedOf(
  gone: readonly StandingClaim[],
  told: readonly ToldClaim[],
  byKey: ReadonlyMap<string, StandingClaim>,
): Map<string, StandingClaim> {
  const byText = new Map<string, StandingClaim | null>();
  for (const one of gone) byText.set(one.textKey, byText.has(one.textKey) ? null : one);
  const moved = new Map<string, StandingClaim>();
  for (const { key, textKey, scope } of told) {
    const old = byKey.has(key) ? null : byText.get(textKey);
    // Under the heading of another environment it is another claim.
    if (old === null || old === undefined || old.env !== scope.env) continue;
    moved.set(key, old);
    byText.delete(textKey);
  }
  return moved;
}

function resultOf({ standing, isAdvisory }: Omit<PlannedClaim, 'result'>): ClaimResult {
  if (standing === null) return 'stored';
  if (standing.status === 'erased') return 'erased';
  if (standing.status !== 'active') return standing.isSaid ? 'closed' : 'returned';
  return !standing.isVouched && standing.isAdvisory !== isAdvisory ? 'updated' : 'unchanged';
}
