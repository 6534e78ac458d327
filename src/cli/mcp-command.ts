import { parseArgs } from 'node:util';
import { TENANT_NAME } from '../core/scope.js';
import { SESSION_NAME, SESSION_NAME_RULE } from '../core/session-name.js';
import { chosenToolsets } from '../mcp/toolsets.js';
import { TOOLSETS } from '../tools/define.js';

export const USAGE = `Speaks MCP over stdin and stdout, for agents, and passes it on to a server.

  mcp [--url <server>] [--key <API key>] [--toolset memory,lore,curate,admin] [--project <project>] [--session <name>]`;

/** Which server is spoken to, and as whom. */
export interface McpTarget {
  /** Of the server's /mcp, with what was chosen. */
  url: URL;
  key: string | null;
  /** The conversation that its calls belong to, or null. */
  session: string | null;
}

/**
 * Reads the words after the name of the command.
 * @param defaults what holds where they name no server or key
 * @throws Error that says what is wrong with them
 */
export function readTarget(words: readonly string[], defaults: { url: string; key: string | null }): McpTarget {
  const text = { type: 'string' } as const;
  const options = { url: text, key: text, toolset: text, project: text, session: text };
  const { values } = parseArgs({ args: [...words], options, allowPositionals: false });
  const server = values.url ?? defaults.url;
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw new Error(`--url: ${server} is no http:// or https:// address.`);
  }
  const { session = null } = values;
  if (session !== null && !SESSION_NAME.test(session)) throw new Error(`--session ${SESSION_NAME_RULE}.`);
  if (chosenToolsets(values.toolset) === null) {
    throw new Error(`--toolset must be some of ${TOOLSETS.join(', ')}, with commas between.`);
  }
  if (values.project !== undefined && !TENANT_NAME.test(values.project)) {
    throw new Error('--project must be 1 to 64 letters, digits, dots, hyphens or underscores.');
  }
  const url = new URL(server);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/mcp`;
  for (const name of ['toolset', 'project'] as const) {
    if (values[name] !== undefined) url.searchParams.set(name, values[name]);
  }
  return { url, key: values.key ?? defaults.key, session };
}
