import type { FrameToken, Norm } from '../../core/norm.js';
import type { Pair } from './pair.js';
import { sharesRoot } from './roots.js';

/** What only one of two clauses says once derived words ("migrate", "migration"), words that are likely said of one thing ("check", "verify") and words said twice are taken away. */
export interface Remainder {
  stored: FrameToken[];
  incoming: FrameToken[];
  /** Number of words that are said on both sides, repetitions counted once. */
  shared: number;
  /** Words that both say stand in another order. */
  isReordered: boolean;
}

/** `withKin`: words that are likely said of one thing count as one. */
export function remainder({ stored, incoming, alignment }: Pair, withKin: boolean): Remainder {
  const there = places(stored);
  const back = places(incoming);
  const common = [...there.keys()].filter((stem) => back.has(stem));
  const [onlyStored, onlyIncoming] = [news(alignment.onlyStored, back), news(alignment.onlyIncoming, there)];
  const derived = onlyStored.filter((token) => onlyIncoming.some((other) => areDerived(token, other, withKin)));
  return {
    stored: onlyStored.filter((token) => !derived.includes(token)),
    incoming: onlyIncoming.filter((other) => !derived.some((token) => areDerived(token, other, withKin))),
    shared: common.length + derived.length,
    isReordered: common.some((stem, at) => at > 0 && (back.get(stem) ?? 0) < (back.get(common[at - 1] ?? '') ?? 0)),
  };
}

/** Where each word of a clause stands first. What introduces a condition ("@if") is left out. */
function places({ tokens }: Norm): Map<string, number> {
  const found = new Map<string, number>();
  tokens.forEach(({ stem }, at) => {
    if (!stem.startsWith('@') && !found.has(stem)) found.set(stem, at);
  });
  return found;
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
