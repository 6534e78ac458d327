import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where the server is, and the key that lets one in. */
export interface Connection {
  url: string;
  /** null: none is sent. */
  key: string | null;
  /** The conversation that what is asked belongs to, or null. */
  session: string | null;
}

export interface ApiRequest {
  method: string;
  /** With its query. */
  path: string;
  /** JSON; or lines of JSON, which are sent as they come. */
  body?: object | Readable;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** The server can not be reached, or what answers is no Loreguard. */
export class TransportError extends Error {}

/** Asks the server, and reads its whole answer. */
export async function ask(connection: Connection, asked: ApiRequest): Promise<ApiAnswer> {
  const response = await open(connection, asked);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, body: read(Buffer.concat(chunks).toString(), connection, asked) };
}

/** Asks the server, and hands over its answer while it comes. */
export async function open(connection: Connection, { method, path, body }: ApiRequest): Promise<IncomingMessage> {
  const url = new URL(`${connection.url.replace(/\/$/, '')}${path}`);
  const send = url.protocol === 'https:' ? (await import('node:https')).request : plainRequest;
  const isStream = body !== undefined && 'pipe' in body;
  const payload = body === undefined || isStream ? undefined : JSON.stringify(body);
  const headers = {
    ...(connection.key !== null && { authorization: `Bearer ${connection.key}` }),
    ...(connection.session !== null && { 'loreguard-session': connection.session }),
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...(isStream && { 'content-type': 'application/x-ndjson' }),
  };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent: ClientRequest = send(url, { method, headers }, (response) => {
      isAnswered = true;
      resolve(response);
    });
    const fail = (error: unknown) => reject(unreachable(connection, error));
    sent.on('error', fail);
    // A server that has refused reads no further: then its answer counts, and not that the rest could not be sent.
    if (isStream) pipeline(body as Readable, sent).catch((error) => isAnswered || setImmediate(fail, error));
    else sent.end(payload);
  });
}

function read(text: string, { url }: Connection, { path }: ApiRequest): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TransportError(`What answers at ${url}${path.split('?')[0]} is no Loreguard: it sends no JSON.`);
  }
}

function unreachable({ url }: Connection, error: unknown): TransportError {
  const { code, message } = error as NodeJS.ErrnoException;
  const hint =
    code === 'ECONNREFUSED' ? 'Start a server there with: loreguard serve. Or name another one by --url.' : '';
  return new TransportError(`There is no answer from ${url} (${code ?? message}). ${hint}`.trim());
}
