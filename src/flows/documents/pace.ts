import type { Clock } from '../../core/ports.js';

const LEAST = 1;
const FIRST = 10;
const MOST = 50;
/** Milliseconds that a part should take. */
const SLOW_MS = 150;

/**
 * Divides a list into parts that take about as long: where much is around them, few at once, so that what looking at
 * them brings along stays bounded.
 */
export class Pace {
  readonly #clock: Clock;
  #size = FIRST;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The next part is asked for when the one before it is done. */
  *partsOf<T>(list: readonly T[]): Generator<T[]> {
    for (let at = 0; at < list.length; ) {
      const part = list.slice(at, at + this.#size);
      at += part.length;
      const start = this.#clock.elapsed();
      yield part;
      const isSlow = this.#clock.elapsed() - start > SLOW_MS;
      this.#size = isSlow ? Math.max(LEAST, this.#size >> 1) : Math.min(MOST, this.#size * 2);
    }
  }
}
