import type { Telemetry } from '../core/ports.js';

/** Counts nothing: for commands, which nobody watches. */
export const telemetryOff: Telemetry = {
  decided: () => undefined,
  nliAsked: () => undefined,
  replayed: () => undefined,
  jobsDue: () => undefined,
  jobEnded: () => undefined,
  storyAsked: () => undefined,
};
