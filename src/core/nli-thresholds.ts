/** From the card of a model: what a score must reach before it counts. Scores and overlap lie between 0 and 1. */
export interface NliThresholds {
  /** Least overlap of a pair that may block. */
  floor: number;
  /** For the smaller of the two scores of a pair. Null: the model may only warn. */
  block: number | null;
  /** For the mean of the two. Null: the model may not even warn of a contradiction. */
  warn: number | null;
  /** For how likely the two say the same. Null: the model may not warn of a repetition. */
  same: number | null;
  /** Most pairs that one write asks about. */
  maxPairs: number;
}
