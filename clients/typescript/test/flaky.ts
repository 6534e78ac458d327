import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * lose: the server does it, and its answer never arrives. drop: nothing arrives at the server. A status: that, with the
 * seconds to wait.
 */
export type Fault = 'lose' | 'drop' | { status: 429 | 503; retryAfter: number };

/** A bad network before a server. */
export interface Flaky {
  url: string;
  /** What becomes of the next requests, in turn; the others pass. */
  faults: Fault[];
  /** How many requests came. */
  requests(): number;
  close(): void;
}

export async function startFlaky(target: string): Promise<Flaky> {
  const faults: Fault[] = [];
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    const fault = faults.shift();
    if (fault === 'drop') return void incoming.socket.destroy();
    if (typeof fault === 'object') {
      incoming.resume();
      outgoing.writeHead(fault.status, { 'retry-after': String(fault.retryAfter) });
      return void outgoing.end('{}');
    }
    pass(target, incoming, outgoing, fault === 'lose');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    requests: () => requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pass(target: string, incoming: IncomingMessage, outgoing: ServerResponse, loses: boolean): void {
  const { method, headers, url } = incoming;
  const onwards = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
    if (loses) return void answer.resume().on('end', () => incoming.socket.destroy());
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onwards);
}
