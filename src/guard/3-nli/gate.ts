import type { Candidate } from '../../core/claim.js';
import type { NliPair, NliThresholds } from '../../core/ports.js';
import type { Verdict } from '../../core/verdict.js';
import { nliPair } from './hypothesis.js';

/** A candidate with what stage 2 says of it. */
export interface PairVerdict {
  candidate: Candidate;
  verdict: Verdict;
}

/** A pair that the NLI stage is to score. */
export interface Question {
  pair: PairVerdict;
  nli: NliPair;
}

/** Which pairs are worth asking about: undecided and doubted ones about related subjects, best overlap first. */
export function questions(statement: string, examined: readonly PairVerdict[], thresholds: NliThresholds): Question[] {
  return examined
    .filter(({ verdict }) => verdict.confidence === 'LOW' || verdict.code === 'may_contradict')
    .sort((a, b) => b.verdict.overlap - a.verdict.overlap || (a.candidate.id < b.candidate.id ? -1 : 1))
    .slice(0, thresholds.maxPairs)
    .map((pair) => ({ pair, nli: nliPair(pair.candidate.statement, statement) }));
}
