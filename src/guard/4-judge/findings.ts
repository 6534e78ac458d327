import type { ClaimKind } from '../../core/claim.js';
import type { DecidedUnder, Versions } from '../../core/decision.js';
import type { NliThresholds } from '../../core/nli-thresholds.js';
import type { Reading } from '../../core/norm.js';
import type { NliFault, NliScore, NliState } from '../../core/verdict.js';
import type { PairVerdict, Question } from '../3-nli/gate.js';
import type { JudgedPairs } from '../3-nli/judged.js';
import type { Clash } from '../clash.js';
import type { Cut } from '../examine.js';

/** All that was found out about one statement. `scores` are in the order of `questions`; null was not answered. */
export interface Findings {
  /** The words of the statement: what is quoted of it in reasons. */
  statement?: string;
  incoming: Reading;
  examined: readonly PairVerdict[];
  questions: readonly Question[];
  scores: readonly (NliScore | null)[];
  thresholds: NliThresholds;
  nli: NliState;
  /** Why some questions were not answered. */
  nliFault?: NliFault | undefined;
  versions: Versions;
  /** The statement takes the place of stored claims: a repetition of another one is stored, with a warning. */
  replaces?: boolean;
  /** What sort of claim it is. */
  kind?: ClaimKind;
  /** Default: those of a project that has set nothing. */
  settings?: DecidedUnder;
  /** What the relations of the statement clash with. */
  clashes?: readonly Clash[];
  /** What a judge said of the pairs that the rules left open; default: there is none. */
  judged?: JudgedPairs | null;
  /** What was left out of the comparison, and whether there was more to compare with than was looked at. */
  cut?: Cut;
  isCut?: boolean;
}
