import type { Telemetry } from '../core/ports.js';

/** Counts nothing: for commands, which nobody watches. */
export const telemetryOff: Telemetry = {
  decided: () => undefined,
  nliAsked: () => undefined,
  judged: () => undefined,
  judgeLeftOut: () => undefined,
  tokensSpent: () => undefined,
  replayed: () => undefined,
  jobsDue: () => undefined,
  jobEnded: () => undefined,
  storyAsked: () => undefined,
};
