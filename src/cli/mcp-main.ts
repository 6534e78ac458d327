import { readConfig } from '../config.js';
import { mcp } from './mcp.js';
import { USAGE } from './mcp-command.js';

/** For agents: MCP over stdin and stdout. */
const { HOST, PORT, LOREGUARD_API_KEY: key = null } = readConfig();
const { stdin: input, stdout: output } = process;

try {
  const defaults = { url: `http://${HOST}:${PORT}`, key };
  await mcp(process.argv.slice(2), { input, output, complain: console.error, defaults });
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
}
