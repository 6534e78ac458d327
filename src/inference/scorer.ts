import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { NliThresholds } from '../core/nli-thresholds.js';
import type { Clock, NliAnswer, NliPair, NliReadiness, NliScorer } from '../core/ports.js';
import type { NliFault } from '../core/verdict.js';
import type { ModelChoice, Probabilities } from './model.js';
import { ModelThread, type StartWorker, startWorker } from './model-thread.js';
import { scoreOf } from './score.js';
import { thresholdsOf } from './thresholds.js';

export interface ScorerOptions {
  model: ModelChoice;
  clock: Clock;
  /** Longest, in milliseconds, that one write waits. */
  limitMs: number;
  /** Most pairs, of both directions, that may wait; default 256. */
  queueMax?: number;
  /** Who is told of a lost thread and of what became of it. */
  report?: (message: string) => void;
  /** Default: a worker thread. */
  start?: StartWorker;
}

const BATCH = 32;
const CACHED = 20_000;
const QUEUE_MAX = 256;

/** A thread that lived so long did not end because of how it began. */
const STEADY_MS = 10_000;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 60_000;

/** One pair in one direction, waiting to be asked about. */
interface Ticket {
  pair: NliPair;
  key: string;
  probabilities: Promise<Probabilities | NliFault>;
  isSettled: boolean;
  settle(answer: Probabilities | NliFault): void;
}

/**
 * Scores pairs by a model in a thread of its own, so that the event loop is free meanwhile: one batch at a time, those
 * that wait in a bounded queue, what was scored before from memory. Whatever happens to the thread, a caller gets an
 * answer within its limit; a lost thread is started again.
 */
export class ThreadScorer implements NliScorer {
  readonly model: string;
  readonly thresholds: NliThresholds;
  readonly limitMs: number;
  readonly #options: Required<ScorerOptions>;
  readonly #known = new LRUCache<string, Probabilities>({ max: CACHED });
  #thread: ModelThread | null;
  #startedAt: number;
  #queue: Ticket[] = [];
  #isBusy = false;
  #isClosed = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;

  private constructor(options: Required<ScorerOptions>, thread: ModelThread) {
    this.model = thread.digest;
    this.thresholds = thresholdsOf(thread.card, thread.digest);
    this.limitMs = options.limitMs;
    this.#options = options;
    this.#thread = thread;
    this.#startedAt = options.clock.elapsed();
    this.#watch(thread);
  }

  /** @throws Error that names the setting and what to do when the model can't be used */
  static async open(options: ScorerOptions): Promise<ThreadScorer> {
    const all = { queueMax: QUEUE_MAX, start: startWorker, report: () => undefined, ...options };
    return new ThreadScorer(all, await ModelThread.open(all.start, all.model));
  }

  get readiness(): NliReadiness {
    return this.#thread === null ? 'unavailable' : 'ready';
  }

  async score(pairs: readonly NliPair[], limitMs = this.limitMs): Promise<NliAnswer> {
    const tickets = pairs.flatMap((pair) => [this.#ticket(pair), this.#ticket(reversed(pair))]);
    const open = tickets.filter(({ isSettled }) => !isSettled);
    const timer = setTimeout(() => settleAll(open, 'timed_out'), limitMs);
    this.#enqueue(open);
    const answers = await Promise.all(tickets.map(({ probabilities }) => probabilities));
    clearTimeout(timer);
    return answerOf(answers);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.close();
    settleAll(this.#queue.splice(0), 'worker_lost');
  }

  /** Words are not kept, as a claim may be erased: the key is a hash. */
  #ticket(pair: NliPair): Ticket {
    const key = createHash('sha256')
      .update(JSON.stringify([pair.premise, pair.hypothesis]))
      .digest('base64');
    const { promise, resolve } = withResolver<Probabilities | NliFault>();
    const ticket: Ticket = {
      ...{ pair, key, probabilities: promise, isSettled: false },
      settle: (answer) => {
        ticket.isSettled = true;
        resolve(answer);
      },
    };
    const known = this.#known.get(key);
    if (known !== undefined) ticket.settle(known);
    return ticket;
  }

  #enqueue(tickets: readonly Ticket[]): void {
    this.#queue = this.#queue.filter(({ isSettled }) => !isSettled);
    const isFull = this.#queue.length + tickets.length > this.#options.queueMax;
    if (this.#thread === null || isFull) {
      settleAll(tickets, isFull ? 'queue_full' : 'worker_lost');
    } else {
      this.#queue.push(...tickets);
      if (!this.#isBusy) void this.#work();
    }
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let thread = this.#thread; thread !== null && this.#queue.length > 0; thread = this.#thread) {
      const batch = this.#queue.splice(0, BATCH).filter(({ isSettled }) => !isSettled);
      if (batch.length > 0) await this.#scoreBatch(thread, batch);
    }
    this.#isBusy = false;
  }

  async #scoreBatch(thread: ModelThread, batch: readonly Ticket[]): Promise<void> {
    try {
      const answers = await thread.ask(batch.map(({ pair }) => pair));
      batch.forEach((ticket, at) => {
        const answer = answers?.[at];
        if (answer !== undefined) this.#known.set(ticket.key, answer);
        ticket.settle(answer ?? 'model_failed');
      });
    } catch {
      settleAll(batch, 'worker_lost');
    }
  }

  #watch(thread: ModelThread): void {
    void thread.ended.then(() => {
      if (this.#isClosed) return;
      this.#thread = null;
      settleAll(this.#queue.splice(0), 'worker_lost');
      const { clock } = this.#options;
      this.#failures = clock.elapsed() - this.#startedAt > STEADY_MS ? 0 : this.#failures + 1;
      this.#startLater('the thread of the NLI model ended; it is started again');
    });
  }

  #startLater(why: string): void {
    this.#options.report(why);
    const pauseMs = this.#failures === 0 ? 0 : Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (this.#failures - 1));
    this.#retry = setTimeout(() => void this.#startAgain(), pauseMs).unref();
  }

  /** With the very model that the decisions name. */
  async #startAgain(): Promise<void> {
    const { start, model, clock } = this.#options;
    try {
      const thread = await ModelThread.open(start, { ...model, sha256: this.model });
      if (this.#isClosed) return await thread.close();
      this.#thread = thread;
      this.#startedAt = clock.elapsed();
      this.#watch(thread);
    } catch (error) {
      if (this.#isClosed) return;
      this.#failures += 1;
      this.#startLater(`the NLI model could not be started again: ${(error as Error).message}`);
    }
  }
}

function reversed({ premise, hypothesis }: NliPair): NliPair {
  return { premise: hypothesis, hypothesis: premise };
}

function settleAll(tickets: readonly Ticket[], fault: NliFault): void {
  for (const ticket of tickets) if (!ticket.isSettled) ticket.settle(fault);
}

/** Two answers, forward and backward, become one score; a pair of which one is missing was not asked. */
function answerOf(answers: readonly (Probabilities | NliFault)[]): NliAnswer {
  const fault = answers.find((answer) => typeof answer === 'string') ?? null;
  const scores = Array.from({ length: answers.length / 2 }, (_, at) => {
    const [forward, backward] = [answers[2 * at], answers[2 * at + 1]];
    return typeof forward === 'object' && typeof backward === 'object' ? scoreOf(forward, backward) : null;
  });
  return { scores, fault };
}

function withResolver<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
