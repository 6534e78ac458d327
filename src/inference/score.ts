import type { NliScore } from '../core/verdict.js';
import type { Probabilities } from './model.js';

/** What a model says of a pair in either direction, as the guard weighs it. */
export function scoreOf(forward: Probabilities, backward: Probabilities): NliScore {
  return {
    forward: forward.contradiction,
    backward: backward.contradiction,
    same: Math.min(forward.entailment, backward.entailment),
  };
}
