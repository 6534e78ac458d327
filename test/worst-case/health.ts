import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const THREAD = new URL('../helpers/threads/health.mjs', import.meta.url);

/** Asks a server for its health every 10 ms while something else is asked of it. */
export class HealthWatch {
  readonly #thread: Worker;

  constructor(url: string) {
    this.#thread = new Worker(THREAD, { workerData: { url } });
  }

  /** The longest that an answer took meanwhile, in milliseconds, and what the work gave. */
  async during<T>(work: () => Promise<T>): Promise<{ longestMs: number; result: T }> {
    this.#thread.postMessage('start');
    try {
      const result = await work();
      return { longestMs: await this.#stop(), result };
    } catch (error) {
      await this.#stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#thread.postMessage('close');
    await once(this.#thread, 'exit');
  }

  async #stop(): Promise<number> {
    this.#thread.postMessage('stop');
    const [longestMs] = (await once(this.#thread, 'message')) as [number];
    return longestMs;
  }
}
