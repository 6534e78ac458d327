import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ServerProcess } from './server-process.js';

const THREAD = new URL('./threads/health.mjs', import.meta.url);

/** The longest that a server left a question for its health waiting, in milliseconds. */
export interface Held {
  /** As a client sees it. */
  wallMs: number;
  /** What the thread that answers requests computed meanwhile: others on the machine make this no longer. */
  cpuMs: number;
}

/** Asks a server for its health every 10 ms while something else is asked of it. */
export class HealthWatch {
  readonly #thread: Worker;

  constructor({ url, child }: Pick<ServerProcess, 'url' | 'child'>) {
    this.#thread = new Worker(THREAD, { workerData: { url, pid: child.pid } });
  }

  /** How long the server was held meanwhile, and what the work gave. */
  async during<T>(work: () => Promise<T>): Promise<{ held: Held; result: T }> {
    this.#thread.postMessage('start');
    try {
      const result = await work();
      return { held: await this.#stop(), result };
    } catch (error) {
      await this.#stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#thread.postMessage('close');
    await once(this.#thread, 'exit');
  }

  async #stop(): Promise<Held> {
    this.#thread.postMessage('stop');
    const [held] = (await once(this.#thread, 'message')) as [Held];
    return held;
  }
}
