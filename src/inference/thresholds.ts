import type { NliThresholds } from '../core/ports.js';
import { type ModelCard, PAIRS_MAX } from './folder.js';

/** Of a model that nobody calibrated: it may warn when it is very sure, and never block. */
export const UNCALIBRATED: NliThresholds = { floor: 1, warn: 0.95, block: null, maxPairs: PAIRS_MAX };

/** A block needs a floor too: without one nobody has looked at the model behind the gate. */
export function thresholdsOf({ thresholds }: ModelCard): NliThresholds {
  if (thresholds === undefined) return UNCALIBRATED;
  const { floor, warn, block, max_pairs: maxPairs } = thresholds;
  return floor === undefined ? { floor: 1, warn, block: null, maxPairs } : { floor, warn, block, maxPairs };
}
