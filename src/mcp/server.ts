import { Server } from '@modelcontextprotocol/server';
import { Problem } from '../core/errors.js';
import type { Role } from '../core/role.js';
import type { Tool, Toolset } from '../tools/define.js';
import type { Ask } from './ask.js';
import { INSTRUCTIONS } from './instructions.js';
import { listTool } from './listing.js';
import { type Arguments, type CallContext, requestOf } from './request.js';
import { problemResult, resultOf, type ToolResult } from './result.js';
import { listedTools } from './toolsets.js';

/** What one request is served with. */
export interface Serving {
  tools: readonly Tool[];
  toolsets: readonly Toolset[];
  role: Role;
  project: string | null;
  version: string;
  ask: Ask;
}

/** Where a client puts the key that makes a retry of a write safe: in `_meta` of the call. */
export const IDEMPOTENCY_META = 'loreguard/idempotency-key';

/** A server for one request: it keeps nothing. */
export function createMcpServer(serving: Serving): Server {
  const { version, tools, toolsets, role } = serving;
  const server = new Server(
    { name: 'loreguard', title: 'Loreguard', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(tools, toolsets, role).map(listTool) }));
  server.setRequestHandler('tools/call', ({ params }) => call(serving, params));
  return server;
}

interface Call {
  name: string;
  arguments?: Arguments | undefined;
  _meta?: Readonly<Record<string, unknown>> | undefined;
}

async function call(serving: Serving, { name, arguments: given = {}, _meta }: Call): Promise<ToolResult> {
  const key = _meta?.[IDEMPOTENCY_META];
  const context: CallContext = { project: serving.project, idempotencyKey: typeof key === 'string' ? key : null };
  try {
    const tool = toolOf(serving.tools, name);
    return resultOf(tool, await serving.ask(requestOf(tool, given, context)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemResult({ code: error.code, detail: error.message, errors: error.errors });
  }
}

/** @throws Problem `not_found` */
function toolOf(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Problem('not_found', `There is no tool ${name.slice(0, NAME_SHOWN_MAX)}.`);
  return tool;
}

/** A longer name is some client's mistake, and need not come back whole. */
const NAME_SHOWN_MAX = 100;
