import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JudgedPair, JudgedSide } from '../../src/core/judge.js';
import { pairKeyOf } from '../../src/flows/judging/key.js';
import type { ShownPair, ShownSide } from '../../src/llm/prompts/judge.js';
import { type Cassette, recalled } from './cassette.js';

export interface ReplayServer {
  baseUrl: string;
  /** Pairs that were asked about, and those of them that no cassette knows. */
  counts: { asked: number; unknown: number };
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible server that answers what is on cassettes, and nothing else: a pair that none knows gets no verdict.
 * Whoever asks by another prompt than the one that was recorded gets an error.
 */
export async function startReplay(cassettes: readonly Cassette[]): Promise<ReplayServer> {
  const counts = { asked: 0, unknown: 0 };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const known = cassettes.filter(({ prompt_hash }) => prompt_hash === promptHashOf(body));
    if (known.length === 0) {
      response.writeHead(422).end(JSON.stringify({ error: { message: 'no cassette was recorded by this prompt' } }));
      return;
    }
    const { pairs } = JSON.parse(body.messages.at(-1)?.content ?? '') as { pairs: ShownPair[] };
    const verdicts = pairs.flatMap(({ stored, incoming }, at) => {
      const pair: JudgedPair = { stored: sideOf(stored), incoming: sideOf(incoming) };
      const key = pairKeyOf(pair);
      const [found] = known.flatMap((cassette) => recalled(cassette, key, pair) ?? []);
      return found === undefined ? [] : [{ pair: at + 1, ...found }];
    });
    counts.asked += pairs.length;
    counts.unknown += pairs.length - verdicts.length;
    response.writeHead(200, { 'content-type': 'application/json' }).end(completion(body.model, { verdicts }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    counts,
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

function sideOf({ statement, env, team, valid_from, valid_until }: ShownSide): JudgedSide {
  const scope = { env: env ?? null, team: team ?? null };
  return { statement, scope, validFrom: valid_from ?? null, validUntil: valid_until ?? null };
}

function completion(model: string, answer: object): string {
  const message = { role: 'assistant', content: JSON.stringify(answer) };
  return JSON.stringify({
    ...{ id: 'replay', object: 'chat.completion', created: 0, model },
    choices: [{ index: 0, finish_reason: 'stop', message }],
  });
}
