import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

/** How a server takes leave, in milliseconds. */
export interface LeaveOptions {
  /** How long requests are still taken after /ready says no, so that a load balancer notices. */
  delayMs: number;
  /** How long requests that are being done may take; then their connections are cut. */
  graceMs: number;
}

const SWEEP_MS = 50;

/** How long clients that keep their connections get to send one more request, whose answer tells them to let go. */
const LAST_REQUEST_MS = 1000;

/** Lets every answer, from the moment that the process was asked to stop, be the last one of its connection. */
export function registerLeave(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
  // For answers that run no hooks, as to an address that can't be read.
  app.server.prependListener('request', (_request, response) => {
    if (isStopping()) response.shouldKeepAlive = false;
  });
}

/**
 * Closes a server, in the time that is given: clients are told to let go of their connections, then there are no new
 * ones, and requests in flight are answered.
 */
export async function drain(app: FastifyInstance, { delayMs, graceMs }: LeaveOptions): Promise<void> {
  const { server } = app;
  if (server.listening) await sleep(delayMs);
  const cut = setTimeout(() => {
    app.log.warn('requests took too long to finish; their connections are cut');
    server.closeAllConnections();
  }, graceMs);
  // A server that closes also closes connections whose next request is on its way; to their clients that is a fault.
  if (server.listening) await untilLeft(server, Math.min(LAST_REQUEST_MS - delayMs, graceMs));
  // A connection whose last answer is out is idle from then on, and would stay open for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Waits until no connection is open, but no longer than it may. */
async function untilLeft(server: Server, longestMs: number): Promise<void> {
  const countOpen = promisify<number>(server.getConnections.bind(server));
  for (let waitedMs = 0; waitedMs < longestMs && (await countOpen()) > 0; waitedMs += SWEEP_MS) await sleep(SWEEP_MS);
}
