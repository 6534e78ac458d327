import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Random } from '../core/ports.js';
import { Breaker, BreakerOpen, type BreakerOptions } from './breaker.js';
import {
  type AnswerForm,
  type Endpoint,
  type EndpointOptions,
  openEndpoint,
  retryAfterMs,
  statusOf,
  type Tokens,
} from './endpoint.js';

export interface ModelOptions extends EndpointOptions {
  /** Longest that an answer may take, the second try included. */
  timeoutMs: number;
  clock: Clock;
  random: Random;
  /** Told of each answer what it took, whatever it is worth. */
  spend?: (tokens: Tokens) => void;
  /** Default: five failures in a row, then a pause of 30 s. */
  breaker?: BreakerOptions;
}

/** An answer that can't be used: a refusal, chatter, broken JSON. The endpoint itself works. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
  /** Whether the same question may get a better one. */
  readonly mayImprove: boolean;

  constructor(message: string, mayImprove: boolean) {
    super(message);
    this.mayImprove = mayImprove;
  }
}

/** The endpoint failed. As with an unusable answer nothing of what was said is in it, so that it may be logged. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure';
}

const BREAKER: BreakerOptions = { failures: 5, pauseMs: 30_000 };
/** Pause before the second try where the endpoint asks for none. */
const PAUSE_MS = 200;
/** Answers about this one question, whatever the endpoint is like: too long, of a kind that it does not take. */
const ABOUT_THE_QUESTION = new Set([400, 413, 422]);

/** A question, and how its answer is read: `read` throws where it is not of the form that was asked for. */
export interface Asked<T> {
  system: string;
  user: string;
  read(content: string): T;
  /** Longest that the answer may take, the second try included; default that of the model. */
  limitMs?: number;
  /** Told of each answer of the endpoint, of whatever use it is. */
  onUsage?(tokens: Tokens): void;
}

/** A model that answers in one form. */
export interface Model {
  ask<T>(asked: Asked<T>): Promise<T>;
}

/** Asks a model behind an OpenAI-compatible endpoint: twice at most, and never beyond the time limit. */
export async function openModel(options: ModelOptions, form: AnswerForm): Promise<Model> {
  const endpoint = await openEndpoint(options, form);
  const breaker = new Breaker(options.clock, options.breaker ?? BREAKER, isFailure);
  return {
    ask: (asked) =>
      breaker
        .run(() => askTwice(endpoint, asked, options))
        .catch((error: unknown) => {
          throw withoutWords(error);
        }),
  };
}

function isFailure(error: unknown): boolean {
  return !(error instanceof UnusableAnswer) && !ABOUT_THE_QUESTION.has(statusOf(error) ?? 0);
}

function withoutWords(error: unknown): unknown {
  if (error instanceof UnusableAnswer || error instanceof BreakerOpen) return error;
  const status = statusOf(error);
  if (status !== null) return new EndpointFailure(`the endpoint answered ${status}`);
  return new EndpointFailure(`the endpoint did not answer: ${innermost(error)}`);
}

/** What a failure to connect or to wait comes down to: ECONNREFUSED, TimeoutError. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return innermost(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The first try has half of the time, so that one that stalls leaves some for the second. */
async function askTwice<T>(
  endpoint: Endpoint,
  asked: Asked<T>,
  { timeoutMs, clock, random, spend }: ModelOptions,
): Promise<T> {
  const start = clock.elapsed();
  const limitMs = asked.limitMs ?? timeoutMs;
  const left = () => Math.max(1, Math.floor(limitMs - (clock.elapsed() - start)));
  try {
    return await askOnce(endpoint, asked, Math.ceil(limitMs / 2), spend);
  } catch (error) {
    const pause = retryAfterMs(error) ?? PAUSE_MS * random.next();
    if (!isWorthAnother(error) || pause >= left()) throw error;
    await sleep(pause);
    return askOnce(endpoint, asked, left(), spend);
  }
}

async function askOnce<T>(
  endpoint: Endpoint,
  { system, user, read, onUsage }: Asked<T>,
  limitMs: number,
  spend: ModelOptions['spend'],
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  const said = await orAborted(endpoint.ask(system, user, limit), limit);
  spend?.(said.tokens);
  onUsage?.(said.tokens);
  if ('refusal' in said) throw new UnusableAnswer('the model refused', false);
  try {
    return read(said.content);
  } catch {
    throw new UnusableAnswer('the answer is not of the form asked for', true);
  }
}

/** Ends with the signal, also where the work does not heed it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** 400: the endpoint may have disliked the format, of which the second try asks for less. */
function isWorthAnother(error: unknown): boolean {
  if (error instanceof UnusableAnswer) return error.mayImprove;
  const status = statusOf(error);
  return status === null || status === 400 || status === 408 || status === 429 || status >= 500;
}
