import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.js';
import type { Metrics } from '../telemetry/metrics.js';

/** /metrics: what this process counted, for Prometheus. It names no tenant, so it is as open as /health. */
export function registerMetrics(app: FastifyInstance, store: Store, metrics: Metrics): void {
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.page(store.connections())),
  );
}
