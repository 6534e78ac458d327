import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Store } from '../store/store.js';
import type { Metrics } from '../telemetry/metrics.js';
import { COUNTED } from './answer-headers.js';
import type { RouteDescription } from './described-route.js';
import { problemResponse } from './problem-response.js';

const PAGE: RouteDescription = {
  operationId: 'metrics',
  tags: ['service'],
  security: [],
  summary: 'What this process counted',
  description: 'Counters and histograms for Prometheus: requests, decisions by tier, the queue, the event loop.',
  response: {
    200: {
      description: 'The text format of Prometheus.',
      content: { 'text/plain': { schema: z.string().describe('One line a figure.') } },
      headers: COUNTED,
    },
    429: problemResponse(['rate_limited']),
  },
};

/** /metrics: what this process counted, for Prometheus. It names no tenant, so it is as open as /health. */
export function registerMetrics(app: FastifyInstance, store: Store, metrics: Metrics): void {
  app.get('/metrics', { schema: PAGE }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.page(store.connections())),
  );
}
