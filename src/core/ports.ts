import type { Decision } from './decision.js';
import type { AskingCost } from './detective.js';
import type { DocumentError, LoreDocument, RawDocument } from './document.js';
import type { Judged } from './judge.js';
import type { NliThresholds } from './nli-thresholds.js';
import type { NliFault, NliScore } from './verdict.js';

/** The time of the process. System time is not asked here: it is the database's own. */
export interface Clock {
  /** Milliseconds since 1970 UTC; may jump. */
  now(): number;
  /** Milliseconds from some fixed moment, with fractions; never jumps. Only differences mean something. */
  elapsed(): number;
}

/** Makes ids: UUIDv7, so that they sort by time. */
export interface Ids {
  next(): string;
}

/** Secrets of API keys: 256 bits that nobody can guess, as 64 hexadecimal digits. */
export interface Secrets {
  next(): string;
}

/** A random number in [0, 1). Only for jitter. */
export interface Random {
  next(): number;
}

export interface NliPair {
  premise: string;
  hypothesis: string;
}

/** One score a pair, in order; null where it could not be asked, and then a fault says why. */
export interface NliAnswer {
  scores: (NliScore | null)[];
  fault: NliFault | null;
}

/** Whether a model can be asked now. `off`: nobody wants one. */
export type NliReadiness = 'off' | 'ready' | 'unavailable';

/** Scores how two texts bear on each other. */
export interface NliScorer {
  /** SHA-256 of the model, or null when the stage is off. */
  readonly model: string | null;
  readonly thresholds: NliThresholds;
  /** Longest, in milliseconds, that one write may wait for scores. */
  readonly limitMs: number;
  readonly readiness: NliReadiness;
  /** Answers within the limit, by default its own. Never throws. */
  score(pairs: readonly NliPair[], limitMs?: number): Promise<NliAnswer>;
}

/** Pairs that a write asked about: how many were scored, how many not, and why not. */
export interface NliEvent {
  scored: number;
  unscored: number;
  fault: NliFault | null;
  ms: number;
}

/** What became of a decision, and the milliseconds that each stage took. */
export interface DecisionEvent {
  decision: Decision;
  result: 'stored' | 'unchanged' | 'conflict';
  timings: Readonly<Record<string, number>>;
}

/** What became of reading a document, and the milliseconds that it took. */
export interface DocumentReading {
  document: LoreDocument | DocumentError[];
  ms: number;
}

/** Reads documents away from the thread that answers requests, one after the other. */
export interface DocumentReader {
  /**
   * Markdown that takes long to parse is cut into passages without, and says so; other documents that take long get an
   * error. Never throws.
   * @param types the types of entities that there are
   * @param limitMs longest, in milliseconds, that parsing it may take, where that is less than one document may
   */
  read(raw: RawDocument, types: readonly string[], limitMs?: number): Promise<DocumentReading>;
}

/** Tokens of one call of a language model, and what it was called for. */
export interface TokenUsage {
  use: string;
  input: number;
  output: number;
}

/** Counts what happens, for operators. It takes no time to speak of, never fails, and is told of no tenant. */
export interface Telemetry {
  /** A decision that was recorded; a check isn't one. */
  decided(event: DecisionEvent): void;
  /** Pairs that were asked about, by a write or a check. */
  nliAsked(event: NliEvent): void;
  /** What a judge said of pairs that it was asked about. */
  judged(said: readonly Judged[]): void;
  /** Pairs that the rules left open and that no judge is asked about, as they are too many or too little alike. */
  judgeLeftOut(count: number): void;
  /** What a language model was sent and said, in tokens as its endpoint counts them. */
  tokensSpent(usage: TokenUsage): void;
  /** A request that got the answer of an earlier one, by its Idempotency-Key. */
  replayed(): void;
  /** How many jobs of a kind were found due. */
  jobsDue(kind: string, count: number): void;
  jobEnded(kind: string, outcome: 'done' | 'failed'): void;
  /** A story that a model was asked to read; `failed` parts of it were not. */
  storyAsked(asked: AskingCost & { failed: number }): void;
}
