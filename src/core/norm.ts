import type { Modality } from './modality.js';
import type { Period } from './period.js';
import type { Scope } from './scope.js';

/** PRESENT: canonical. FUZZY: found, but not canonical (pronoun, several heads, very long). MISSING: none found. */
export type SubjectKind = 'PRESENT' | 'FUZZY' | 'MISSING';

/** A state verb of the closed list; `negative` when the text names the opposite pole (disabled of enabled). */
export interface State {
  state: string;
  polarity: 'positive' | 'negative';
}

export type Slot = 'subject' | 'modality' | 'object' | 'predicate' | 'value';

/** Where a slot stands in the raw statement, in UTF-16 code units, end exclusive. */
export interface Span {
  slot: Slot;
  start: number;
  end: number;
}

/**
 * One content word of the text as the alignment sees it.
 * `stem` folds inflection; `frame` replaces what may differ decisively (an antonym by its pair, the value by its
 * class), so that two texts that differ in nothing else have equal frames.
 */
export interface FrameToken {
  stem: string;
  frame: string;
  start: number;
  end: number;
}

/** The structured reading of one clause of a statement. */
export interface Norm {
  modality: Modality | null;
  subject: string | null;
  subjectKind: SubjectKind;
  object: State | null;
  predicate: string | null;
  value: string | null;
  valueClass: string | null;
  exclusive: boolean;
  conditions: string[];
  scope: Scope;
  period: Period;
  /** Content words in text order, modality and negation taken out. */
  tokens: FrameToken[];
  spans: Span[];
}

/** `read`: at least one norm has content. `failed_open`: the normalizer failed and the norms are unknown. */
export type NormalizerState = 'read' | 'failed_open';

/** Everything stage 1 says about a statement. */
export interface Reading {
  /** The text with case, space and punctuation folded: equal for exact duplicates. */
  textKey: string;
  norms: Norm[];
  normVersion: number;
  normalizerState: NormalizerState;
}
