import type { NliScore } from './verdict.js';

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

/** A random number in [0, 1). Only for jitter. */
export interface Random {
  next(): number;
}

export interface NliPair {
  premise: string;
  hypothesis: string;
}

/** Scores contradiction between texts. `null` model: the stage is off and is never asked. */
export interface NliScorer {
  /** SHA-256 of the model, or null when the stage is off. */
  readonly model: string | null;
  /** One score a pair, in order; null when it could not be asked. Never throws. */
  score(pairs: readonly NliPair[]): Promise<(NliScore | null)[]>;
}
