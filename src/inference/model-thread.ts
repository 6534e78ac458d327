import { Worker } from 'node:worker_threads';
import type { NliPair } from '../core/ports.js';
import type { ModelCard } from './folder.js';
import type { Reply, Request, WorkerData } from './messages.js';
import type { ModelChoice } from './model.js';

/** Starts the thread; a test may start another one. */
export type StartWorker = (data: WorkerData) => Worker;

/** From dist the compiled file; from source, in development and tests, the TypeScript by way of tsx. */
export const startWorker: StartWorker = (data) => {
  const isSource = import.meta.url.endsWith('.ts');
  const file = new URL(isSource ? './worker.ts' : './worker.js', import.meta.url);
  return new Worker(file, { workerData: data, name: 'nli', ...(isSource ? { execArgv: ['--import', 'tsx'] } : {}) });
};

/** The thread is gone, and what it was asked stays unanswered. */
export class ThreadLost extends Error {}

/** One life of the thread that holds the model. */
export class ModelThread {
  readonly digest: string;
  readonly card: ModelCard;
  /** Settles when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(answer: number[] | null): void; reject(error: Error): void }>();
  #asked = 0;

  private constructor(worker: Worker, { digest, card }: { digest: string; card: ModelCard }, ended: Promise<void>) {
    this.digest = digest;
    this.card = card;
    this.ended = ended.then(() => this.#lose());
    this.#worker = worker;
    worker.on('message', (reply: Reply) => {
      if (reply.type !== 'scored') return;
      this.#waiting.get(reply.id)?.resolve(reply.contradiction);
      this.#waiting.delete(reply.id);
    });
  }

  /** @throws Error that says why the model can't be used */
  static async open(start: StartWorker, choice: ModelChoice): Promise<ModelThread> {
    const worker = start(choice);
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const first = await new Promise<Reply>((resolve, reject) => {
      worker.once('message', resolve);
      // Stays on: an error nobody listens to would end the process.
      worker.on('error', reject);
      worker.once('exit', () => reject(new ThreadLost('the thread of the model ended while it started')));
    });
    if (first.type === 'ready') return new ModelThread(worker, first, ended);
    await worker.terminate();
    throw new Error(first.type === 'refused' ? first.message : 'the thread of the model spoke out of turn');
  }

  /**
   * p(contradiction) of each pair; null when the model could not say.
   * @throws ThreadLost when the thread ends before it answers
   */
  ask(pairs: NliPair[]): Promise<number[] | null> {
    this.#asked += 1;
    const request: Request = { id: this.#asked, pairs };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  /** Ends the thread; what it computes is thrown away. */
  async close(): Promise<void> {
    await this.#worker.terminate();
    await this.ended;
  }

  #lose(): void {
    for (const { reject } of this.#waiting.values()) reject(new ThreadLost('the thread of the model ended'));
    this.#waiting.clear();
  }
}
