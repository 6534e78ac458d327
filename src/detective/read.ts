import type { FindingKind } from '../core/finding.js';
import { oncePer } from '../core/once-per.js';
import type { StoryWords } from '../core/story-words.js';
import { type Tie, tying } from './pairs.js';
import { type Bearing, bearingOf } from './said.js';
import { areOfOneSession, type Found, inOrder, isActive, type StoryClaim } from './story.js';

/** Claims tied to the one that is read, beyond which no more are laid beside each other: the last ones that were said. */
const TIED_MAX = 24;

/** Said within a day of each other, two claims are of one time, and neither has left the other behind. */
const ONE_TIME_MS = 24 * 60 * 60_000;

/** What reading a story came to, and what it took. */
export interface ReadStory {
  found: Found[];
  /** Claims tied to the one that was read. */
  tied: StoryClaim[];
  pairs: number;
}

/**
 * Reads the story around one claim: whether somebody who reads it top to bottom would not know what is true now. What the
 * last relevant claim settles is no finding, nor is what was said in one conversation.
 * @param others whatever may be about the same, in any order
 */
export function* readingStory(
  claim: StoryClaim,
  others: readonly StoryClaim[],
  words: StoryWords,
): Generator<void, ReadStory> {
  const told = others.filter(({ id, status }) => id !== claim.id && status !== 'erased');
  const own = yield* tying(claim, told, words);
  const tied = told
    .filter(({ id }) => own.has(id))
    .sort(inOrder)
    .slice(-TIED_MAX);
  const story = new Story([...tied, claim].sort(inOrder), words);
  story.tie(claim, own);
  let pairs = told.length;
  for (const [at, one] of tied.entries()) {
    const earlier = tied.slice(0, at);
    story.tie(one, yield* tying(one, earlier, words));
    pairs += earlier.length;
  }
  return { found: story.found(claim), tied, pairs };
}

/** Claims in order with what they are to each other. */
class Story {
  readonly #claims: readonly StoryClaim[];
  readonly #bearing: (claim: StoryClaim) => Bearing;
  readonly #ties = new Map<string, Tie>();

  constructor(claims: readonly StoryClaim[], words: StoryWords) {
    this.#claims = claims;
    this.#bearing = oncePer((claim: StoryClaim) => bearingOf(claim, words));
  }

  tie(claim: StoryClaim, ties: ReadonlyMap<string, Tie>): void {
    for (const [id, tie] of ties) this.#ties.set(pairOf(claim.id, id), tie);
  }

  /** What confuses that has to do with the claim: a reversal before what a pair of it alone would be. */
  found(claim: StoryClaim): Found[] {
    const last = this.#reversal(claim) ?? this.#pair(claim);
    return last === null ? [] : [last];
  }

  #are(tie: Tie, a: StoryClaim, b: StoryClaim): boolean {
    return this.#ties.get(pairOf(a.id, b.id)) === tie;
  }

  /** A, then B, then A again, and nothing says that this is meant. */
  #reversal(claim: StoryClaim): Found | null {
    const latest = this.#claims.findLast((one) => !this.#bearing(one).isFormer);
    if (latest === undefined || this.#isSettled(latest)) return null;
    for (const again of this.#claims.toReversed()) {
      if (!isActive(again) || this.#isSettled(again)) continue;
      const before = this.#claims.slice(0, this.#claims.indexOf(again));
      const between = before.filter((one) => this.#are('apart', one, again) && this.#isOpen(one, again));
      const turn = between.at(-1);
      if (turn === undefined) continue;
      const first = before.find(
        (one) => inOrder(one, turn) < 0 && this.#are('same', one, again) && !this.#are('same', one, turn),
      );
      if (first === undefined) continue;
      const claims = this.#claims.filter(
        (one) =>
          one === first ||
          between.includes(one) ||
          one === again ||
          (inOrder(one, first) > 0 && this.#are('same', one, again)),
      );
      if (claims.includes(claim)) return { kind: 'reversal', claims, asked: again };
    }
    return null;
  }

  /** Two that point apart, of which neither says that things have changed, or the later one says so of something else. */
  #pair(claim: StoryClaim): Found | null {
    const others = this.#claims.filter((other) => other !== claim && isActive(other)).toReversed();
    for (const other of isActive(claim) ? others : []) {
      const [older, newer] = inOrder(other, claim) < 0 ? [other, claim] : [claim, other];
      const kind = this.#isOpen(older, newer) ? this.#kindOf(older, newer) : null;
      if (kind !== null) return { kind, claims: [older, newer], asked: older };
    }
    return null;
  }

  #kindOf(older: StoryClaim, newer: StoryClaim): FindingKind | null {
    if (this.#are('left', older, newer)) return 'stale';
    if (!this.#are('apart', older, newer) || this.#isSettled(newer) || this.#isSettledSince(newer)) return null;
    const isOfTwoTeams = older.scope.team !== newer.scope.team;
    return isOfTwoTeams || newer.saidAt - older.saidAt < ONE_TIME_MS ? 'ambiguity' : 'stale';
  }

  #isSettled(claim: StoryClaim): boolean {
    return this.#bearing(claim).isSettling;
  }

  #isSettledSince(claim: StoryClaim): boolean {
    return this.#claims.some((later) => inOrder(later, claim) > 0 && this.#isSettled(later));
  }

  /** Whether the older one is still believed beside the newer one, which came in another conversation. */
  #isOpen(older: StoryClaim, newer: StoryClaim): boolean {
    return isActive(older) && !areOfOneSession(older, newer) && !this.#bearing(older).isFormer;
  }
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
