import type { DocumentError, LoreDocument, RawDocument } from '../core/document.js';
import type { Clock, DocumentReader, DocumentReading } from '../core/ports.js';
import { partsOf } from '../lore/ingest/front-matter.js';
import { notParsed } from '../lore/ingest/not-parsed.js';
import { type MarkdownReading, readDocument } from '../lore/ingest/read.js';
import { DocumentThread, type Failure, type StartWorker, startWorker } from './document-thread.js';

export interface ReaderOptions {
  clock: Clock;
  /** Longest, in milliseconds, that one document is read; default 30 000 for Markdown, 5000 for what has nothing to fall back on. */
  limitsMs?: Limits;
  /** Longest, in milliseconds, that the thread may take to start; default 10 000. */
  startMs?: number;
  /** Who is told that the thread can't be started. */
  report?: (message: string) => void;
  /** Default: a worker thread. */
  start?: StartWorker;
}

interface Limits {
  /** The text of Markdown. */
  parsed: number;
  /** YAML and JSON, and Markdown that isn't parsed. */
  plain: number;
}

const LIMITS_MS: Limits = { parsed: 30_000, plain: 5000 };
const START_MS = 10_000;
/** So long, in milliseconds, a thread that could not be started is not tried again. */
const PAUSE_MS = 10_000;
/** Fields of so many characters are quick to read, whatever stands in them. */
const QUICK_MAX = 4000;

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
    this.#options = { limitsMs: LIMITS_MS, startMs: START_MS, report: () => undefined, start: startWorker, ...options };
  }

  read(raw: RawDocument, types: readonly string[], limitMs = Number.POSITIVE_INFINITY): Promise<DocumentReading> {
    const reading = this.#last.then(() => this.#read(raw, types, limitMs));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  /** Ends the thread; what is still asked is read without it. */
  async close(): Promise<void> {
    this.#startsFrom = Number.POSITIVE_INFINITY;
    await this.#thread?.close();
  }

  async #read(raw: RawDocument, types: readonly string[], limitMs: number): Promise<DocumentReading> {
    const { clock } = this.#options;
    const start = clock.elapsed();
    const document = await this.#document(raw, types, limitMs);
    return { document, ms: clock.elapsed() - start };
  }

  async #document(
    raw: RawDocument,
    types: readonly string[],
    limitMs: number,
  ): Promise<LoreDocument | DocumentError[]> {
    const { parsed, plain } = this.#options.limitsMs;
    const isMarkdown = raw.format === 'markdown';
    const leftMs = Math.min(limitMs, isMarkdown ? parsed : plain);
    const first = leftMs > 0 ? await this.#inThread(raw, types, 'parsed', leftMs) : 'took_too_long';
    if (typeof first !== 'string') return first;
    if (!isMarkdown) return [unread(first)];
    const again = await this.#inThread(raw, types, 'plain', plain);
    const second = typeof again === 'string' && hasQuickFields(raw) ? readDocument(raw, types, 'plain') : again;
    if (typeof second === 'string') return [unread(second)];
    return Array.isArray(second) ? second : { ...second, warnings: [...second.warnings, notParsed(first)] };
  }

  async #inThread(
    raw: RawDocument,
    types: readonly string[],
    reading: MarkdownReading,
    limitMs: number,
  ): Promise<LoreDocument | DocumentError[] | Failure> {
    const thread = await this.#opened();
    if (thread === null) return 'parser_failed';
    const read = await thread.read({ raw, types, reading }, limitMs);
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
      report(
        'The thread that reads documents could not be started; Markdown is not parsed, YAML and JSON are refused.',
      );
    }
    return this.#thread;
  }
}

/** Then it can be read on this thread, if need be: plain text is cut quickly. */
function hasQuickFields({ content }: RawDocument): boolean {
  const parts = partsOf(content);
  return parts === null || parts.front.end - parts.front.start <= QUICK_MAX;
}

const UNREAD: Readonly<Record<Failure, string>> = {
  took_too_long: 'took too long to read; divide it',
  parser_failed: 'could not be read now; send it again, or divide it',
};

function unread(failure: Failure): DocumentError {
  return { path: '(document)', line: 1, column: 1, message: UNREAD[failure] };
}
