import { type DecidedUnder, NOTHING_SET } from '../../core/decision.js';

/** What of the settings of a project a decision is made under. */
export function decidedUnder({
  settings: { version, policy } = NOTHING_SET,
}: {
  settings?: DecidedUnder;
}): DecidedUnder {
  return { version, policy };
}

/** Ends the reason of a warning that would be a conflict. */
export const LOWERED = "It would be refused but for the project's policy.";
