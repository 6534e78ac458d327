import { Server } from '@modelcontextprotocol/server';
import { Problem } from '../core/errors.js';
import { readerOf, toolOf } from './catalogue.js';
import { instructionsFor } from './instructions.js';
import { listTool } from './listing.js';
import { getPrompt, listPrompts } from './prompts.js';
import { type Arguments, requestOf } from './request.js';
import { listResources, listTemplates, readResource } from './resources.js';
import { problemResult, resultOf, type ToolResult } from './result.js';
import type { Serving } from './serving.js';
import { listedTools } from './toolsets.js';

/** Where a client puts the key that makes a retry of a write safe: in `_meta` of the call. */
export const IDEMPOTENCY_META = 'loreguard/idempotency-key';

/** A server for one request: it keeps nothing. */
export function createMcpServer(serving: Serving): Server {
  const { version, tools, toolsets, role } = serving;
  const server = new Server(
    { name: 'loreguard', title: 'Loreguard', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: instructionsFor(serving) },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(tools, toolsets, role).map(listTool) }));
  server.setRequestHandler('tools/call', ({ params }) => call(serving, params));
  server.setRequestHandler('resources/list', () => ({ resources: listResources() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: listTemplates() }));
  server.setRequestHandler('resources/read', async ({ params }) => ({
    contents: [await readResource(serving, params.uri)],
  }));
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(serving, params.name, params.arguments ?? {}));
  return server;
}

interface Call {
  name: string;
  arguments?: Arguments | undefined;
  _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A refusal and a problem are answers too: what a model gets to read is the result, and not what the protocol says. */
async function call(serving: Serving, { name, arguments: given = {}, _meta }: Call): Promise<ToolResult> {
  const { project, ask } = serving;
  try {
    const tool = toolOf(serving, name);
    const idempotencyKey = keyIn(_meta);
    const answer = await ask(requestOf(tool, given, { project, idempotencyKey, inFull: false }));
    return resultOf(tool, answer, readerOf(serving, given));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemResult({ code: error.code, detail: error.message, errors: error.errors });
  }
}

/** @throws Problem `invalid_request` */
function keyIn(meta: Call['_meta']): string | null {
  const key = meta?.[IDEMPOTENCY_META] ?? null;
  if (key === null || typeof key === 'string') return key;
  const path = `_meta.${IDEMPOTENCY_META}`;
  throw new Problem('invalid_request', `1 field is not valid: ${path}.`, [{ path, message: 'must be a text' }]);
}
