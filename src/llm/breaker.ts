import type { Clock } from '../core/ports.js';

/** Refused without asking: the endpoint failed too often a moment ago. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
}

export interface BreakerOptions {
  /** Failures in a row that open it. */
  failures: number;
  /** How long it stays open; then one call is let through to try. */
  pauseMs: number;
}

/**
 * Keeps a dead endpoint from delaying every write: after some failures in a row nothing is asked for a while. `work`
 * says by what it throws whether the endpoint failed; an answer that can't be used is no failure of the endpoint, or
 * any statement could switch off the reading of all others.
 */
export class Breaker {
  readonly #clock: Clock;
  readonly #options: BreakerOptions;
  readonly #isFailure: (error: unknown) => boolean;
  #failed = 0;
  #openUntil = 0;

  constructor(clock: Clock, options: BreakerOptions, isFailure: (error: unknown) => boolean) {
    this.#clock = clock;
    this.#options = options;
    this.#isFailure = isFailure;
  }

  /** Whether calls are refused now. */
  get isOpen(): boolean {
    return this.#failed >= this.#options.failures && this.#clock.elapsed() < this.#openUntil;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOpen) throw new BreakerOpen('the endpoint failed too often; it is asked again in a while');
    // While this call tries, the others are refused.
    if (this.#failed >= this.#options.failures) this.#pause();
    try {
      const result = await work();
      this.#failed = 0;
      return result;
    } catch (error) {
      if (this.#isFailure(error)) this.#fail();
      else this.#failed = 0;
      throw error;
    }
  }

  #fail(): void {
    this.#failed += 1;
    if (this.#failed >= this.#options.failures) this.#pause();
  }

  #pause(): void {
    this.#openUntil = this.#clock.elapsed() + this.#options.pauseMs;
  }
}
