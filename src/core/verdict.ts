import type { Slot, Span } from './norm.js';

export type VerdictKind =
  | 'duplicate'
  | 'incomparable'
  | 'coexist'
  | 'defer'
  | 'contradiction'
  | 'uncertain'
  | 'refinement'
  | 'consistent'
  | 'unknown';

/** How sure the comparison is of its verdict; not a probability of truth. */
export type Confidence = 'HIGH' | 'MED' | 'LOW';

/** Stable codes that say why. Sentences for them are in guard/4-judge/reasons.ts. */
export const REASON_CODES = [
  'same_text',
  'relation_exclusive',
  'outside_lifespan',
  'too_many_parents',
  'parents_same_gender',
  'relation_cycle',
  'ontology_rule',
  'compared_as_relations',
  'prophecy',
  'subject_missing',
  'scope_disjoint',
  'period_disjoint',
  'period_unsure',
  'subject_fuzzy',
  'subject_related',
  'subject_unrelated',
  'exclusive_violated',
  'preference_reversed',
  'conditions_exclusive',
  'conditions_differ',
  'modality_opposed',
  'state_opposed',
  'norm_not_met',
  'quantity_disjoint',
  'bound_differs',
  'refines',
  'value_differs',
  'value_uncertain',
  'same_content',
  'no_disagreement',
  'may_contradict',
  'nli_contradiction',
  'nli_restatement',
  'judge_contradiction',
  'undecided',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** What stage 2 says of one pair: incoming against stored. */
export interface Verdict {
  kind: VerdictKind;
  confidence: Confidence;
  code: ReasonCode;
  /** The slots that were compared, as [stored, incoming]. */
  slots: Partial<Record<Slot, readonly [string | null, string | null]>>;
  /** Index of the norm on either side that decided; those that a source proposes beyond the rules follow the others. */
  norms: { stored: number; incoming: number };
  /** Present where one side or both are what a source reads in it beyond the rules. */
  isProposed?: true;
  /** Where what decided stands in either text. */
  spans: { stored: Span[]; incoming: Span[] };
  /** Share of content words that the two clauses have in common: 0 to 1. */
  overlap: number;
  /** Whether the two differ in something that can carry a contradiction: modality, value, number, antonym. */
  visibleDifference: boolean;
  /** Whether the subjects of the two have a word in common: what one is about, or a name. */
  sharesSubject: boolean;
  /** Of an undecided pair: whether each side names someone, something or a case that the other does not. */
  isElsewhere: boolean;
}

/** What the NLI stage says of one pair: how likely the two contradict each other, and how likely they say the same. */
export interface NliScore {
  /** Of a contradiction, premise = stored, hypothesis = incoming. */
  forward: number;
  /** Of a contradiction, premise = incoming, hypothesis = stored. */
  backward: number;
  /** That each follows from the other: the smaller of the two. Missing in decisions from before it was asked. */
  same?: number;
}

/**
 * Whether the NLI stage was asked about the pairs of a decision. `uncalibrated`: not asked, as the model has no threshold
 * that a score could reach. `unavailable`: it should have been asked.
 */
export const NLI_STATES = ['off', 'uncalibrated', 'not_needed', 'asked', 'partly_asked', 'unavailable'] as const;
export type NliState = (typeof NLI_STATES)[number];

/** Why pairs were not asked about: too many were waiting, it took too long, the model's thread ended, or it failed. */
export const NLI_FAULTS = ['queue_full', 'timed_out', 'worker_lost', 'model_failed'] as const;
export type NliFault = (typeof NLI_FAULTS)[number];
