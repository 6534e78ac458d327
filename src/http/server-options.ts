import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyHttpOptions, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { PROBLEM_TYPE, PROBLEMS, Problem, type ProblemCode, problemBody } from '../core/errors.js';
import type { Ids } from '../core/ports.js';
import { sendProblem } from './problem.js';

/** What one client may cost, in bytes and milliseconds. */
export interface Limits {
  bodyBytes: number;
  /** From the start of a request, or of a connection that sends none, to the end of its headers. */
  headersMs: number;
  /** From the start of a request to the end of its body. */
  requestMs: number;
  /** How often the two above are looked at. */
  checkMs: number;
  /** How long a connection may stay open between requests. */
  keepAliveMs: number;
  /** How long a connection may stay silent in both directions, also while its request is being done. */
  silenceMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 1024 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 2000,
  keepAliveMs: 72_000,
  silenceMs: 300_000,
};

/** Longer than any parameter that is valid, so that a wrong one is told apart by its schema. */
const PARAMETER_LENGTH_MAX = 1000;

/** What a client may call its request, so that it is safe in headers and logs. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** https://www.w3.org/TR/trace-context/: version, trace, parent, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** How the server takes connections and requests, before any route is known. */
export function serverOptions(ids: Ids, limits: Limits): FastifyHttpOptions<Server> {
  return {
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.silenceMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    forceCloseConnections: 'idle',
    // While it closes, requests that have arrived are still answered.
    return503OnClosing: false,
    genReqId: ({ headers }) => matched(REQUEST_ID, headers['x-request-id']) ?? ids.next(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: (logger, bindings, options, { headers }) => {
      const trace = matched(TRACEPARENT, headers.traceparent);
      return logger.child(trace === undefined ? bindings : { ...bindings, trace_id: trace }, options);
    },
    // No hook runs for these.
    frameworkErrors: (_error, request, reply) =>
      sendProblem(request, markAnswer(request, reply), new Problem('invalid_request', 'The address can not be read.')),
    clientErrorHandler: refuseConnection,
  };
}

/** What every answer to a request has: its id, and that nobody should guess what the body is. */
export function markAnswer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
}

/** The first group of a match, or else the whole of it. */
function matched(pattern: RegExp, header: string | string[] | undefined): string | undefined {
  const match = typeof header === 'string' ? pattern.exec(header) : null;
  return match?.[1] ?? match?.[0];
}

/** What the parser of HTTP says of a request that it gives up. */
const PARSER_FAULTS: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers what is no HTTP request, or came too slowly, and closes the connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }): void {
  // An answer that has begun must not be mixed with this one.
  const mayAnswer = socket.writable && error.code !== 'ECONNRESET' && socket._httpMessage?.headersSent !== true;
  if (!mayAnswer) return void socket.destroy();
  const code = PARSER_FAULTS[error.code ?? ''] ?? 'invalid_request';
  const detail = code === 'invalid_request' ? 'This is not an HTTP request.' : PROBLEMS[code].help;
  const body = JSON.stringify(problemBody(code, detail, '#'));
  const { status } = PROBLEMS[code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
