import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TOOLSETS } from '../src/tools/define.js';
import { tokensOf } from '../test/helpers/answer-sizes.js';
import { LISTED_TOKENS_MAX } from '../test/helpers/listed-size.js';
import type { ServerProcess } from '../test/helpers/server-process.js';
import { atMost, type Goal } from './report.js';

/** How much an agent reads of the tools before it has called one. */
export interface ListedSize {
  toolset: string;
  tools: number;
  characters: number;
}

/** Asks a server for the list of each toolset, as a client of MCP does. */
export async function listedSizes({ url, apiKey }: ServerProcess): Promise<ListedSize[]> {
  const sizes: ListedSize[] = [];
  for (const toolset of TOOLSETS) {
    const client = new Client({ name: 'bench', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp?toolset=${toolset}`), { requestInit }));
    const { tools } = await client.listTools();
    sizes.push({ toolset, tools: tools.length, characters: JSON.stringify({ tools }).length });
    await client.close();
  }
  return sizes;
}

export function listedTable(sizes: readonly ListedSize[]): string {
  return [
    '| `tools/list` of the toolset | tools | to an admin |',
    '|---|---|---|',
    ...sizes.map(({ toolset, tools, characters }) => `| ${toolset} | ${tools} | ${tokensOf(characters)} tokens |`),
  ].join('\n');
}

export function listedGoal([memory]: readonly ListedSize[]): Goal {
  const tokens = tokensOf(memory?.characters ?? 0);
  return atMost('`tools/list` of the default toolset', tokens, LISTED_TOKENS_MAX, 'tokens');
}
