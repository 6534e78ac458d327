import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Deps } from './flows/deps.js';
import type { Authenticator } from './http/auth.js';
import { registerHealth } from './http/health.js';
import { registerOpenapi } from './http/openapi.js';
import { registerProblems } from './http/problem.js';
import { registerTools } from './http/register.js';
import { registerValidation } from './http/validation.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

export interface AppOptions {
  authenticator: Authenticator;
  logger: FastifyServerOptions['logger'];
  version: string;
}

/** Builds the HTTP application. It doesn't listen and reads no environment: tests inject requests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => deps.ids.next(),
    forceCloseConnections: 'idle',
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  registerProblems(app);
  registerValidation(app);
  await registerOpenapi(app, options.version);
  registerHealth(app, deps.store, options.version);
  registerTools(app, deps, options.authenticator);
  await app.ready();
  return app;
}
