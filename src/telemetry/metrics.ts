import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AskingCost } from '../core/detective.js';
import type { Judged } from '../core/judge.js';
import type { DecisionEvent, NliEvent, Telemetry, TokenUsage } from '../core/ports.js';

/** Few, as every route has them all. */
const REQUEST_BUCKETS_S = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** From a millisecond to ten seconds. */
const NLI_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Stages of pure code take microseconds. */
const STAGE_BUCKETS_S = [0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** What a client may ask for beside these is counted as one method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A request that was answered. `route` is the template of the path, so that there are few. */
export interface AnsweredRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/**
 * What this process counts, in the text format of Prometheus. Nothing in it says whose requests they were, and no label
 * takes what a client makes up, so the page is bounded by the operations and statuses that there are.
 */
export class Metrics implements Telemetry {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('http_requests_total', 'Requests that were answered', [
    ...['method', 'route', 'status'],
  ]);
  readonly #requestSeconds = new Histogram({
    name: 'loreguard_http_request_duration_seconds',
    help: 'How long requests took to answer',
    labelNames: ['route'],
    buckets: REQUEST_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #stages = new Histogram({
    name: 'loreguard_stage_duration_seconds',
    help: 'Time that guarded writes spent in each stage',
    labelNames: ['stage'],
    buckets: STAGE_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #decisions = this.#counter('decisions_total', 'Decisions on the record', ['tier', 'result']);
  readonly #reasons = this.#counter('decision_reasons_total', 'Reason codes of decisions', ['tier', 'code']);
  readonly #nliPairs = this.#counter('nli_pairs_total', 'Pairs asked of the NLI model, and why some were not', [
    'outcome',
  ]);
  readonly #nliSeconds = new Histogram({
    name: 'loreguard_nli_duration_seconds',
    help: 'How long writes and checks waited for the NLI model',
    buckets: NLI_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #judgePairs = this.#counter(
    'judge_pairs_total',
    'Pairs asked of the judge, by what it said or why it did not',
    ['outcome'],
  );
  readonly #tokens = this.#counter('llm_tokens_total', 'Tokens sent to and got from the language model', [
    'use',
    'way',
  ]);
  readonly #failedOpen = this.#counter('failed_open_total', 'Writes whose statement could not be read');
  readonly #replays = this.#counter('idempotent_replays_total', 'Requests answered with an earlier answer');
  readonly #limited = this.#counter('rate_limited_total', 'Requests refused as too many');
  readonly #shed = this.#counter('overloaded_total', 'Requests refused as the process was overloaded');
  readonly #jobs = this.#counter('jobs_total', 'Background jobs that ended', ['kind', 'outcome']);
  readonly #jobsDue = this.#gauge('jobs_due', 'Background jobs found due at the last look', ['kind']);
  readonly #storyRequests = this.#counter('detective_requests_total', 'Requests to the model that reads stories', [
    'outcome',
  ]);
  readonly #storyTokens = this.#counter('detective_tokens_total', 'Tokens of these, by what the endpoint says', ['of']);
  readonly #pool = this.#gauge('pool_connections', 'Connections to Postgres, and requests waiting for one', ['state']);

  readonly contentType = this.#registry.contentType;

  /** Counts memory, processor and event loop of the process too. Once a process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  decided({ decision, result, timings }: DecisionEvent): void {
    const { tier, conflicts, warnings } = decision;
    this.#decisions.inc({ tier, result });
    for (const code of new Set([...conflicts, ...warnings].map(({ code }) => code))) this.#reasons.inc({ tier, code });
    if (warnings.some(({ code }) => code === 'normalizer_failed_open')) this.#failedOpen.inc();
    for (const [stage, ms] of Object.entries(timings)) this.#stages.observe({ stage }, ms / 1000);
  }

  nliAsked({ scored, unscored, fault, ms }: NliEvent): void {
    if (scored > 0) this.#nliPairs.inc({ outcome: 'scored' }, scored);
    if (unscored > 0) this.#nliPairs.inc({ outcome: fault ?? 'model_failed' }, unscored);
    this.#nliSeconds.observe(ms / 1000);
  }

  judged(said: readonly Judged[]): void {
    for (const one of said) this.#judgePairs.inc({ outcome: 'fault' in one ? one.fault : one.answer });
  }

  judgeLeftOut(count: number): void {
    if (count > 0) this.#judgePairs.inc({ outcome: 'not_asked' }, count);
  }

  tokensSpent({ use, input, output }: TokenUsage): void {
    this.#tokens.inc({ use, way: 'input' }, input);
    this.#tokens.inc({ use, way: 'output' }, output);
  }

  replayed(): void {
    this.#replays.inc();
  }

  jobsDue(kind: string, count: number): void {
    this.#jobsDue.set({ kind }, count);
  }

  jobEnded(kind: string, outcome: 'done' | 'failed'): void {
    this.#jobs.inc({ kind, outcome });
  }

  storyAsked({ requests, promptTokens, completionTokens, failed }: AskingCost & { failed: number }): void {
    this.#storyRequests.inc({ outcome: 'answered' }, requests);
    this.#storyRequests.inc({ outcome: 'failed' }, failed);
    this.#storyTokens.inc({ of: 'prompt' }, promptTokens);
    this.#storyTokens.inc({ of: 'completion' }, completionTokens);
  }

  answered({ method, route, status, seconds }: AnsweredRequest): void {
    this.#requests.inc({ method: METHODS.has(method) ? method : 'OTHER', route, status });
    this.#requestSeconds.observe({ route }, seconds);
  }

  rateLimited(): void {
    this.#limited.inc();
  }

  overloaded(): void {
    this.#shed.inc();
  }

  /** The page that Prometheus reads. */
  page(connections: { total: number; idle: number; waiting: number }): Promise<string> {
    for (const [state, count] of Object.entries(connections)) this.#pool.set({ state }, count);
    return this.#registry.metrics();
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name: `loreguard_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: string[]): Gauge {
    return new Gauge({ name: `loreguard_${name}`, help, labelNames, registers: [this.#registry] });
  }
}
