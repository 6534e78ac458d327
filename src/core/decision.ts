import type { Candidate } from './claim.js';
import { DEFAULT_SETTINGS, type ProjectContext } from './context.js';
import type { Judged, JudgeIdentity } from './judge.js';
import type { JudgeThresholds } from './judge-card.js';
import type { NliThresholds } from './nli-thresholds.js';
import type { Norm, Reading, Span } from './norm.js';
import type { Period, Range, Unit } from './period.js';
import type { Scope } from './scope.js';
import type { SourceKind } from './source.js';
import type { Confidence, NliFault, NliScore, NliState, ReasonCode, Verdict, VerdictKind } from './verdict.js';

/**
 * unchanged: an exact duplicate, nothing stored · clean · warn: stored with warnings · block: refused · forced: stored in
 * spite of a conflict.
 */
export const TIERS = ['unchanged', 'clean', 'warn', 'block', 'forced'] as const;
export type Tier = (typeof TIERS)[number];

/** What became of a guarded write. */
export const WRITE_RESULTS = ['stored', 'unchanged', 'conflict'] as const;
export type WriteResult = (typeof WRITE_RESULTS)[number];

export type Stage = 'normalize' | 'structural' | 'nli' | 'judge' | 'store';

/** The words of either side that decide, verbatim. */
export interface Quotes {
  stored: string;
  incoming: string;
}

/** A claim as a conflict cites it. */
export type CitedClaim = Pick<Candidate, 'id' | 'statement' | 'who' | 'reason' | 'kind' | 'systemFrom'>;

/** A relation as a conflict shows it. Null where a bound is open, and where no source or claim says it. */
export interface ShownRelation {
  id: string;
  type: string;
  from: { id: string; name: string };
  /** Null where the other end is a literal value. */
  to: { id: string; name: string } | null;
  value: string | null;
  validFrom: string | null;
  validUntil: string | null;
  source: { id: string; uri: string; title: string; kind: SourceKind } | null;
  claimId: string | null;
  who: string;
}

/** What a relation that a statement states was compared by, beside what is shown of it. */
export interface ReadRelation {
  begins: Unit | null;
  ends: Unit | null;
  when: Period;
  isProphetic: boolean;
  /** Present where its source makes it a prophecy, and not its words. */
  isOfProphet?: true;
  /** Index of the norm that states it. */
  norm: number;
  /** What stands on its ends. */
  from: ReadEnd;
  to: ReadEnd | null;
}

export interface ReadEnd {
  type: string;
  loreVerified: boolean;
}

/** Relations that can't all stand, the incoming one among them. */
export interface RelationClash {
  incoming: ShownRelation;
  /** Sorted by id; empty where the incoming one clashes with itself. */
  stored: ShownRelation[];
  /** Of something done outside an existence: who, by which relation, and when it is told to exist. */
  anachronism: {
    claim: 'EXISTED_BEFORE' | 'EXISTED_AFTER' | 'EXISTED_DURING_MISMATCH';
    entity: { id: string; name: string };
    relationId: string;
    /** Ticks; null is open. */
    expected: Range;
    actual: Range;
  } | null;
  /** Present where they break a rule that somebody wrote. */
  rule?: { id: string; description: string; cypher: string };
}

/** Relations of a write that break a rule that somebody wrote, as it was found: a replay does not run it again. */
export interface BrokenRule {
  weight: 'block' | 'warn';
  /** Index of the norm that states the incoming one. */
  norm: number;
  relations: RelationClash;
  slots: Verdict['slots'];
  /** The time that they share in some reading. */
  shared: Range;
}

/**
 * A stored claim or relations that the incoming statement conflicts with, surely (block) or perhaps (warn). Relations
 * that no claim says have no `claim`.
 */
export interface Conflict {
  claim: CitedClaim | null;
  relations?: RelationClash;
  tier: 'block' | 'warn';
  code: ReasonCode;
  confidence: Confidence;
  stage: Stage;
  /** 1 for a structural verdict, else the smaller of the two NLI scores, or how sure a judge is. */
  score: number;
  slots: Verdict['slots'];
  shared: { scope: Scope; period: Range };
  spans: { stored: Span[]; incoming: Span[] };
  /** Only of a judge that quotes. */
  quotes?: Quotes;
  reason: string;
}

/** A conflict with a claim. */
export type ClaimConflict = Conflict & { claim: CitedClaim };

export function isWithClaim(conflict: Conflict): conflict is ClaimConflict {
  return conflict.claim !== null;
}

/** A warning that isn't about one stored claim has no `claim`. */
export interface Warning {
  code: ReasonCode | NoticeCode;
  claim: { id: string; statement: string } | null;
  relations?: RelationClash;
  confidence: Confidence;
  stage: Stage;
  slots: Verdict['slots'];
  /** Only of a judge that quotes. */
  quotes?: Quotes;
  reason: string;
  /**
   * Only where it would be a conflict but for the policy of the project, and then what of the policy applies; but for its
   * length: a statement of so many clauses is not kept apart from what others write at the same moment; or but that only a
   * document says the other claim, which nobody vouches for; or but that one of the two is what a prophetic source says.
   */
  loweredBy?: 'kind' | 'code' | 'length' | 'source' | 'prophecy';
}

/**
 * Codes of warnings about the write itself. not_fully_read: some of the text is not understood. not_fully_compared: some of
 * what is stored, or of what it says, was not compared. leaves_gap: of what it replaces there is a place or time that it does
 * not hold in. closed_dependency: it rests on what stands no longer. not_kept: the claim is stored already, with other details.
 */
export const NOTICE_CODES = [
  'normalizer_failed_open',
  'not_fully_read',
  'not_fully_compared',
  'ambiguous_entity',
  'leaves_gap',
  'closed_dependency',
  'not_kept',
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

/** Whether what was decided is to be looked at again once it is stored: it was not compared with all, or may not block yet. */
export function isToBeRechecked({ warnings }: Pick<Decision, 'warnings'>): boolean {
  return warnings.some(({ code, loweredBy }) => code === 'not_fully_compared' || loweredBy === 'length');
}

/** Whether a judge is to look at what was decided once it is stored. */
export function isToBeJudged({ judge, warnings }: Pick<Decision, 'judge' | 'warnings'>): boolean {
  return judge !== undefined && (judge.later > 0 || warnings.some(({ code }) => code === 'normalizer_failed_open'));
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
  /** Only where a judge was asked. */
  judged?: Judged;
}

/** Who judges the pairs that the rules left open, and what became of them. */
export interface JudgedBy {
  by: JudgeIdentity;
  thresholds: JudgeThresholds;
  /** Pairs that are left to a job. */
  later: number;
  /** Pairs that nobody is asked about, as they are too many or too little alike. */
  leftOut: number;
}

export interface Versions {
  normalizer: number;
  /** Who read the statement, where that were not the rules: `llm:<model>`. */
  source?: string;
  lexicon: string;
  model: string | null;
  rules: number;
}

/** A norm without what only the comparison needs: its words, and what stands around it. */
export type ShownNorm = Omit<
  Norm,
  | 'tokens'
  | 'isDefinite'
  | 'isAdditive'
  | 'gone'
  | 'isOutlasting'
  | 'isMoved'
  | 'left'
  | 'lifeEvents'
  | 'adjuncts'
  | 'comparison'
  | 'audience'
  | 'hands'
  | 'form'
>;

function shownNorm(norm: Norm): ShownNorm {
  const { tokens: _tokens, isDefinite: _isDefinite, isAdditive: _isAdditive, ...known } = norm;
  const {
    gone: _gone,
    isOutlasting: _outlasting,
    isMoved: _moved,
    left: _left,
    lifeEvents: _events,
    adjuncts: _adjuncts,
    comparison: _comparison,
    audience: _audience,
    hands: _hands,
    form: _form,
    ...shown
  } = known;
  return shown;
}

/** All that a statement says; of a prophet each relation is a prophecy, whatever its words. */
export function shownNorms({ norms, isProphecy }: Pick<Reading, 'norms' | 'isProphecy'>): ShownNorm[] {
  return norms.map((norm) => {
    const shown = shownNorm(norm);
    const { relation } = shown;
    return isProphecy === undefined || relation === undefined
      ? shown
      : { ...shown, relation: { ...relation, isProphecy } };
  });
}

/** Most claims that an answer shows as related. */
export const RELATED_MAX = 3;

/** A stored claim that no rule has judged beside the statement, and that may be about the same. */
export interface Related {
  claim: { id: string; statement: string };
  /** How close: higher is closer. */
  score: number;
  /** What both speak of, in the words of the statement. */
  words: string[];
}

/** What the judge decided about one statement, before anything is stored. */
export interface Decision {
  tier: Tier;
  /** Strongest first, at most `CONFLICTS_MAX`. */
  conflicts: Conflict[];
  conflictsTotal: number;
  warnings: Warning[];
  /** The stored claim that an exact duplicate repeats. */
  duplicateOf: string | null;
  /** The relations that the statement states and that are stored beside the claim, and what they were compared with. */
  relations?: {
    stated: ShownRelation[];
    /** How each of them was read, in their order. Never shown. */
    read: ReadRelation[];
    compared: { id: string; systemFrom: string }[];
    /** The setting that they were compared under. */
    parentsMayShareGender: boolean;
    /** Never shown by itself: each is a conflict or a warning. */
    broken?: BrokenRule[];
  };
  /** Closest first; absent where nobody is told. Never on the record: it is what the answer shows. */
  related?: Related[];
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
  /** Who judges what the rules left open; absent where nobody does. */
  judge?: JudgedBy;
  versions: Versions;
  settings: DecidedUnder;
}

export const CONFLICTS_MAX = 20;

export const RESOLUTION_ACTIONS = [
  'supersede',
  'cancel_stored',
  'retcon',
  'narrow_scope',
  'narrow_window',
  'force_exception',
  'abandon',
] as const;

/** A ready-made way out of a 409. `body` is complete but for the fields in `needs`. */
export interface Resolution {
  action: (typeof RESOLUTION_ACTIONS)[number];
  method: 'POST' | null;
  path: string | null;
  body: Record<string, unknown> | null;
  needs: string[];
}
