import type { FrameToken } from '../../core/norm.js';
import { type Indexed, placesOf } from './align.js';
import type { Pair } from './pair.js';
import { sharesRoot } from './roots.js';

/** What only one of two clauses says once derived words ("migrate", "migration") and words said twice are taken away. */
export interface Remainder {
  stored: FrameToken[];
  incoming: FrameToken[];
  /** Number of words that are said on both sides, repetitions counted once. */
  shared: number;
  /** Words that both say stand in another order. */
  isReordered: boolean;
}

export interface Remainders {
  words: Remainder;
  /** The same where words that are likely said of one thing ("check", "verify") count as one. */
  things: Remainder;
}

export function remainders({ stored, alignment }: Pair, { places: back }: Indexed): Remainders {
  const there = placesOf(stored);
  const common = [...there.keys()].filter((stem) => back.has(stem));
  const rest = {
    stored: news(alignment.onlyStored, back),
    incoming: news(alignment.onlyIncoming, there),
    shared: common.length,
    isReordered: common.some((stem, at) => at > 0 && (back.get(stem) ?? 0) < (back.get(common[at - 1] ?? '') ?? 0)),
  };
  const words = withoutDerived(rest, false);
  return { words, things: rest.stored.some(({ kin }) => kin !== undefined) ? withoutDerived(rest, true) : words };
}

function withoutDerived(rest: Remainder, withKin: boolean): Remainder {
  const { stored, incoming, shared } = rest;
  const derived = stored.filter((token) => incoming.some((other) => areDerived(token, other, withKin)));
  if (derived.length === 0) return rest;
  return {
    ...rest,
    stored: stored.filter((token) => !derived.includes(token)),
    incoming: incoming.filter((other) => !derived.some((token) => areDerived(token, other, withKin))),
    shared: shared + derived.length,
  };
}

/** Without repetitions, and without what the other side says too. */
function news(only: readonly FrameToken[], said: ReadonlyMap<string, number>): FrameToken[] {
  const seen = new Set<string>();
  return only.filter(({ stem }) => {
    if (stem.startsWith('@') || said.has(stem) || seen.has(stem)) return false;
    seen.add(stem);
    return true;
  });
}

/** Of one root or one pole of a family; words of opposite poles may share their beginning too: "limited", "limitless". */
function areDerived(a: FrameToken, b: FrameToken, withKin: boolean): boolean {
  if (a.negative !== b.negative) return false;
  if (withKin && a.kin !== undefined && a.kin === b.kin) return true;
  return sharesRoot(a.stem, b.stem) || (isPole(a) && isPole(b) && a.frame?.slice(1) === b.frame?.slice(1));
}

/** Whether a word is one of a pair of opposites, in a place where it counts as such. */
export function isPole({ frame }: FrameToken): boolean {
  return frame !== undefined && (frame.startsWith('±') || frame.startsWith('~'));
}
