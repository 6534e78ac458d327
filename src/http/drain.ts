import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a server takes leave, in milliseconds. */
export interface LeaveOptions {
  /** How long requests are still taken after /ready says no, so that a load balancer notices. */
  delayMs: number;
  /** How long requests that are being done may take; then their connections are cut. */
  graceMs: number;
}

const SWEEP_MS = 50;

/** Closes a server: no new connections, and requests in flight are answered, in the time that is given. */
export async function drain(app: FastifyInstance, { delayMs, graceMs }: LeaveOptions): Promise<void> {
  if (app.server.listening) await sleep(delayMs);
  const cut = setTimeout(() => {
    app.log.warn('requests took too long to finish; their connections are cut');
    app.server.closeAllConnections();
  }, graceMs);
  // A connection whose last answer is out is idle from then on, and would stay open for the next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(cut);
}
