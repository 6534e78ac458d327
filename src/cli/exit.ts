/** What the process ends with: scripts tell by it what became of a command. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** Refused: it contradicts what is stored, or what it is about is no longer as it has to be (409). */
  refused: 1,
  /** The command, or what it asks for, is wrong, and stays wrong until it is changed. */
  usage: 2,
  /** The server failed, is too busy or can not be reached: the same may work later. */
  fault: 3,
} as const;

/** A command that can not be done as it is written. */
export class UsageError extends Error {}
