import type { NliScorer } from '../core/ports.js';

/** The scorer of a server that runs without a model: it is never asked, and answers nothing if it is. */
export const nliOff: NliScorer = {
  model: null,
  score: (pairs) => Promise.resolve(pairs.map(() => null)),
};
