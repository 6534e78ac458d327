import type { Worker } from 'node:worker_threads';
import type { DocumentError, LoreDocument } from '../core/document.js';
import { startThread } from '../threads/start-thread.js';
import type { Lists, Reply, Request, Task } from './messages.js';

/** Starts the thread; a test may start another one. */
export type StartWorker = () => Worker;

/** In MiB. A document of half a million characters takes less, unless it is one that takes too long as well. */
const MEMORY_MAX = 256;

export const startWorker: StartWorker = () =>
  startThread(import.meta.url, './worker', {
    name: 'documents',
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX },
  });

/** What keeps a document from being read: it took too long, or the thread is gone. */
export type Failure = 'took_too_long' | 'parser_failed';

/** One life of the thread that reads documents. It is asked for one document at a time. */
export class DocumentThread {
  readonly #worker: Worker;
  #isOver = false;
  /** Who waits for the next word. */
  #hear: (word: Reply | Failure) => void = () => undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: Reply) => this.#hear(reply));
    // Nobody would listen otherwise, which would end the process. That the thread ends is told by its exit.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.#isOver = true;
      this.#hear('parser_failed');
    });
  }

  /** Null when the thread can't be started, or says nothing for so many milliseconds. */
  static async open(start: StartWorker, limitMs: number): Promise<DocumentThread | null> {
    try {
      const thread = new DocumentThread(start());
      const first = await thread.#next(limitMs);
      thread.#worker.unref();
      if (typeof first !== 'string') return thread;
      await thread.close();
    } catch {
      // A thread that the system refuses is one that can't be started.
    }
    return null;
  }

  /** Whether the thread has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Reads one document. Where that fails the thread is of no more use. */
  async read(task: Task, limitMs: number): Promise<LoreDocument | DocumentError[] | Failure> {
    this.#worker.ref();
    try {
      const reply = await this.#ask({ type: 'read', ...task }, limitMs);
      if (typeof reply === 'string') return reply;
      if (reply.type === 'wrong') return reply.errors;
      if (reply.type !== 'head') return 'parser_failed';
      const lists = await this.#lists(limitMs);
      if (typeof lists === 'string') return lists;
      return { ...reply.head, ...lists, sentences: reply.isParsed ? lists.sentences : null };
    } finally {
      this.#worker.unref();
    }
  }

  /** Ends the thread, whatever it is at. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Other requests get their turn between the parts. */
  async #lists(limitMs: number): Promise<Lists | Failure> {
    const all: Lists = { entities: [], relations: [], passages: [], sentences: [] };
    for (;;) {
      const reply = await this.#ask({ type: 'more' }, limitMs);
      if (typeof reply === 'string') return reply;
      if (reply.type !== 'part') return 'parser_failed';
      const { entities, relations, passages, sentences } = reply.lists;
      if (entities.length + relations.length + passages.length + sentences.length === 0) return all;
      all.entities.push(...entities);
      all.relations.push(...relations);
      all.passages.push(...passages);
      all.sentences.push(...sentences);
    }
  }

  #ask(request: Request, limitMs: number): Promise<Reply | Failure> {
    const answer = this.#next(limitMs);
    if (!this.#isOver) this.#worker.postMessage(request);
    return answer;
  }

  /** The next word of the thread. */
  #next(limitMs: number): Promise<Reply | Failure> {
    if (this.#isOver) return Promise.resolve('parser_failed');
    return new Promise((resolve) => {
      // A word that came while the event loop was held up is heard before the time is called.
      const late = () => setImmediate(() => resolve('took_too_long'));
      const timer = setTimeout(late, limitMs);
      this.#hear = (word) => {
        clearTimeout(timer);
        resolve(word);
      };
    });
  }
}
