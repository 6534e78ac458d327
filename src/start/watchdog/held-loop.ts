import type { Signs } from './shared-work.js';

/** How often the main thread says that it runs, and how often the watchdog looks. */
export const TICK_MS = 200;

/** In milliseconds; 0 for never. */
export interface WatchdogLimits {
  /** How long the loop is held up before a line is logged. */
  logMs: number;
  /** How long it is held up before the process is ended. */
  endMs: number;
  /** How long a process that was asked to stop may go on. */
  stopMs: number;
}

/** What the watchdog has to say or to do. */
export interface Finding {
  what: 'held' | 'back' | 'end of held' | 'end of stopping';
  /** How long that has lasted. */
  ms: number;
}

/**
 * Finds out, look by look, whether the event loop is held up. Time is counted in looks, not by a clock: while the whole
 * machine sleeps, or the process is stopped, the watchdog doesn't look either.
 */
export class HeldLoop {
  readonly #limits: WatchdogLimits;
  #beats = 0;
  /** Looks since the loop was last seen to turn, and how many the turn before took. */
  #held = 0;
  #heldBefore = 0;
  #stopping = 0;
  #isTold = false;

  constructor(limits: WatchdogLimits) {
    this.#limits = limits;
  }

  look({ beats, isStopping, isDebugged }: Signs): Finding | null {
    const held = this.#held;
    const hasTurned = beats !== this.#beats;
    this.#beats = beats;
    this.#held = hasTurned ? 0 : held + 1;
    if (hasTurned) this.#heldBefore = held;
    if (isStopping) this.#stopping = (this.#stopping || this.#sinceSignal()) + 1;
    return this.#end(isDebugged) ?? this.#tell(hasTurned, held);
  }

  /** A signal is noticed when the loop turns, and may have come when it was first held up. */
  #sinceSignal(): number {
    return this.#held + this.#heldBefore;
  }

  /** A debugger holds the loop up for as long as somebody thinks. */
  #end(isDebugged: boolean): Finding | null {
    const { endMs, stopMs } = this.#limits;
    if (isDebugged) return null;
    if (isOver(this.#stopping, stopMs)) return { what: 'end of stopping', ms: this.#stopping * TICK_MS };
    return isOver(this.#held, endMs) ? { what: 'end of held', ms: this.#held * TICK_MS } : null;
  }

  #tell(hasTurned: boolean, held: number): Finding | null {
    if (this.#isTold && hasTurned) {
      this.#isTold = false;
      return { what: 'back', ms: held * TICK_MS };
    }
    if (this.#isTold || !isOver(this.#held, this.#limits.logMs)) return null;
    this.#isTold = true;
    return { what: 'held', ms: this.#held * TICK_MS };
  }
}

function isOver(looks: number, limitMs: number): boolean {
  return limitMs > 0 && looks * TICK_MS >= limitMs;
}
