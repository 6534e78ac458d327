import type { NliThresholds } from '../core/nli-thresholds.js';
import { type ModelCard, PAIRS_MAX } from './folder.js';

/** Of a model that nobody calibrated: it may warn of a contradiction when it is very sure, and never block. */
export const UNCALIBRATED: NliThresholds = { floor: 1, warn: 0.95, block: null, same: null, maxPairs: PAIRS_MAX };

/**
 * What scores must reach, as `nli calibrate` wrote it down for just this model: thresholds of another one say nothing,
 * and those that were found without the guard do not show how seldom it would be wrong.
 */
export function thresholdsOf({ thresholds, guard_calibration: calibration }: ModelCard, digest: string): NliThresholds {
  if (thresholds?.floor === undefined || calibration?.model !== digest) return UNCALIBRATED;
  const { floor, warn, block, same, max_pairs: maxPairs } = thresholds;
  return { floor, warn, block, same, maxPairs };
}
