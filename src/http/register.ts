import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PROBLEMS, Problem, type ProblemCode } from '../core/errors.js';
import { grouped } from '../core/grouped.js';
import { type Caller, mayDo } from '../core/role.js';
import type { Deps } from '../flows/deps.js';
import { once } from '../flows/once.js';
import {
  describeTool,
  hasShort,
  isLines,
  isRead,
  type Served,
  type Tool,
  type ToolContext,
  type ToolResponse,
  takesKey,
  takesSession,
} from '../tools/define.js';
import { fromWire } from '../tools/wire.js';
import { kept, rendered, send } from './answer.js';
import { type AnswerHeader, COUNTED } from './answer-headers.js';
import { type Authenticator, tenantOf } from './auth.js';
import type { DescribedAnswer, RouteDescription } from './described-route.js';
import { IdempotencyHeaders, idempotencyKey, keyedRequest, REPLAYED_HEADER } from './idempotency.js';
import { IfMatchHeaders, ifMatch } from './if-match.js';
import { acceptLines, LINES_TYPE, linesOf, sendLines } from './lines.js';
import { PreferHeaders, viewQuery, wantsShort } from './preference.js';
import { instanceOf } from './problem.js';
import { problemResponse } from './problem-response.js';
import type { RequestLimits } from './request-limit.js';
import { recordUse, SessionHeaders, sessionOf } from './session.js';

/** Problems that every operation may answer with: `not_found` is the organisation of another key. */
const COMMON: readonly ProblemCode[] = [
  ...(['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'rate_limited', 'internal'] as const),
  ...(['overloaded', 'unavailable'] as const),
];
const COMMON_WITH_KEY: readonly ProblemCode[] = ['idempotency_mismatch', 'idempotency_in_progress', 'erased'];
/** Where there is a body, those about it. */
const COMMON_WITH_BODY: readonly ProblemCode[] = ['malformed_json', 'payload_too_large', 'unsupported_media_type'];

/** A parameter that nobody checks must not reach a tool. */
const NO_QUERY = z.strictObject({});

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; only routes of tools have one. */
    caller: Caller;
  }
}

interface Mounting {
  tools: readonly Tool[];
  served: Served;
  authenticator: Authenticator;
  limits: RequestLimits;
}

/** Mounts tools as routes. */
export function registerTools(app: FastifyInstance, deps: Deps, { tools, served, ...door }: Mounting): void {
  const withLines = tools.filter(({ lines }) => lines !== undefined);
  const mounting = { all: tools, served, ...door };
  registerAll(app, deps, { ...mounting, tools: tools.filter((tool) => !withLines.includes(tool)) });
  app.register(async (scope) => {
    acceptLines(scope);
    registerAll(scope, deps, { ...mounting, tools: withLines });
  });
}

function registerAll(
  app: FastifyInstance,
  deps: Deps,
  { all, tools, served, ...door }: Mounting & { all: readonly Tool[] },
): void {
  for (const { tool, path, schema, headers } of tools.flatMap(routesOf)) {
    app.route({
      method: tool.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      schema,
      config: { countedFor: 'caller' },
      onRequest: async (request, reply) => {
        reply.headers(headers);
        request.caller = await callerOf(request, reply, door);
        await door.limits.ofCaller(request, reply);
        requireRole(request.caller, tool);
      },
      handler: (request, reply) => handle(tool, { deps, served, tools: all }, request, reply),
    });
  }
}

/** The path of a tool, and the one that it had before. */
function routesOf(tool: Tool) {
  const schema = describe(tool);
  const own = { tool, path: tool.path, schema, headers: {} };
  if (tool.alias === undefined) return [own];
  const { path, since, sunset } = tool.alias;
  const headers = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() };
  return [own, { tool, path, schema: deprecated(schema, tool), headers }];
}

function deprecated(schema: RouteDescription, { name, path }: Tool): RouteDescription {
  const response = Object.fromEntries(
    Object.entries(schema.response).map(([status, answer]) => [
      status,
      { ...answer, headers: [...(answer.headers ?? []), 'Deprecation' as const, 'Sunset' as const] },
    ]),
  );
  const said = { operationId: `${name}_deprecated`, description: `Use \`${path}\`, which answers the same.` };
  return { ...schema, ...said, deprecated: true, response };
}

/**
 * Who a request comes from.
 * @throws Problem `unauthorized`; or `rate_limited`, as a request without a valid key counts for its address
 */
export async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, limits }: Pick<Mounting, 'authenticator' | 'limits'>,
): Promise<Caller> {
  try {
    return await authenticator.authenticate(request, () => limits.ofQuestion(request, reply));
  } catch (error) {
    await limits.ofAddress(request, reply);
    throw error;
  }
}

function requireRole({ role }: Caller, { name, role: needed }: Tool): void {
  if (!mayDo(role, needed)) throw new Problem('forbidden', `${name} needs the role ${needed}; this key is a ${role}.`);
}

async function handle(
  tool: Tool,
  { deps, served, tools }: Pick<ToolContext, 'deps' | 'served' | 'tools'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = tool.lines === undefined ? asObject(request.body) : {};
  const input = fromWire({ ...asObject(request.query), ...body, ...asObject(request.params) });
  const { caller } = request;
  const tenant = tenantOf(input as Parameters<typeof tenantOf>[0], caller);
  const instance = instanceOf(request);
  request.told.tenant = tenant;
  const report = (error: unknown) => request.log.error({ err: error }, 'a part of the request failed');
  const lines = linesOf(request, tool.lines !== undefined);
  const session = sessionOf(tool, request, tenant);
  const asked = { ifMatch: ifMatch(request), instance, session, lines };
  const context: ToolContext = { deps, tenant, caller, served, tools, ...asked, report };
  const key = idempotencyKey(tool, request);
  if (answersLines(tool)) {
    const { status, body } = await tool.run(context, input as never);
    return sendLines(reply, status, body as Readable);
  }
  const run = async () => {
    const answer = await tool.run(context, input as never);
    if (answer.trace !== undefined) request.told.trace = answer.trace;
    if (answer.headers !== undefined) reply.headers(answer.headers);
    return rendered(answer, instance, wantsShort(tool, request));
  };
  if (session !== null) recordUse({ deps, session, tool, request, reply, report });
  if (key === null) return send(request, reply, await run());
  const work = () => kept(run, instance);
  const { answer, isReplayed } = await once(deps, { ...keyedRequest(request, tenant, key), work, report });
  if (isReplayed) reply.header(REPLAYED_HEADER, 'true');
  return send(request, reply, answer);
}

/** All problems that a tool may answer with. */
export function problemsOf(tool: Tool): readonly ProblemCode[] {
  const withBody = tool.body === undefined && tool.lines === undefined ? [] : COMMON_WITH_BODY;
  const withKey = takesKey(tool) ? COMMON_WITH_KEY : [];
  return [...new Set([...COMMON, ...withBody, ...withKey, ...tool.problems])];
}

function describe(tool: Tool): RouteDescription {
  const { name, tag, summary, params, body, lines } = tool;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: describeTool(tool),
    ...(params && { params: params as z.ZodObject }),
    headers: headersOf(tool),
    querystring: queryOf(tool),
    ...(body && { body }),
    ...(lines && { lines: lines.lineSchema }),
    response: { ...answersOf(tool), ...refusalsOf(tool) },
  };
}

/** The headers that an operation heeds. */
function headersOf(tool: Tool): z.ZodObject {
  return z.looseObject({
    ...(takesKey(tool) ? IdempotencyHeaders.shape : {}),
    ...(tool.takesIfMatch ? IfMatchHeaders.shape : {}),
    ...(takesSession(tool) ? SessionHeaders.shape : {}),
    ...(hasShort(tool) && !isRead(tool) ? PreferHeaders.shape : {}),
  });
}

function queryOf(tool: Tool): z.ZodObject {
  const query = (tool.query as z.ZodObject | undefined) ?? NO_QUERY;
  return hasShort(tool) && isRead(tool) ? query.safeExtend(viewQuery) : query;
}

function answersOf(tool: Tool): RouteDescription['response'] {
  return Object.fromEntries(
    Object.entries(tool.responses).map(([status, { description, schema, short, headers = [] }]) => [
      status,
      {
        description,
        headers: [...COUNTED, ...timed(schema), ...replayable(tool), ...preferable(tool), ...headers],
        content: contentOf(schema, short),
      },
    ]),
  );
}

function contentOf(schema: ToolResponse['schema'], short: z.ZodObject | undefined): DescribedAnswer['content'] {
  if (isLines(schema)) return { [LINES_TYPE]: { schema: schema.lineSchema } };
  return {
    'application/json': { schema: short === undefined ? schema : z.discriminatedUnion('view', [schema, short]) },
  };
}

/** How long lines take is known once they are gone. */
function timed(schema: ToolResponse['schema']): readonly AnswerHeader[] {
  return isLines(schema) ? [] : ['Server-Timing'];
}

function answersLines({ responses }: Tool): boolean {
  return Object.values(responses).some(({ schema }) => isLines(schema));
}

function refusalsOf(tool: Tool): RouteDescription['response'] {
  const byStatus = grouped(problemsOf(tool).map((code) => [PROBLEMS[code].status, code]));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      problemResponse(codes as [ProblemCode], [...replayable(tool), ...(status === 409 ? preferable(tool) : [])]),
    ]),
  );
}

/** What says that an answer is as short as was preferred. */
function preferable(tool: Tool): readonly AnswerHeader[] {
  return hasShort(tool) && !isRead(tool) ? ['Preference-Applied'] : [];
}

/** What says that an answer is that of an earlier request. */
function replayable(tool: Tool): readonly AnswerHeader[] {
  return takesKey(tool) ? ['Idempotency-Replayed'] : [];
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
