import type { NliThresholds } from '../core/ports.js';
import type { ModelCard } from './folder.js';

/** Of a model that nobody calibrated: it may warn when it is very sure, and never block. */
export const UNCALIBRATED: NliThresholds = { floor: 1, warn: 0.95, block: null, maxPairs: 8 };

export function thresholdsOf({ thresholds }: ModelCard): NliThresholds {
  if (thresholds === undefined) return UNCALIBRATED;
  const { floor, warn, block, max_pairs: maxPairs } = thresholds;
  return { floor, warn, block, maxPairs };
}
