import type { Candidate } from './claim.js';
import { DEFAULT_SETTINGS, type ProjectContext } from './context.js';
import type { Norm, Reading, Span } from './norm.js';
import type { Range } from './period.js';
import type { NliThresholds } from './ports.js';
import type { Scope } from './scope.js';
import type { Confidence, NliFault, NliScore, NliState, ReasonCode, Verdict, VerdictKind } from './verdict.js';

/** unchanged: an exact duplicate, nothing stored · clean · warn: stored with warnings · block: refused. */
export type Tier = 'unchanged' | 'clean' | 'warn' | 'block';

export type Stage = 'normalize' | 'structural' | 'nli' | 'store';

/** A stored claim that the incoming statement conflicts with, surely (block) or perhaps (warn). */
export interface Conflict {
  claim: Pick<Candidate, 'id' | 'statement' | 'who' | 'reason' | 'kind' | 'systemFrom'>;
  tier: 'block' | 'warn';
  code: ReasonCode;
  confidence: Confidence;
  stage: Stage;
  /** 1 for a structural verdict, else the smaller of the two NLI scores. */
  score: number;
  slots: Verdict['slots'];
  shared: { scope: Scope; period: Range };
  spans: { stored: Span[]; incoming: Span[] };
  reason: string;
}

/** A warning that isn't about one stored claim has no `claim`. */
export interface Warning {
  code: ReasonCode | 'normalizer_failed_open' | 'not_fully_compared';
  claim: { id: string; statement: string } | null;
  confidence: Confidence;
  stage: Stage;
  slots: Verdict['slots'];
  reason: string;
  /** Only where it would be a conflict but for the policy of the project: what of the policy applies. */
  loweredBy?: 'kind' | 'code';
}

/** What of a project's settings a decision was made under. */
export type DecidedUnder = Pick<ProjectContext, 'version' | 'policy'>;

/** Of a project that has set nothing, and of what was decided before there were settings. */
export const NOTHING_SET: DecidedUnder = { version: 0, policy: DEFAULT_SETTINGS.policy };

/** One line of the record of what was compared. */
export interface ComparedPair {
  id: string;
  systemFrom: string;
  kind: VerdictKind;
  confidence: Confidence;
  code: ReasonCode;
  nli: NliScore | null;
}

export interface Versions {
  normalizer: number;
  /** Who read the statement, where that were not the rules: `llm:<model>`. */
  source?: string;
  lexicon: string;
  model: string | null;
  rules: number;
}

/** A norm without the words that only the comparison needs. */
export type ShownNorm = Omit<Norm, 'tokens'>;

/** What the judge decided about one statement, before anything is stored. */
export interface Decision {
  tier: Tier;
  /** Strongest first, at most `CONFLICTS_MAX`. */
  conflicts: Conflict[];
  conflictsTotal: number;
  warnings: Warning[];
  /** The stored claim that an exact duplicate repeats. */
  duplicateOf: string | null;
  /** The reading of the statement, as it is shown. */
  norms: ShownNorm[];
  /** The whole reading, where the rules would not read the statement the same way again. Never shown. */
  reading?: Reading;
  compared: ComparedPair[];
  nli: NliState;
  /** Why pairs that should have been asked about were not. */
  nliFault?: NliFault;
  /** What scores had to reach, where any were asked for. */
  nliThresholds?: NliThresholds;
  versions: Versions;
  settings: DecidedUnder;
}

export const CONFLICTS_MAX = 20;

/** A ready-made way out of a 409. `body` is complete but for the fields in `needs`. */
export interface Resolution {
  action: 'supersede' | 'cancel_stored' | 'narrow_scope' | 'narrow_window' | 'force_exception' | 'abandon';
  method: 'POST' | null;
  path: string | null;
  body: Record<string, unknown> | null;
  needs: string[];
}
