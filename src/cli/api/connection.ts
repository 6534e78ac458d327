import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback, readClientConfig } from '../../config.js';
import { SESSION_NAME, SESSION_NAME_RULE } from '../../core/session-name.js';
import { UsageError } from '../exit.js';
import type { Connection } from './client.js';

export interface ConnectionOptions {
  url?: string;
  key?: string;
  session?: string;
}

/**
 * Where the server is and which key opens it: as the command line says, else the environment, else the key that a
 * server of this folder made. That one is the key of everything, so it goes to no other machine by itself.
 * @throws UsageError for an address or the name of a session that is none
 */
export function connectionOf(options: ConnectionOptions): Connection {
  const config = readClientConfig();
  const url = options.url ?? config.LOREGUARD_URL;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--url: ${url} is no http:// or https:// address.`);
  }
  const { hostname } = new URL(url);
  const kept = isLoopback(hostname.replace(/^\[|\]$/g, '')) ? keptKey(config.LOREGUARD_DATA) : null;
  const { session = null } = options;
  if (session !== null && !SESSION_NAME.test(session)) throw new UsageError(`--session ${SESSION_NAME_RULE}.`);
  return { url, key: options.key ?? config.LOREGUARD_API_KEY ?? kept, session };
}

/** The key in a data folder; null where there is none that can be read. */
function keptKey(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'api-key'), 'utf8').trim();
  } catch {
    return null;
  }
}
