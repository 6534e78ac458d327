import type { NliPair } from '../core/ports.js';
import type { PairKind } from '../inference/cross-encoder.js';
import type { NliModel, Probabilities } from '../inference/model.js';

const BATCH = 32;

/** What a model says of a pair in either direction. */
export interface BothWays {
  forward: Probabilities;
  backward: Probabilities;
}

/** Both directions of every pair, in order. Long pairs are batched with long ones. */
export async function scoreBothWays(model: NliModel, pairs: readonly NliPair[], kind?: PairKind): Promise<BothWays[]> {
  const order = pairs.map((_, at) => at).sort((a, b) => lengthOf(pairs[a]) - lengthOf(pairs[b]));
  const results: BothWays[] = new Array(pairs.length);
  for (let start = 0; start < order.length; start += BATCH) {
    const places = order.slice(start, start + BATCH);
    const batch = places.flatMap((at) => pairs[at] ?? []);
    const forward = await model.probabilities(batch, kind);
    const backward = await model.probabilities(batch.map(reversed), kind);
    places.forEach((at, index) => {
      const [there, back] = [forward[index], backward[index]];
      if (there !== undefined && back !== undefined) results[at] = { forward: there, backward: back };
    });
  }
  return results;
}

function lengthOf(pair: NliPair | undefined): number {
  return (pair?.premise.length ?? 0) + (pair?.hypothesis.length ?? 0);
}

function reversed({ premise, hypothesis }: NliPair): NliPair {
  return { premise: hypothesis, hypothesis: premise };
}
