import type { Candidate } from '../core/claim.js';
import type { Reading } from '../core/norm.js';
import { WHOLE, type Without } from '../core/parts.js';
import type { Verdict } from '../core/verdict.js';
import { comparedBeyond } from './2-structural/beyond.js';
import { type Bounds, OF_A_WRITE } from './2-structural/bounds.js';
import { comparing, prepare } from './2-structural/compare.js';
import type { PairVerdict } from './3-nli/gate.js';
import { areKeptApart } from './keys.js';

/** What was left out of a comparison, being too much. */
export interface Cut {
  /** Pairs of clauses that were compared with statements too long to be compared whole, and those that were not. */
  pairs: number;
  pairsSkipped: number;
  /** Stored statements that were not compared at all. */
  statementsSkipped: number;
}

export const NOTHING_CUT: Cut = { pairs: 0, pairsSkipped: 0, statementsSkipped: 0 };

export function sumOfCuts(a: Cut, b: Cut): Cut {
  return {
    pairs: a.pairs + b.pairs,
    pairsSkipped: a.pairsSkipped + b.pairsSkipped,
    statementsSkipped: a.statementsSkipped + b.statementsSkipped,
  };
}

/** Verdicts in the order of the candidates; one that was not compared has none. */
export interface Examined {
  pairs: PairVerdict[];
  cut: Cut;
  /** Words that were laid side by side. */
  words: number;
}

export interface HowExamined {
  bounds?: Bounds;
  /** Words that were laid side by side before, for the same statement. */
  words?: number;
  /** Parts that are left out, to measure what they earn. */
  without?: Without;
  /** The statement is stored already: nothing can come in between, so that no key has to keep the two apart. */
  isStored?: boolean;
}

/**
 * Stage 2 for one statement and many: a verdict each, the shortest first, so that a few long ones do not keep the others
 * from being compared. Stops after each, and now and then in between, so that the caller can do something else meanwhile.
 */
export function* examining(
  incoming: Reading,
  candidates: readonly Candidate[],
  { bounds = OF_A_WRITE, words: before = 0, isStored = false, without = WHOLE }: HowExamined = {},
): Generator<void, Examined> {
  const prepared = prepare(incoming, without);
  const found = new Map<Candidate, PairVerdict>();
  const cut = { ...NOTHING_CUT };
  let words = 0;
  for (const candidate of shortestFirst(candidates)) {
    const left = bounds.wordsInAll - before - words;
    if (left <= 0) {
      cut.statementsSkipped += 1;
      continue;
    }
    const limits = { pairs: bounds.pairs, words: Math.min(bounds.words, left) };
    const ofRules = yield* comparing(prepared, candidate.reading, limits);
    const compared = comparedBeyond(prepared, candidate.reading, ofRules, limits);
    words += compared.words;
    if (compared.skipped > 0) cut.pairs += compared.pairs;
    cut.pairsSkipped += compared.skipped;
    found.set(candidate, pairOf(candidate, incoming, compared.verdict, isStored));
    yield;
  }
  return { pairs: candidates.flatMap((candidate) => found.get(candidate) ?? []), cut, words };
}

function shortestFirst(candidates: readonly Candidate[]): Candidate[] {
  const sized = candidates.map((candidate) => ({ candidate, size: sizeOf(candidate.reading) }));
  return sized.sort((a, b) => a.size - b.size).map(({ candidate }) => candidate);
}

/** How many words its clauses have. */
function sizeOf({ norms }: Reading): number {
  let words = 0;
  for (const { tokens } of norms) words += tokens.length;
  return words;
}

/**
 * A sure contradiction of two statements that share no lock key is no refusal: nothing would keep the two apart in a race.
 * It is a warning until both are stored and compared again.
 */
function pairOf(candidate: Candidate, incoming: Reading, verdict: Verdict, isStored: boolean): PairVerdict {
  const isSure = verdict.kind === 'contradiction' && verdict.confidence === 'HIGH';
  const isDenied = incoming.isDenied === true || candidate.reading.isDenied === true;
  const pair = { candidate, verdict, ...(isDenied ? { isDenied } : {}) };
  if (!isSure || isStored || areKeptApart(incoming, candidate.reading)) return pair;
  return { ...pair, verdict: { ...verdict, kind: 'uncertain', confidence: 'MED' }, isUnlocked: true };
}
