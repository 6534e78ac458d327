import type { Candidate } from '../../core/claim.js';
import type { NliThresholds } from '../../core/nli-thresholds.js';
import type { NliPair } from '../../core/ports.js';
import type { Verdict } from '../../core/verdict.js';
import { canCount } from './evidence.js';
import { nliPair } from './hypothesis.js';

/** A candidate with what stage 2 says of it. */
export interface PairVerdict {
  candidate: Candidate;
  verdict: Verdict;
  /** A sure contradiction that may not block, as nothing keeps the two statements apart in a race. */
  isUnlocked?: true;
  /** The words of one of the two say the opposite of what it claims: nobody who reads but the words can judge them. */
  isDenied?: true;
}

/** A pair that the NLI stage is to score. */
export interface Question {
  pair: PairVerdict;
  nli: NliPair;
}

/**
 * Which pairs are worth asking about: undecided and doubted ones that may be about one thing, best overlap first. None
 * where no answer could count.
 */
export function questions(statement: string, examined: readonly PairVerdict[], thresholds: NliThresholds): Question[] {
  if (!canCount(thresholds)) return [];
  return examined
    .filter(({ verdict, isDenied }) => isDenied !== true && isLeftOpen(verdict) && !verdict.isElsewhere)
    .sort((a, b) => b.verdict.overlap - a.verdict.overlap || (a.candidate.id < b.candidate.id ? -1 : 1))
    .slice(0, thresholds.maxPairs)
    .map((pair) => ({ pair, nli: nliPair(pair.candidate.statement, statement) }));
}

function isLeftOpen({ confidence, code }: Verdict): boolean {
  return confidence === 'LOW' || code === 'may_contradict';
}
