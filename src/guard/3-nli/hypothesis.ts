import type { NliPair } from '../../core/ports.js';

/** What is stored is the premise, what comes in is the hypothesis. The scorer asks both directions. */
export function nliPair(stored: string, incoming: string): NliPair {
  return { premise: stored, hypothesis: incoming };
}
