import type { JudgedBy } from '../../core/decision.js';
import { isVerdict, type Judged, type JudgeVerdict } from '../../core/judge.js';
import type { Evidence } from './evidence.js';
import type { PairVerdict } from './gate.js';
import { admitJudged } from './judge-evidence.js';

/** What a judge said of the pairs that the rules left open; of those that are left to a job nothing yet. */
export interface JudgedPairs extends JudgedBy {
  said: ReadonlyMap<PairVerdict, Judged>;
}

/** A verdict that counts. */
export interface AdmittedVerdict {
  verdict: JudgeVerdict;
  evidence: Extract<Evidence, 'block' | 'warn'>;
}

/** What the judge's word on one pair counts for; null where it counts for nothing. */
export function heard(pair: PairVerdict, judged: JudgedPairs | null): AdmittedVerdict | null {
  const verdict = judged?.said.get(pair);
  if (judged === null || verdict === undefined || !isVerdict(verdict)) return null;
  const evidence = admitJudged(verdict, pair.verdict, judged.thresholds);
  return evidence === 'block' || evidence === 'warn' ? { verdict, evidence } : null;
}
