import type { NliAnswer, NliPair, NliScorer, NliThresholds } from '../../src/core/ports.js';

export interface FakeScorer extends NliScorer {
  /** What it was asked about, in order. */
  readonly asked: NliPair[];
}

/** A scorer in the place of a model: both directions score what the test says of the pair. */
export function fakeScorer(scoreOf: (pair: NliPair) => number, thresholds: Partial<NliThresholds> = {}): FakeScorer {
  const asked: NliPair[] = [];
  return {
    ...{ asked, model: 'fake', limitMs: 1000, readiness: 'ready' },
    thresholds: { floor: 0.3, block: 0.9, warn: 0.5, maxPairs: 8, ...thresholds },
    score: (pairs): Promise<NliAnswer> => {
      asked.push(...pairs);
      const scores = pairs.map((pair) => ({ forward: scoreOf(pair), backward: scoreOf(pair) }));
      return Promise.resolve({ scores, fault: null });
    },
  };
}
