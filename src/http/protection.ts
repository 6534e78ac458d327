import { getHeapStatistics } from 'node:v8';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../core/errors.js';
import type { Metrics } from '../telemetry/metrics.js';
import { ANSWER_HEADERS } from './answer-headers.js';

export interface Protection {
  /** Requests a minute of one API key, or of one address without a key; null for no limit. */
  requestsPerMinute: number | null;
  /** Mean delay of the event loop over a second above which requests are refused; 0 for none. */
  eventLoopDelayMs: number;
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: readonly string[];
}

export const NO_PROTECTION: Protection = { requestsPerMinute: null, eventLoopDelayMs: 0, corsOrigins: [] };

/** Beyond this share of the heap that Node allows, the process is about to end for want of memory. */
const HEAP_SHARE_MAX = 0.95;

/** Refuses requests while the process can't keep up, so that those it took are answered in time. */
export async function registerPressure(
  app: FastifyInstance,
  { eventLoopDelayMs }: Protection,
  metrics: Metrics,
): Promise<void> {
  if (eventLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * HEAP_SHARE_MAX,
    pressureHandler: () => {
      metrics.overloaded();
      throw new Problem('overloaded', 'The server can not keep up with the requests.');
    },
  });
}

/** Lets pages of these origins call the API from a browser; without origins, no page may. */
export async function registerCors(app: FastifyInstance, { corsOrigins }: Protection): Promise<void> {
  if (corsOrigins.length === 0) return;
  const allowed: FastifyCorsOptions = {
    origin: [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: Object.keys(ANSWER_HEADERS),
    maxAge: 600,
  };
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({ ...allowed, preflight: isPreflight(request) }),
  });
}

/** https://fetch.spec.whatwg.org/#cors-preflight-request; any other OPTIONS asks for the methods of the path. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}
