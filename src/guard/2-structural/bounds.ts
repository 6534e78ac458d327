/** What comparing statements may cost. What lies beyond is left out, and said. */
export interface Bounds {
  /** Most pairs of clauses of two statements that are compared. */
  pairs: number;
  /** Most words of clauses that are laid side by side, of two statements. */
  words: number;
  /** The same of one statement and all others together. */
  wordsInAll: number;
}

/** Of a write, which somebody waits for. */
export const OF_A_WRITE: Bounds = { pairs: 2000, words: 100_000, wordsInAll: 200_000 };

/** Of what is compared again in the background. */
export const OF_A_SWEEP: Bounds = { pairs: 20_000, words: 1_000_000, wordsInAll: 2_000_000 };
