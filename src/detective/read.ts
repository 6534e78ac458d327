import type { FindingKind } from '../core/finding.js';
import { oncePer } from '../core/once-per.js';
import type { StoryClaim } from '../core/story-claim.js';
import { type Ties, tying } from './pairs.js';
import { type Bearing, bearingOf } from './said.js';
import { areOfOneSession, type Found, inOrder, isActive, type StoryTerms } from './story.js';
import type { Tie } from './tie.js';

/** Claims tied to the one that is read, beyond which no more are laid beside each other: the last ones that were said. */
const TIED_MAX = 12;

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
  terms: StoryTerms,
): Generator<void, ReadStory> {
  const { words } = terms;
  const told = others.filter(({ id, status }) => id !== claim.id && status !== 'erased');
  const ties = new Map<StoryClaim, Ties>([[claim, yield* tying(claim, told, words)]]);
  const tied = tiedTo(claim, told, ties);
  let pairs = told.length;
  for (const one of tied) {
    ties.set(one, yield* tying(one, told, words));
    pairs += told.length;
  }
  const around = new Set([claim, ...tied, ...tied.flatMap((one) => tiedTo(one, told, ties))]);
  return { found: new Story([...around].sort(inOrder), ties, terms).found(claim), tied, pairs };
}

/** What a claim is tied to, the last that was said of it. */
function tiedTo(claim: StoryClaim, told: readonly StoryClaim[], ties: ReadonlyMap<StoryClaim, Ties>): StoryClaim[] {
  const own = ties.get(claim);
  return told
    .filter(({ id }) => own?.has(id) === true)
    .sort(inOrder)
    .slice(-TIED_MAX);
}

type Seen = Omit<Found, 'values'>;

/** Claims in order with what they are to each other. */
class Story {
  readonly #claims: readonly StoryClaim[];
  readonly #sessionMs: number;
  readonly #bearing: (claim: StoryClaim) => Bearing;
  readonly #ties = new Map<string, Tie>();

  constructor(claims: readonly StoryClaim[], ties: ReadonlyMap<StoryClaim, Ties>, { words, sessionMs }: StoryTerms) {
    this.#claims = claims;
    this.#sessionMs = sessionMs;
    this.#bearing = oncePer((claim: StoryClaim) => bearingOf(claim, words));
    for (const [claim, own] of ties) for (const [id, tie] of own) this.#ties.set(pairOf(claim.id, id), tie);
  }

  /** What confuses that has to do with the claim: a reversal before what a pair of it alone would be. */
  found(claim: StoryClaim): Found[] {
    const last = this.#reversal(claim) ?? this.#pair(claim);
    return last === null ? [] : [{ ...last, values: this.#valuesOf(last.claims) }];
  }

  #valuesOf(claims: readonly StoryClaim[]): number[] {
    const values: number[] = [];
    for (const [place, claim] of claims.entries()) {
      const before = claims.slice(0, place).findIndex((other) => this.#are('same', other, claim));
      values.push(values[before] ?? place);
    }
    return values;
  }

  #are(tie: Tie, a: StoryClaim, b: StoryClaim): boolean {
    return this.#ties.get(pairOf(a.id, b.id)) === tie;
  }

  /** A, then B, then A again, and nothing says that this is meant. */
  #reversal(claim: StoryClaim): Seen | null {
    for (const again of this.#claims.toReversed()) {
      if (!isActive(again) || this.#isSettled(again) || this.#isSettledSince(again)) continue;
      const before = this.#claims.filter(
        (one) => inOrder(one, again) < 0 && !areOfOneSession(one, again, this.#sessionMs),
      );
      const same = before.filter((one) => this.#are('same', one, again));
      const turns = before.filter((one) => this.#isTurn(one, same, again));
      const against = turns.at(-1);
      const first = same.find((one) => turns.some((turn) => inOrder(one, turn) < 0));
      if (first === undefined || against === undefined) continue;
      const isTold = (one: StoryClaim) =>
        [...same, ...turns].some((told) => told === one || this.#are('same', told, one));
      const claims = [...before.filter(isTold), again];
      if (claims.includes(claim)) return { kind: 'reversal', claims, asked: again, against };
    }
    return null;
  }

  /** Whether a claim said otherwise, between two that say the same, and is still believed. */
  #isTurn(one: StoryClaim, same: readonly StoryClaim[], again: StoryClaim): boolean {
    if (!isActive(one) || same.includes(one) || this.#isLeftBehind(one)) return false;
    const sides = [...same.filter((other) => inOrder(other, one) < 0), again];
    return sides.length > 1 && sides.some((side) => this.#are('apart', one, side) || this.#are('turn', one, side));
  }

  /** Two that point apart, of which neither says that things have changed, or the later one says so of something else. */
  #pair(claim: StoryClaim): Seen | null {
    const others = this.#claims.filter((other) => other !== claim && isActive(other)).toReversed();
    for (const other of isActive(claim) ? others : []) {
      const [older, newer] = inOrder(other, claim) < 0 ? [other, claim] : [claim, other];
      const kind = this.#isOpen(older, newer) ? this.#kindOf(older, newer) : null;
      if (kind !== null) return { kind, claims: [older, newer], asked: older, against: newer };
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

  /** Whether a later claim about the same says that things have changed: then nobody need ask which of them is so. */
  #isSettledSince(claim: StoryClaim): boolean {
    return this.#claims.some(
      (later) => inOrder(later, claim) > 0 && this.#isSettled(later) && this.#ties.has(pairOf(later.id, claim.id)),
    );
  }

  /** Whether a later claim that says otherwise says too that things have changed. */
  #isLeftBehind(claim: StoryClaim): boolean {
    return this.#claims.some(
      (later) =>
        inOrder(later, claim) > 0 &&
        this.#isSettled(later) &&
        (this.#are('apart', later, claim) || this.#are('turn', later, claim)),
    );
  }

  /** Whether the older one is still believed beside the newer one, which came in another conversation. */
  #isOpen(older: StoryClaim, newer: StoryClaim): boolean {
    const isPast = this.#bearing(older).isFormer || this.#isLeftBehind(older);
    return isActive(older) && !areOfOneSession(older, newer, this.#sessionMs) && !isPast;
  }
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
