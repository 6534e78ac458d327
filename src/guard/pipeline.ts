import { atOnce } from '../core/at-once.js';
import type { Candidate } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Decision, Versions } from '../core/decision.js';
import type { Lexicon } from '../core/lexicon.js';
import type { NliThresholds } from '../core/nli-thresholds.js';
import type { Reading } from '../core/norm.js';
import { WHOLE, type Without } from '../core/parts.js';
import { NORM_VERSION, normalize, normalizing, READING_PARTS, unknownReading } from './1-normalize/normalize.js';
import type { ReadInput } from './1-normalize/read-input.js';
import { readTold, type ToldRelation } from './1-normalize/relations/told.js';
import { readFromSource } from './1-normalize/source/from-source.js';
import { COMPARING_PARTS, RULES_VERSION } from './2-structural/compare.js';
import { type PairVerdict, type Question, questions } from './3-nli/gate.js';
import type { Findings } from './4-judge/findings.js';
import { judge } from './4-judge/judge.js';
import { examining } from './examine.js';

export { OF_A_SWEEP, OF_A_WRITE } from './2-structural/bounds.js';
export {
  calibrateJudge,
  type JudgeCalibration,
  type JudgeTrial,
  mayBlock,
  reached,
} from './3-nli/calibrate-judge.js';
export { canCount } from './3-nli/evidence.js';
export { admitJudged } from './3-nli/judge-evidence.js';
export { heard, type JudgedPairs } from './3-nli/judged.js';
export { type LeftOpen, leftOpen } from './3-nli/left-open.js';
export { notFullyRead } from './4-judge/notices.js';
export { resolutions } from './4-judge/resolutions.js';
export { type Cut, type Examined, examining, type HowExamined, NOTHING_CUT, sumOfCuts } from './examine.js';
export { isBeyondLocks, isLong, lockKeys, recallGroups, recallKeys, textKey } from './keys.js';
export { isOrderInWords, isSaid } from './order.js';
export { RULED } from './permission.js';
export { isPurpose } from './reference.js';
export { asOfKind } from './rejection.js';
export { RELATED_FLOOR, related } from './related.js';
export { isRemark } from './resolution.js';
export { isOrderOf, type Rule, ruleIn, type Standing } from './rule.js';
export {
  type Findings,
  NORM_VERSION,
  type PairVerdict,
  type Question,
  type ReadInput,
  RULES_VERSION,
  readFromSource,
  readTold,
  type ToldRelation,
  unknownReading,
};

/** The versions that a decision about a reading is made with. `model` is null when no NLI model is asked. */
export function versionsOf({ hash }: Lexicon, model: string | null, { source }: Pick<Reading, 'source'>): Versions {
  const versions = { normalizer: NORM_VERSION, lexicon: hash, model, rules: RULES_VERSION };
  return source === undefined ? versions : { ...versions, source };
}

/** Stage 1: what the statement says. `now` is the tick that "current" stands for. Fails open. */
export function read(
  input: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
  without: Without = WHOLE,
): Reading {
  return normalize(input, context, lexicon, now, without);
}

/** Stage 1 in steps, for the longest statements: the caller may do something else between two clauses. */
export function reading(
  input: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
): Generator<void, Reading> {
  return normalizing(input, context, lexicon, now);
}

/** Stage 2 at one go: the verdict on the statement beside each stored claim, in the order of the candidates. */
export function examine(incoming: Reading, candidates: readonly Candidate[], without: Without = WHOLE): PairVerdict[] {
  return atOnce(examining(incoming, candidates, { without })).pairs;
}

/** The parts of reading and comparing that may be left out, to measure what each of them earns. */
export const PARTS: readonly string[] = [...READING_PARTS, ...COMPARING_PARTS];

/** Stage 3: what the NLI scorer is to be asked; empty when every verdict stands by itself or no answer could count. */
export function ask(statement: string, examined: readonly PairVerdict[], thresholds: NliThresholds): Question[] {
  return questions(statement, examined, thresholds);
}

/** Stage 4: what becomes of the statement. */
export function decide(findings: Findings): Decision {
  return judge(findings);
}
