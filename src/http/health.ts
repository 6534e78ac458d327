import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { NliScorer } from '../core/ports.js';
import type { Store } from '../store/store.js';
import type { DescribedAnswer, RouteDescription } from './described-route.js';
import { problemResponse } from './problem-response.js';

const Health = z
  .object({ status: z.literal('ok').describe('It answers.'), version: z.string().describe('Version of the server.') })
  .describe('The process is alive.')
  .meta({ id: 'Health' });
const Ready = z
  .object({
    status: z.enum(['ready', 'not_ready']).describe('Whether all of the checks hold.'),
    checks: z
      .object({
        database: z.boolean().describe('The database answers.'),
        migrations: z.boolean().describe('Its schema is the one that this version needs.'),
        accepting: z.boolean().describe('False once the process was asked to stop.'),
      })
      .describe('What it takes to serve requests.'),
    nli: z
      .enum(['off', 'ready', 'unavailable'])
      .describe('The model of inference. Requests are served without it too, so it makes no difference to the status.'),
  })
  .describe('Whether requests can be served.')
  .meta({ id: 'Ready' });

const ALIVE: RouteDescription = {
  operationId: 'health',
  tags: ['service'],
  security: [],
  summary: 'Is the process alive?',
  description: 'For a supervisor that restarts what does not answer.',
  response: { 200: answer('The process answers.', Health), 431: problemResponse(['headers_too_large']) },
};

const CAN_SERVE: RouteDescription = {
  operationId: 'ready',
  tags: ['service'],
  security: [],
  summary: 'Can it serve requests?',
  description: 'For a balancer that sends requests where they can be answered.',
  response: {
    200: answer('It can.', Ready),
    431: problemResponse(['headers_too_large']),
    503: answer('It can not.', Ready),
  },
};

function answer(description: string, schema: z.ZodType): DescribedAnswer {
  return { description, content: { 'application/json': { schema } }, headers: ['X-Request-Id'] };
}

/**
 * /health: the process answers. /ready: the database answers, its schema is the one that this version needs, and nobody
 * has asked the process to stop.
 */
export function registerHealth(
  app: FastifyInstance,
  { store, scorer, version }: { store: Store; scorer: Pick<NliScorer, 'readiness'>; version: string },
  isStopping: () => boolean,
): void {
  // Probes must get their answer whoever shares their address.
  const config = { countedFor: 'nobody' } as const;
  app.get('/health', { config, schema: ALIVE }, () => ({ status: 'ok', version }));
  app.get('/ready', { config, schema: CAN_SERVE }, async (_request, reply) => {
    const checks = { ...(await readiness(store)), accepting: !isStopping() };
    const ready = Object.values(checks).every((isFine) => isFine);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks, nli: scorer.readiness });
  });
}

async function readiness(store: Store): Promise<{ database: boolean; migrations: boolean }> {
  try {
    return { database: true, migrations: (await store.migrationsPending()).length === 0 };
  } catch {
    return { database: false, migrations: false };
  }
}
