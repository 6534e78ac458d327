import type { NliScorer } from '../core/ports.js';

/** The scorer of a server that runs without a model: it is never asked, and answers nothing if it is. */
export const nliOff: NliScorer = {
  model: null,
  thresholds: { floor: 1, block: 1, warn: 1, maxPairs: 0 },
  score: (pairs) => Promise.resolve(pairs.map(() => null)),
};
