import type { Worker } from 'node:worker_threads';
import type { NliPair } from '../core/ports.js';
import { startThread } from '../threads/start-thread.js';
import type { ModelCard } from './folder.js';
import type { Reply, Request, WorkerData } from './messages.js';
import type { ModelChoice, Probabilities } from './model.js';

/** Starts the thread; a test may start another one. */
export type StartWorker = (data: WorkerData) => Worker;

export const startWorker: StartWorker = (workerData) =>
  startThread(import.meta.url, './worker', { workerData, name: 'nli' });

/** The thread is gone, and what it was asked stays unanswered. */
export class ThreadLost extends Error {}

/** One life of the thread that holds the model. */
export class ModelThread {
  readonly digest: string;
  readonly card: ModelCard;
  /** Settles when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(answer: Probabilities[] | null): void; reject(error: Error): void }>();
  #asked = 0;

  private constructor(worker: Worker, { digest, card }: { digest: string; card: ModelCard }, ended: Promise<void>) {
    this.digest = digest;
    this.card = card;
    this.ended = ended.then(() => this.#lose());
    this.#worker = worker;
    worker.on('message', (reply: Reply) => {
      if (reply.type !== 'scored') return;
      this.#waiting.get(reply.id)?.resolve(reply.probabilities);
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
    await ended;
    throw new Error(first.type === 'refused' ? first.message : 'the thread of the model spoke out of turn');
  }

  /**
   * How likely each label of each pair is; null when the model could not say.
   * @throws ThreadLost when the thread ends before it answers
   */
  ask(pairs: NliPair[]): Promise<Probabilities[] | null> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#tell({ type: 'score', id, pairs });
    });
  }

  /**
   * Ends the thread after the batch that it is at. It is never ended from outside: a runtime that is interrupted takes
   * the whole process with it.
   */
  async close(): Promise<void> {
    this.#tell({ type: 'close' });
    await this.ended;
  }

  #tell(request: Request): void {
    this.#worker.postMessage(request);
  }

  #lose(): void {
    for (const { reject } of this.#waiting.values()) reject(new ThreadLost('the thread of the model ended'));
    this.#waiting.clear();
  }
}
