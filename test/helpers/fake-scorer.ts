import type { NliThresholds } from '../../src/core/nli-thresholds.js';
import type { NliAnswer, NliPair, NliScorer } from '../../src/core/ports.js';

export interface FakeScorer extends NliScorer {
  /** What it was asked about, in order. */
  readonly asked: NliPair[];
}

/** A scorer in the place of a model: it says of a contradiction, in both directions, and of a repetition what the test says. */
export function fakeScorer(
  contradicts: (pair: NliPair) => number,
  thresholds: Partial<NliThresholds> = {},
  repeats: (pair: NliPair) => number = () => 0,
): FakeScorer {
  const asked: NliPair[] = [];
  return {
    ...{ asked, model: 'fake', limitMs: 1000, readiness: 'ready' },
    thresholds: { floor: 0.3, block: 0.9, warn: 0.5, same: null, maxPairs: 8, ...thresholds },
    score: (pairs): Promise<NliAnswer> => {
      asked.push(...pairs);
      const scores = pairs.map((pair) => ({
        forward: contradicts(pair),
        backward: contradicts(pair),
        same: repeats(pair),
      }));
      return Promise.resolve({ scores, fault: null });
    },
  };
}
