import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Deps } from './flows/deps.js';
import type { Authenticator } from './http/auth.js';
import { registerBodies } from './http/body.js';
import { registerLeave } from './http/drain.js';
import { registerHealth } from './http/health.js';
import { type InFlight, registerInFlight } from './http/in-flight.js';
import { registerLanding } from './http/landing.js';
import { registerRequestLog } from './http/log.js';
import { registerMcp } from './http/mcp.js';
import { registerMethods } from './http/methods.js';
import { registerMetrics } from './http/metrics.js';
import { registerDocs, registerOpenapi } from './http/openapi.js';
import { registerProblems } from './http/problem.js';
import { registerProblemPages } from './http/problem-pages.js';
import { NO_PROTECTION, type Protection, registerCors, registerPressure } from './http/protection.js';
import { registerTools } from './http/register.js';
import { registerRequestLimits } from './http/request-limit.js';
import { DEFAULT_LIMITS, type Limits, markAnswer, serverOptions } from './http/server-options.js';
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
  /** Whether /docs and /openapi.json are served; default true. */
  showDocs?: boolean;
  limits?: Partial<Limits>;
  protection?: Partial<Protection>;
  /** The proxies whose word about the address of a client counts; default none. */
  trustProxy?: readonly string[];
  /** Told which requests are in flight. */
  inFlight?: InFlight;
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
    markAnswer(request, reply);
    done();
  });
  const isStopping = options.isStopping ?? (() => false);
  registerLeave(app, isStopping);
  if (options.inFlight) registerInFlight(app, options.inFlight);
  registerRequestLog(app, metrics);
  registerBodies(app);
  await registerOpenapi(app, deps.version);
  registerProblems(app);
  registerMethods(app);
  registerValidation(app);
  await registerCors(app, protection);
  const limits = await registerRequestLimits(app, protection.requestsPerMinute, metrics);
  const hasDocs = options.showDocs !== false;
  registerLanding(app, { version: deps.version, hasDocs });
  registerProblemPages(app);
  if (hasDocs) await registerDocs(app);
  registerHealth(app, deps, isStopping);
  if (options.showMetrics !== false) registerMetrics(app, deps.store, metrics);
  await app.register(async (guarded) => {
    await registerPressure(guarded, protection, metrics);
    const { bodyBytes } = { ...DEFAULT_LIMITS, ...options.limits };
    const served = { bodyBytes, requestsPerMinute: protection.requestsPerMinute };
    const mounting = { tools: options.tools ?? TOOLS, authenticator: options.authenticator, limits, served };
    registerTools(guarded, deps, mounting);
    registerMcp(guarded, { ...mounting, version: deps.version, corsOrigins: protection.corsOrigins });
  });
  await app.ready();
  return app;
}
