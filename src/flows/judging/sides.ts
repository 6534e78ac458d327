import type { JudgedPair, JudgedSide } from '../../core/judge.js';

/** Two statements as a judge is shown them. */
export function pairOf(stored: JudgedSide, incoming: JudgedSide): JudgedPair {
  return { stored: sideOf(stored), incoming: sideOf(incoming) };
}

function sideOf({ statement, scope, validFrom, validUntil }: JudgedSide): JudgedSide {
  return { statement, scope, validFrom, validUntil };
}
