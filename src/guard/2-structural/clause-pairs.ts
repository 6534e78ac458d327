import { exchangeClass } from '../../core/filler.js';
import type { Norm } from '../../core/norm.js';
import { slotKeys } from '../../lore/rules/exclusive.js';
import { lives } from '../../lore/rules/lifespan.js';
import { perNorm } from './alignment/per-norm.js';
import { isOfWholeSlot } from './alignment/whole-slot.js';

/** Which clause of the incoming statement, and which of the stored one. */
export type ClausePair = readonly [incoming: number, stored: number];

export interface ClausePairs {
  pairs: Iterable<ClausePair>;
  /** How many of them there are, and how many were left out. */
  count: number;
  skipped: number;
}

/**
 * The pairs of clauses of two statements that are to be compared: all of them or, where these are more than `most`, those
 * that have something in common, which leaves nothing out as long as there are no more of them. Else those that share the
 * rarest words come first.
 */
export function clausePairs(incoming: readonly Norm[], stored: readonly Norm[], most: number): ClausePairs {
  const all = incoming.length * stored.length;
  if (all <= most) return { pairs: everyPair(incoming.length, stored.length), count: all, skipped: 0 };
  const { pairs, isAll } = related(incoming, stored, most);
  return { pairs, count: pairs.length, skipped: isAll ? 0 : all - pairs.length };
}

function* everyPair(incoming: number, stored: number): Generator<ClausePair> {
  for (let at = 0; at < incoming; at += 1) {
    for (let other = 0; other < stored; other += 1) yield [at, other];
  }
}

function related(incoming: readonly Norm[], stored: readonly Norm[], most: number) {
  const [ours, theirs] = [clausesByTerm(incoming), clausesByTerm(stored)];
  const shared = [...ours].flatMap(([term, at]) => {
    const others = theirs.get(term);
    return others === undefined ? [] : [{ term, at, others, size: at.length * others.length }];
  });
  shared.sort((a, b) => a.size - b.size || (a.term < b.term ? -1 : 1));
  const found = new Set<number>();
  let looks = 0;
  for (const { at, others } of shared) {
    for (const one of at) {
      for (const other of others) {
        looks += 1;
        found.add(one * stored.length + other);
        if (found.size <= most && looks <= most * LOOKS_PER_PAIR) continue;
        return { pairs: asPairs(found, stored.length).slice(0, most), isAll: false };
      }
    }
  }
  return { pairs: asPairs(found, stored.length), isAll: true };
}

/** How often a pair may turn up again under another word before the search is given up. */
const LOOKS_PER_PAIR = 50;

function asPairs(found: ReadonlySet<number>, width: number): ClausePair[] {
  return [...found].map((pair) => [Math.floor(pair / width), pair % width]);
}

/** The clauses that have each term, by their places. */
function clausesByTerm(norms: readonly Norm[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  norms.forEach((norm, at) => {
    for (const term of termsOf(norm)) {
      const places = found.get(term);
      if (places === undefined) found.set(term, [at]);
      else places.push(at);
    }
  });
  return found;
}

/** What two clauses have in common if they are not about different things: a word, a likely word for it, a slot or a life. */
const termsOf = perNorm(({ tokens, relation }): ReadonlySet<string> => {
  const terms = new Set<string>();
  for (const token of tokens) {
    const { stem, meanings = [] } = token;
    terms.add(`word ${stem}`);
    for (const meaning of meanings) terms.add(`meaning ${meaning}`);
    if (isOfWholeSlot(token)) terms.add(`slot ${exchangeClass(token)}`);
  }
  if (relation === undefined) return terms;
  for (const key of slotKeys(relation)) terms.add(`relation ${key}`);
  for (const name of lives(relation)) terms.add(`life ${name}`);
  return terms;
});
