import { Agent, request } from 'node:http';

export interface ClientReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape it expects
  body: any;
}

/** A client that keeps its connections, as an agent does. */
export interface Client {
  post(path: string, body: object): Promise<ClientReply>;
  put(path: string, body: object): Promise<ClientReply>;
  get(path: string): Promise<ClientReply>;
  close(): void;
}

export function createClient(url: string, apiKey: string, connections = 16): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (method: string, path: string, body?: object): Promise<ClientReply> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${apiKey}`,
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      };
      const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
        });
      });
      sent.on('error', reject);
      sent.end(payload);
    });
  return {
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    get: (path) => send('GET', path),
    close: () => agent.destroy(),
  };
}

/** Runs the work over the items with so many at once, in order of start. */
export async function inParallel<T, R>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const run = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  return results;
}
