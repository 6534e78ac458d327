import type { NliScorer } from '../core/ports.js';

/** The scorer of a server that runs without a model: it is never asked, and answers nothing if it is. */
export const nliOff: NliScorer = {
  model: null,
  thresholds: { floor: 1, block: null, warn: null, same: null, maxPairs: 0 },
  limitMs: 0,
  readiness: 'off',
  score: (pairs) => Promise.resolve({ scores: pairs.map(() => null), fault: null }),
};

/** The same where a model should run and can't. */
export const nliMissing: NliScorer = { ...nliOff, readiness: 'unavailable' };
