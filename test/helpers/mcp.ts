import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bearer } from './app.js';

/** The built command, as an agent's configuration starts it. */
/** The words that start it, after the name of Node. */
export const MCP_COMMAND = [fileURLToPath(new URL('../../dist/cli/loreguard.js', import.meta.url)), 'mcp'];

/** How a client reaches the server. */
export interface McpEntry {
  url: string;
  key: string;
  toolset?: string;
  project?: string;
  /** Revision of the protocol: that of 2025, which most clients speak, or the newest. Default: the former. */
  era?: 'legacy' | 'auto';
}

/** The official client, over HTTP. */
export async function connectHttp({ url, key, toolset, project, era }: McpEntry): Promise<Client> {
  const address = new URL('/mcp', url);
  if (toolset !== undefined) address.searchParams.set('toolset', toolset);
  if (project !== undefined) address.searchParams.set('project', project);
  return connected(new StreamableHTTPClientTransport(address, { requestInit: { headers: bearer(key) } }), era);
}

/** The official client, which starts `loreguard mcp` and speaks with it over its standard streams. */
export async function connectStdio({ url, key, toolset, project, era }: McpEntry): Promise<Client> {
  const options = [
    ...['--url', url, '--key', key],
    ...(toolset === undefined ? [] : ['--toolset', toolset]),
    ...(project === undefined ? [] : ['--project', project]),
  ];
  return connected(new StdioClientTransport({ command: process.execPath, args: [...MCP_COMMAND, ...options] }), era);
}

async function connected(transport: StreamableHTTPClientTransport | StdioClientTransport, era: McpEntry['era']) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era ?? 'legacy' } });
  await client.connect(transport);
  return client;
}

/** What the model reads of a call. */
export interface ReadAnswer {
  isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape it expects
  answer: any;
}

export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
  meta?: Record<string, unknown>,
): Promise<ReadAnswer> {
  const { content, isError } = await client.callTool({ name, arguments: given, ...(meta && { _meta: meta }) });
  const [first] = content;
  if (first?.type !== 'text') throw new Error(`${name} answered no text.`);
  return { isError: isError === true, answer: JSON.parse(first.text) };
}
