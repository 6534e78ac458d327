import type { DocumentError, LoreDocument, RawDocument } from '../core/document.js';
import type { Clock, DocumentReader, DocumentReading } from '../core/ports.js';
import { DocumentThread, type Failure, type StartWorker, startWorker } from './document-thread.js';

export interface ReaderOptions {
  clock: Clock;
  /** Longest, in milliseconds, that one document is read; default 60 000. */
  limitMs?: number;
  /** Longest, in milliseconds, that the thread may take to start; default 10 000. */
  startMs?: number;
  /** Who is told that the thread can't be started. */
  report?: (message: string) => void;
  /** Default: a worker thread. */
  start?: StartWorker;
}

/** Many times what the longest documents take, so that how busy the machine is does not decide what is stored. */
const LIMIT_MS = 60_000;
const START_MS = 10_000;
/** So long, in milliseconds, a thread that could not be started is not tried again. */
const PAUSE_MS = 10_000;

/**
 * Reads documents in a thread of its own, one after the other, so that the event loop is free meanwhile: the parsers of
 * Markdown, YAML and JSON can't be interrupted, and some texts take them long. A thread that takes too long is ended;
 * one that ended is started again when it is next needed. It does not keep the process from ending.
 */
export class ThreadReader implements DocumentReader {
  readonly #options: Required<ReaderOptions>;
  #thread: DocumentThread | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #startsFrom = Number.NEGATIVE_INFINITY;

  constructor(options: ReaderOptions) {
    this.#options = { limitMs: LIMIT_MS, startMs: START_MS, report: () => undefined, start: startWorker, ...options };
  }

  read(raw: RawDocument, types: readonly string[], limitMs = Number.POSITIVE_INFINITY): Promise<DocumentReading> {
    const reading = this.#last.then(() => this.#read(raw, types, limitMs));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  /** Ends the thread; what is still asked is refused. */
  async close(): Promise<void> {
    this.#startsFrom = Number.POSITIVE_INFINITY;
    await this.#thread?.close();
  }

  async #read(raw: RawDocument, types: readonly string[], limitMs: number): Promise<DocumentReading> {
    const { clock, limitMs: ownMs } = this.#options;
    const start = clock.elapsed();
    const found = await this.#inThread(raw, types, Math.min(limitMs, ownMs));
    return { document: typeof found === 'string' ? [unread(found)] : found, ms: clock.elapsed() - start };
  }

  async #inThread(
    raw: RawDocument,
    types: readonly string[],
    limitMs: number,
  ): Promise<LoreDocument | DocumentError[] | Failure> {
    if (limitMs <= 0) return 'took_too_long';
    const thread = await this.#opened();
    if (thread === null) return 'parser_failed';
    const read = await thread.read({ raw, types }, limitMs);
    if (typeof read === 'string') await thread.close();
    return read;
  }

  /** The thread, started if there is none; null where that failed, now or a moment ago. */
  async #opened(): Promise<DocumentThread | null> {
    if (this.#thread !== null && !this.#thread.isOver) return this.#thread;
    const { clock, start, startMs, report } = this.#options;
    if (clock.elapsed() < this.#startsFrom) return null;
    this.#thread = await DocumentThread.open(start, startMs);
    if (this.#thread === null) {
      this.#startsFrom = Math.max(this.#startsFrom, clock.elapsed() + PAUSE_MS);
      report('The thread that reads documents could not be started; documents are refused meanwhile.');
    }
    return this.#thread;
  }
}

const UNREAD: Readonly<Record<Failure, string>> = {
  took_too_long: 'was not read in time, and nothing of it is stored; send it again by itself, or divide it',
  parser_failed: 'could not be read now, and nothing of it is stored; send it again, or divide it',
};

function unread(failure: Failure): DocumentError {
  return { path: '(document)', line: 1, column: 1, message: UNREAD[failure] };
}
