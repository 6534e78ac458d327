import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is asked of a model: the hash of what it is told to do and of the form of its answer, and the message. */
export interface AskedMessage {
  promptHash: string;
  user: string;
}

export interface LocalEndpoint {
  baseUrl: string;
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible server on this machine.
 * @param answer what the model says; null where it was never asked this, which is answered by 422
 */
export async function startEndpoint(answer: (asked: AskedMessage) => string | null): Promise<LocalEndpoint> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const said = answer({ promptHash: promptHashOf(body), user: body.messages.at(-1)?.content ?? '' });
    if (said === null) response.writeHead(422).end(JSON.stringify({ error: { message: 'this was not recorded' } }));
    else response.writeHead(200, { 'content-type': 'application/json' }).end(completion(body.model, said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Body {
  model: string;
  messages: { content: string }[];
  response_format?: { json_schema?: { schema?: unknown } };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as Body;
}

function promptHashOf({ messages, response_format }: Body): string {
  const parts = [messages[0]?.content, response_format?.json_schema?.schema];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function completion(model: string, content: string): string {
  return JSON.stringify({
    ...{ id: 'replay', object: 'chat.completion', created: 0, model },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  });
}
