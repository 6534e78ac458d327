import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Tenant } from '../core/scope.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { AnswerTrace } from '../tools/define.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the log says of a request beside its route and status; set while it is answered. */
    told: { tenant?: Tenant; trace?: AnswerTrace };
  }
}

const UNMATCHED = 'unmatched';

/** The files of the page that describes the API, of which nobody asks how often each was read. */
const DOCS = /^\/docs(\/|$)/;

/**
 * Lines of JSON. An error is told by its type, code, message and stack, without the details in which a driver repeats
 * the values of a statement.
 */
export function loggerOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return { level, serializers: { err: describeError } };
}

/** One line and one measurement a request, once it is answered: whose it was, what became of it, never what it said. */
export function registerRequestLog(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest('told');
  app.addHook('onRequest', (request, _reply, done) => {
    request.told = {};
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, told, caller } = request;
    const route = request.routeOptions.url ?? UNMATCHED;
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    metrics.answered({ method, route: DOCS.test(route) ? '/docs' : route, status, seconds: ms / 1000 });
    const { tenant, trace } = told;
    request.log.info(
      {
        ...{ method, route, status, ms: Math.round(ms * 1000) / 1000 },
        ...(caller?.keyId != null && { key_id: caller.keyId }),
        ...(tenant && { org_id: tenant.orgId, project: tenant.project }),
        ...(trace && { decision_id: trace.decisionId, tier: trace.tier }),
      },
      'answered',
    );
    done();
  });
}

type DescribedError = { type: string; code?: string; message: string; stack: string; cause?: DescribedError };

function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    message: withoutParameters(error.message),
    stack: withoutParameters(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** The query builder puts the parameters of a failed query behind it, in the message and so in the stack. */
function withoutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '\nparams: not shown');
}
