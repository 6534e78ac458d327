import { listTool } from '../../src/mcp/listing.js';
import { listedTools } from '../../src/mcp/toolsets.js';
import type { Toolset } from '../../src/tools/define.js';
import { TOOLS } from '../../src/tools/index.js';

/** Most tokens of the list of tools of the default toolset. */
export const LISTED_TOKENS_MAX = 3500;

/** How long `tools/list` is that an agent reads, for a key that may do everything. */
export function listedCharacters(toolsets: readonly Toolset[]): number {
  return JSON.stringify({ tools: listedTools(TOOLS, toolsets, 'admin').map(listTool) }).length;
}
