import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { NliScorer } from '../core/ports.js';
import type { Store } from '../store/store.js';

const Health = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' });
const Ready = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    checks: z.object({
      database: z.boolean(),
      migrations: z.boolean(),
      accepting: z.boolean().describe('False once the process was asked to stop.'),
    }),
    nli: z
      .enum(['off', 'ready', 'unavailable'])
      .describe('The model of inference. Requests are served without it too, so it makes no difference to the status.'),
  })
  .meta({ id: 'Ready' });

/**
 * /health: the process answers. /ready: the database answers, its schema is the one that this version needs, and nobody
 * has asked the process to stop.
 */
export function registerHealth(
  app: FastifyInstance,
  { store, scorer, version }: { store: Store; scorer: Pick<NliScorer, 'readiness'>; version: string },
  isStopping: () => boolean,
): void {
  const open = { tags: ['service'], security: [] };
  // Probes must get their answer whoever shares their address.
  const config = { countedFor: 'nobody' } as const;
  app.get(
    '/health',
    { config, schema: { ...open, operationId: 'health', summary: 'Is the process alive?', response: { 200: Health } } },
    () => ({ status: 'ok', version }),
  );
  app.get(
    '/ready',
    {
      config,
      schema: {
        ...open,
        operationId: 'ready',
        summary: 'Can it serve requests?',
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply) => {
      const checks = { ...(await readiness(store)), accepting: !isStopping() };
      const ready = Object.values(checks).every((isFine) => isFine);
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'ready' : 'not_ready', checks, nli: scorer.readiness });
    },
  );
}

async function readiness(store: Store): Promise<{ database: boolean; migrations: boolean }> {
  try {
    return { database: true, migrations: (await store.migrationsPending()).length === 0 };
  } catch {
    return { database: false, migrations: false };
  }
}
