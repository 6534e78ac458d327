import type { Clock } from '../core/ports.js';

/** Adds up the time spent in each stage of one request, in milliseconds. */
export class Stopwatch {
  readonly #clock: Clock;
  readonly #spent = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  time<T>(stage: string, work: () => T): T {
    const start = this.#clock.elapsed();
    try {
      return work();
    } finally {
      this.#add(stage, this.#clock.elapsed() - start);
    }
  }

  async timeAsync<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const start = this.#clock.elapsed();
    try {
      return await work();
    } finally {
      this.#add(stage, this.#clock.elapsed() - start);
    }
  }

  /** Stage → milliseconds, to the microsecond. */
  timings(): Record<string, number> {
    return Object.fromEntries([...this.#spent].map(([stage, ms]) => [stage, Math.round(ms * 1000) / 1000]));
  }

  #add(stage: string, ms: number): void {
    this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + ms);
  }
}
