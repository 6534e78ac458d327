import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../core/ports.js';

/** Longest, in milliseconds, that pure work goes on while others wait. */
const TURN_MS = 15;

/** Gives other requests their turn during long work that waits for nothing by itself. Short work never waits. */
export class Turns {
  readonly #clock: Clock;
  #since: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.elapsed();
  }

  /** Does work to its end; where it stops, others have their turn if it went on long enough since they last had it. */
  async run<T>(work: Generator<void, T>): Promise<T> {
    let step = work.next();
    while (step.done !== true) {
      if (this.#clock.elapsed() - this.#since >= TURN_MS) await this.#give();
      step = work.next();
    }
    return step.value;
  }

  /** Between two short steps that wait for nothing: others have their turn if it went on long enough. */
  async pause(): Promise<void> {
    if (this.#clock.elapsed() - this.#since >= TURN_MS) await this.#give();
  }

  async #give(): Promise<void> {
    await nextTurn();
    this.#since = this.#clock.elapsed();
  }
}
