import { areOfOneClass, exchangeClass, isNegative, isPole } from '../../../core/filler.js';
import { shareMeaning } from '../../../core/meaning.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import { placesOf } from '../alignment/align.js';
import type { Pair } from '../alignment/pair.js';
import { Roots, sharesRoot } from './roots.js';

/** What only one of two clauses says once derived words ("migrate", "migration") and words said twice are taken away. */
export interface Remainder {
  stored: FrameToken[];
  incoming: FrameToken[];
  /** Number of words that are said on both sides, repetitions counted once. */
  shared: number;
  /** Words that both say stand in another order. */
  isReordered: boolean;
}

/** A clause, and what only it says. */
export interface Side {
  norm: Norm;
  own: readonly FrameToken[];
}

export function sidesOf({ stored, incoming }: Pair, rest: Remainder): { stored: Side; incoming: Side } {
  return { stored: { norm: stored, own: rest.stored }, incoming: { norm: incoming, own: rest.incoming } };
}

export interface Remainders {
  words: Remainder;
  /** The same where words that are likely said of one thing ("check", "verify") count as one. */
  things: Remainder;
}

/** Up to so many words asking about each is faster than an index. */
const FEW = 8;

export function remainders({ stored, incoming, alignment }: Pair): Remainders {
  const [there, back] = [placesOf(stored), placesOf(incoming)];
  const rest = {
    stored: news(alignment.onlyStored, back),
    incoming: news(alignment.onlyIncoming, there),
    ...inCommon(there, back),
  };
  const words = withoutDerived(rest, false);
  return {
    words,
    things: rest.stored.some(({ meanings }) => meanings !== undefined) ? withoutDerived(rest, true) : words,
  };
}

/** Words that both say, in the order of the one, and whether they have another one in the other. */
function inCommon(
  there: ReadonlyMap<string, number>,
  back: ReadonlyMap<string, number>,
): Pick<Remainder, 'shared' | 'isReordered'> {
  let shared = 0;
  let isReordered = false;
  let before = -1;
  for (const stem of there.keys()) {
    const place = back.get(stem);
    if (place === undefined) continue;
    shared += 1;
    isReordered ||= place < before;
    before = place;
  }
  return { shared, isReordered };
}

function withoutDerived(rest: Remainder, withNear: boolean): Remainder {
  const { stored, incoming, shared } = rest;
  const isDerived = derivedFrom(incoming, withNear);
  const derived = stored.filter(isDerived);
  if (derived.length === 0) return rest;
  const isOfThese = derivedFrom(derived, withNear);
  return {
    ...rest,
    stored: stored.filter((token) => !isDerived(token)),
    incoming: incoming.filter((token) => !isOfThese(token)),
    shared: shared + derived.length,
  };
}

/** Without repetitions, and without what the other side says too. */
function news(only: readonly FrameToken[], said: ReadonlyMap<string, number>): FrameToken[] {
  const found: FrameToken[] = [];
  const seen = only.length > FEW ? new Set<string>() : null;
  for (const token of only) {
    const { stem, opens } = token;
    if (opens !== undefined || said.has(stem)) continue;
    if (seen === null ? found.some((other) => other.stem === stem) : seen.has(stem)) continue;
    seen?.add(stem);
    found.push(token);
  }
  return found;
}

/** Tells whether a word is derived from any of these, or these from it. */
export function derivedFrom(tokens: readonly FrameToken[], withNear: boolean): (token: FrameToken) => boolean {
  if (tokens.length <= FEW) return (token) => tokens.some((other) => areDerived(token, other, withNear));
  const poles = [tokens.filter((token) => !isNegative(token)), tokens.filter(isNegative)];
  const [plain, negative] = poles.map(ofOnePole);
  const near = new Set(withNear ? tokens.flatMap(({ meanings }) => meanings ?? []) : []);
  const isNear = ({ meanings }: FrameToken) => meanings?.some((one) => near.has(one)) === true;
  return (token) => isNear(token) || (isNegative(token) ? negative : plain)?.(token) === true;
}

/** The same among words of one pole. */
function ofOnePole(tokens: readonly FrameToken[]): (token: FrameToken) => boolean {
  const roots = new Roots(tokens.map(({ stem }) => stem));
  const families = new Set(tokens.filter(isPole).map(exchangeClass));
  return (token) => roots.hasOneOf(token.stem) || (isPole(token) && families.has(exchangeClass(token)));
}

/** Of one root or one pole of a family; words of opposite poles may share their beginning too: "limited", "limitless". */
function areDerived(a: FrameToken, b: FrameToken, withNear: boolean): boolean {
  if (withNear && shareMeaning(a, b)) return true;
  if (isNegative(a) !== isNegative(b)) return false;
  return sharesRoot(a.stem, b.stem) || (isPole(a) && isPole(b) && areOfOneClass(a, b));
}
