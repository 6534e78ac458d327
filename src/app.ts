import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Deps } from './flows/deps.js';
import type { Authenticator } from './http/auth.js';
import { registerBodies } from './http/body.js';
import { registerHealth } from './http/health.js';
import { registerRequestLog } from './http/log.js';
import { registerMethods } from './http/methods.js';
import { registerMetrics } from './http/metrics.js';
import { registerOpenapi } from './http/openapi.js';
import { registerProblems } from './http/problem.js';
import {
  NO_PROTECTION,
  type Protection,
  registerCors,
  registerPressure,
  registerRateLimit,
} from './http/protection.js';
import { registerTools } from './http/register.js';
import { DEFAULT_LIMITS, type Limits, serverOptions } from './http/server-options.js';
import { registerValidation } from './http/validation.js';
import { Metrics } from './telemetry/metrics.js';
import type { Tool } from './tools/define.js';
import { TOOLS } from './tools/index.js';

export interface AppOptions {
  authenticator: Authenticator;
  logger: FastifyServerOptions['logger'];
  /** Where requests are counted. */
  metrics?: Metrics;
  /** Whether /metrics is served; default true. */
  showMetrics?: boolean;
  limits?: Partial<Limits>;
  protection?: Partial<Protection>;
  /** The proxies whose word about the address of a client counts; default none. */
  trustProxy?: readonly string[];
  /** Whether the process was asked to stop. */
  isStopping?: () => boolean;
  /** The operations; default all of them. */
  tools?: readonly Tool[];
}

/** Builds the HTTP application. It doesn't listen and reads no environment: tests inject requests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const metrics = options.metrics ?? new Metrics();
  const protection = { ...NO_PROTECTION, ...options.protection };
  const app = Fastify({
    ...serverOptions(deps.ids, { ...DEFAULT_LIMITS, ...options.limits }),
    logger: options.logger ?? false,
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    done();
  });
  registerRequestLog(app, metrics);
  registerBodies(app);
  registerProblems(app);
  registerMethods(app);
  registerValidation(app);
  await registerCors(app, protection);
  await registerOpenapi(app, deps.version);
  registerHealth(app, deps, options.isStopping ?? (() => false));
  if (options.showMetrics !== false) registerMetrics(app, deps.store, metrics);
  await app.register(async (guarded) => {
    await registerPressure(guarded, protection, metrics);
    const limit = await registerRateLimit(guarded, protection, metrics);
    registerTools(guarded, deps, { tools: options.tools ?? TOOLS, authenticator: options.authenticator, limit });
  });
  await app.ready();
  return app;
}
