import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a request that a test looks at. */
export interface Asked {
  authorization: string | undefined;
  url: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  body: any;
}

export type Behaviour = (response: ServerResponse, asked: Asked) => void;

export interface LlmServer {
  baseUrl: string;
  asked: Asked[];
  /** How it answers from now on; with several, one after the other, the last one for ever. */
  behave(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/** A real HTTP server in the place of a language model; it does what a test tells it. */
export async function startLlmServer(): Promise<LlmServer> {
  let behaviours: Behaviour[] = [restates];
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const one = await readRequest(request);
    asked.push(one);
    const [behaviour = restates, ...later] = behaviours;
    if (later.length > 0) behaviours = later;
    behaviour(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave: (...next) => {
      behaviours = next;
      asked.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { authorization } = request.headers;
  return { authorization, url: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

/** The statement that a request asks about. */
export function statementIn({ body }: Asked): string {
  return JSON.parse(body.messages.at(-1).content).statement;
}

export function completion(content: string | null, rest: object = {}): string {
  return JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    created: 0,
    model: 'test',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...rest } }],
  });
}

/** What the model says, as it says it. */
export function says(content: string | null, rest: object = {}): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(completion(content, rest));
  };
}

/** An error of the endpoint. */
export function fails(status: number, headers: Record<string, string> = {}, body: object = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** A proposition as a model tells it. */
export interface ToldProposition {
  quote: string;
  given: string;
  subject: string;
  slot: string;
  state: string;
  verb: string;
  filler: string;
  modality: string;
  modality_quote: string;
  only: string;
  condition: string;
  hedges: string[];
}

const MODAL = /^(.*?) (must not|must|should not|should|may|is not|is|are) (\S+) ?(.*)$/s;

/** A sentence such as "Backups must be enabled" as one proposition. */
export function told(text: string, rest: Partial<ToldProposition> = {}): ToldProposition {
  const [, subject = text.split(' ')[0] ?? '', modal = 'must', verb = 'be', filler = text] = MODAL.exec(text) ?? [];
  const isState = verb === 'be';
  return {
    ...{ quote: text, given: 'said', subject, slot: '', only: 'none', condition: '', hedges: [] },
    ...(isState ? { state: filler, verb: '', filler: '' } : { state: '', verb, filler }),
    ...{ modality: modal.replace(' ', '_'), modality_quote: '', ...rest },
  };
}

/** A model that tells what it is told as one proposition. */
export const restates: Behaviour = (response, asked) => {
  says(answer(told(statementIn(asked))))(response, asked);
};

export function answer(...propositions: ToldProposition[]): string {
  return JSON.stringify({ propositions });
}
