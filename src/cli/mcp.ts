import type { Readable, Writable } from 'node:stream';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isJSONRPCResultResponse, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { connectionOf } from './api/connection.js';
import { EXIT } from './exit.js';
import { readTarget, USAGE } from './mcp-command.js';
import { persistentFetch } from './mcp-fetch.js';
import { DrainingTransport } from './mcp-pending.js';

/** What the command speaks with. */
export interface McpIo {
  input: Readable;
  output: Writable;
  /** Tells the user what went wrong; the output is the agent's. */
  complain(message: string): void;
  /** The server and the key that are taken where the words name none. */
  defaults: { url: string; key: string | null };
}

/** For agents: MCP over stdin and stdout. */
export async function runMcp(words: readonly string[]): Promise<void> {
  const { stdin: input, stdout: output } = process;
  try {
    await mcp(words, { input, output, complain: console.error, defaults: connectionOf({}) });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exitCode = EXIT.usage;
  }
}

/**
 * Speaks MCP over a pair of streams, as a thin client of a server's /mcp, until the input ends and what was
 * asked there is answered.
 * @param words what stands after the name of the command
 * @throws Error that says what is wrong with them
 */
export async function mcp(words: readonly string[], io: McpIo): Promise<void> {
  const { url, key, session } = readTarget(words, io.defaults);
  const local = new DrainingTransport(io.input, io.output);
  const { pending } = local;
  const remote = new StreamableHTTPClientTransport(url, {
    fetch: persistentFetch(),
    requestInit: {
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(session !== null && { 'loreguard-session': session }),
      },
    },
  });
  const complain = (error: unknown) => io.complain(error instanceof Error ? error.message : String(error));
  const ended = new Promise<void>((resolve) => {
    local.onclose = resolve;
  });
  local.onerror = complain;
  local.onmessage = (message) => void pending.pass(message, (own) => remote.send(own)).catch(complain);
  remote.onmessage = (message) => {
    const version = agreedVersion(message);
    if (version !== null) remote.setProtocolVersion(version);
    void local
      .send(message)
      .catch(complain)
      .finally(() => pending.answered(message));
  };
  io.output.on('error', () => pending.giveUp());
  await remote.start();
  await local.start();
  await ended;
  if (pending.size > 0) io.complain(`${pending.size} requests were not answered in time.`);
  await remote.close();
}

/** The version of the protocol that an answer to `initialize` settles, which goes with all that follows. */
function agreedVersion(message: JSONRPCMessage): string | null {
  const version = isJSONRPCResultResponse(message) ? message.result.protocolVersion : undefined;
  return typeof version === 'string' ? version : null;
}
