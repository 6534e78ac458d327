import createClient, { type Client } from 'openapi-fetch';
import { type Conflict, type Fill, type Resolved, resolveConflict, type Way } from './conflict.js';
import type { paths } from './generated/schema.js';
import { DEFAULT_RETRIES, type RetryOptions, retryingFetch } from './retry.js';

export interface LoreguardOptions extends Partial<RetryOptions> {
  /** Address of the server: https://lore.example. */
  url: string;
  /** An API key. */
  key: string;
  /** Sends requests; default: the fetch of the platform. */
  fetch?: typeof fetch;
}

/** Every operation of the API, typed: `GET`, `POST` and `PUT` with its path. */
export interface Loreguard extends Client<paths> {
  /**
   * Goes a way out of a refusal.
   * @param way one of `conflict.resolutions`, or what it does: the first that does so is taken
   * @param fill what the way needs: the fields that only the writer knows
   * @throws MissingFields when something is missing; nothing is sent then
   */
  resolve(conflict: Conflict, way: Way, fill?: Fill, options?: { signal?: AbortSignal }): Promise<Resolved>;
}

/**
 * A client of one server with one key. A request that fails on the way, or that the server does not take now, is sent
 * again where that is safe: a write bears an Idempotency-Key, so that it is done once.
 */
export function createLoreguard({ url, key, fetch: send = fetch, ...retries }: LoreguardOptions): Loreguard {
  const client = createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${key}` },
    fetch: retryingFetch(send, { ...DEFAULT_RETRIES, ...retries }),
  });
  return {
    ...client,
    resolve: (conflict, way, fill = {}, options = {}) => resolveConflict(client, { conflict, way, fill, ...options }),
  };
}
