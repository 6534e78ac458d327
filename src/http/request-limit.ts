import { isIP } from 'node:net';
import rateLimit, { normalizeIP, type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Problem } from '../core/errors.js';
import type { Metrics } from '../telemetry/metrics.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who the requests of a route count for; left out: the address that they come from. */
    countedFor?: 'caller' | 'nobody';
  }
}

/** Counts a request; throws Problem `rate_limited` when it is one too many. */
type Count = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** How many requests are taken, in windows of a minute, by this process. */
export interface RequestLimits {
  /** For the caller, who is known. */
  ofCaller: Count;
  /** For the address, of a request without a valid key. */
  ofAddress: Count;
  /** For the address, of a key that this process never saw and has to ask the database about. */
  ofQuestion: Count;
}

const WINDOW_MS = 60_000;

/** Those that sent nothing for the longest are forgotten first. Callers and addresses don't push each other out. */
const COUNTED_MAX = 10_000;

const uncounted: Count = async () => undefined;
const NO_LIMITS: RequestLimits = { ofCaller: uncounted, ofAddress: uncounted, ofQuestion: uncounted };

/**
 * Limits what callers and addresses send. What isn't a route of the API counts for its address from here on; the routes
 * of the API count for themselves, with what is answered.
 * @param perMinute null for no limit
 */
export async function registerRequestLimits(
  app: FastifyInstance,
  perMinute: number | null,
  metrics: Metrics,
): Promise<RequestLimits> {
  if (perMinute === null) return NO_LIMITS;
  const refusal = (ttlMs: number) => {
    metrics.rateLimited();
    return new Problem(
      'rate_limited',
      `The limit is ${perMinute} requests a minute; try again in ${seconds(ttlMs)} s.`,
    );
  };
  await app.register(rateLimit, {
    ...{ global: false, max: perMinute, timeWindow: WINDOW_MS, enableDraftSpec: true },
    errorResponseBuilder: (_request, { ttl }) => refusal(ttl),
  });
  const by = (keyGenerator: (request: FastifyRequest) => string): RateLimitOptions => {
    return { keyGenerator, cache: COUNTED_MAX };
  };
  const counter = (options: RateLimitOptions): Count => {
    const count = app.rateLimit(options) as onRequestAsyncHookHandler;
    return async (request, reply) => {
      try {
        await count.call(app, request, reply);
      } finally {
        tellQuota(reply);
      }
    };
  };
  const ofAddress = counter(by(addressOf));
  const ask = app.createRateLimit(by(addressOf));
  const ofQuestion: Count = async (request, reply) => {
    const asked = await ask(request);
    if (asked.isAllowed || !asked.isExceeded) return;
    await ofAddress(request, reply);
    reply.header('retry-after', String(asked.ttlInSeconds));
    throw refusal(asked.ttl);
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config?.countedFor === undefined) await ofAddress(request, reply);
  });
  return { ofCaller: counter(by(callerOf)), ofAddress, ofQuestion };
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10, for those of an earlier draft that the plugin sets. */
function tellQuota(reply: FastifyReply): void {
  const [limit, left, reset] = DRAFT_HEADERS.map((name) => reply.getHeader(name));
  // It sets them once a request, also where that is counted twice.
  if (limit === undefined) return;
  for (const name of DRAFT_HEADERS) reply.removeHeader(name);
  reply.header('ratelimit-policy', `"default";q=${limit};w=${seconds(WINDOW_MS)}`);
  reply.header('ratelimit', `"default";r=${left};t=${reset}`);
}

const DRAFT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

function callerOf({ caller, ip }: FastifyRequest): string {
  return caller.keyId === null ? `admin ${networkOf(ip)}` : `key ${caller.keyId}`;
}

function addressOf({ ip }: FastifyRequest): string {
  return networkOf(ip);
}

/** An IPv4 address; of IPv6 its /64, as one client has all of that. What a proxy says that is no address is one client. */
function networkOf(ip: string | undefined): string {
  return ip === undefined || isIP(ip) === 0 ? 'no address' : normalizeIP(ip);
}
