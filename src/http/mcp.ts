import {
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHttpHandler,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/errors.js';
import { TENANT_NAME } from '../core/scope.js';
import type { Answered, Ask, Asked } from '../mcp/ask.js';
import { createMcpServer } from '../mcp/server.js';
import type { Serving } from '../mcp/serving.js';
import { chosenToolsets } from '../mcp/toolsets.js';
import { speaksLines, TOOLSETS, type Tool } from '../tools/define.js';
import { type Authenticator, openDoor } from './auth.js';
import { callerOf } from './register.js';
import type { RequestLimits } from './request-limit.js';

interface Mounting {
  tools: readonly Tool[];
  authenticator: Authenticator;
  limits: RequestLimits;
  version: string;
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: readonly string[];
}

const PATH = '/mcp';

/** What goes with every request that a call leads to. */
const PASSED_ON = ['authorization', 'loreguard-session'] as const;

/** Calls that lead to a request to the API, by which they are counted. */
const COUNTED_THERE: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read', 'prompts/get']);

/**
 * Mounts the Model Context Protocol: streamable HTTP, one message a request, nothing kept between them. What a tool is
 * called for is asked of the routes of the API, so that all that holds for them holds here.
 */
export function registerMcp(app: FastifyInstance, { tools, ...door }: Mounting): void {
  const mounting = { tools: tools.filter((tool) => !speaksLines(tool)), ...door };
  app.route({
    method: 'POST',
    url: PATH,
    config: { countedFor: 'caller' },
    onRequest: async (request, reply) => {
      requireKnownHost(request, mounting);
      request.caller = await callerOf(request, reply, mounting);
    },
    handler: (request, reply) => serve(app, mounting, request, reply),
  });
}

async function serve(
  app: FastifyInstance,
  { tools, limits, version }: Mounting,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, caller } = request;
  const choice = chosen(request);
  const isCountedThere =
    COUNTED_THERE.has((body as { method?: unknown } | null)?.method) && !(choice instanceof Problem);
  if (!isCountedThere) await limits.ofCaller(request, reply);
  if (choice instanceof Problem) throw choice;
  // One message may not stand for many requests.
  if (Array.isArray(body)) throw new Problem('invalid_request', 'Send one JSON-RPC message a request, not a batch.');
  let asked = 0;
  const send = askOf(app, request);
  const ask: Ask = (wanted) => {
    asked += 1;
    return send(wanted);
  };
  const serving: Serving = { tools, ...choice, role: caller.role, version, ask };
  const handler = createMcpHandler(() => createMcpServer(serving), {
    // Nothing is ever announced.
    maxSubscriptions: 0,
    onerror: (err) => request.log.debug({ err }, 'a message was refused'),
  });
  const response = await answered(handler, request, reply);
  if (isCountedThere && asked === 0) await limits.ofCaller(request, reply);
  return reply.send(response);
}

/** What the address chooses, or what is wrong with it. */
function chosen({ query }: FastifyRequest): Pick<Serving, 'toolsets' | 'project'> | Problem {
  const unknown = Object.keys(query as object).find((name) => name !== 'toolset' && name !== 'project');
  if (unknown !== undefined) return refused(unknown, 'is not known; an address of MCP takes toolset and project');
  const { toolset, project = null } = query as { toolset?: string | string[]; project?: string | string[] };
  const toolsets = chosenToolsets([toolset ?? []].flat().join(','));
  if (toolsets === null) return refused('toolset', `must be some of ${TOOLSETS.join(', ')}, with commas between`);
  if (project !== null && (Array.isArray(project) || !TENANT_NAME.test(project)))
    return refused('project', 'must be the name of a project');
  return { toolsets, project };
}

function refused(path: string, message: string): Problem {
  return new Problem('invalid_request', `1 field is not valid: ${path}.`, [{ path, message }]);
}

/** Hands the message over; what the client no longer waits for is given up. */
function answered(handler: McpHttpHandler, request: FastifyRequest, reply: FastifyReply): Promise<Response> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const asWeb = new Request(`http://localhost${PATH}`, { method: 'POST', headers, signal: gone.signal });
  return handler.fetch(asWeb, { parsedBody: request.body });
}

/** Asks the routes of this application, as the caller who called and under the same id. */
function askOf(app: FastifyInstance, { headers, ip, id }: FastifyRequest): Ask {
  const passed = Object.fromEntries(
    PASSED_ON.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
  return async ({ method, path, body, ...asked }: Asked): Promise<Answered> => {
    const response = await app.inject({
      ...{ method, url: path, remoteAddress: ip },
      headers: { ...asked.headers, ...passed, 'x-request-id': id },
      ...(body && { payload: body }),
    });
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      body: response.json(),
      ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
    };
  };
}

/**
 * A page in a browser may not reach a server on its user's machine, also not by a name that it makes lead there.
 * @throws Problem `forbidden`
 */
function requireKnownHost({ headers }: FastifyRequest, { authenticator, corsOrigins }: Mounting): void {
  const origins = [...localhostAllowedOrigins(), ...corsOrigins.map((origin) => new URL(origin).hostname)];
  const byOrigin = validateOriginHeader(headers.origin, origins);
  if (!byOrigin.ok) throw new Problem('forbidden', `${byOrigin.message}. CORS_ORIGINS names the pages that may call.`);
  // Elsewhere a key is asked for, which no page knows.
  if (authenticator !== openDoor) return;
  const byHost = validateHostHeader(headers.host, localhostAllowedHostnames());
  if (!byHost.ok)
    throw new Problem('forbidden', `${byHost.message}. Without keys the server answers to localhost only.`);
}
