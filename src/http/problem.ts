import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, PROBLEMS, Problem, type ProblemCode, problemBody } from '../core/errors.js';
import { toWire } from '../tools/wire.js';

/** Faults of the framework, by its own codes. */
const FRAMEWORK_FAULTS: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
};

/** After how many seconds a request may be sent again. */
const RETRY_AFTER_S: Partial<Record<ProblemCode, number>> = {
  unavailable: 2,
  overloaded: 2,
  idempotency_in_progress: 2,
};

/** A longer path is some client's mistake, and need not come back whole. */
const SHOWN_MAX = 200;

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status } = PROBLEMS[problem.code];
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="loreguard"');
  const wait = RETRY_AFTER_S[problem.code];
  if (wait !== undefined) reply.header('retry-after', String(wait));
  return reply
    .code(status)
    .type(PROBLEM_TYPE)
    .send(
      problemBody(problem.code, problem.message, instanceOf(request), problem.errors, toWire(problem.extra) as object),
    );
}

/** Path and request id: what an operator needs to find the request in the log. */
export function instanceOf(request: FastifyRequest): string {
  return `${shownPath(request)}#${request.id}`;
}

/** The path of a request, without its parameters and no longer than any of this API is. */
export function shownPath({ url }: FastifyRequest): string {
  return (url.split('?')[0] ?? '').slice(0, SHOWN_MAX);
}

/** One handler for every fault. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, app.initialConfig.bodyLimit ?? 0);
    if (problem.code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (problem.code === 'unavailable') request.log.warn({ err: error }, 'service unavailable');
    return sendProblem(request, reply, problem);
  });
}

function toProblem(error: FastifyError, bodyLimit: number): Problem {
  if (error instanceof Problem) return error;
  const code = FRAMEWORK_FAULTS[error.code] ?? clientFault(error);
  if (code === 'payload_too_large') return new Problem(code, `The limit is ${bodyLimit} bytes.`);
  if (code === undefined) return new Problem('internal', 'An unexpected fault; nothing was acknowledged.', [], error);
  return new Problem(code, PROBLEMS[code].help);
}

/** The JSON parser throws a plain SyntaxError that carries status 400. */
function clientFault(error: FastifyError): ProblemCode | undefined {
  if (error instanceof SyntaxError && error.statusCode === 400) return 'malformed_json';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'invalid_request' : undefined;
}
