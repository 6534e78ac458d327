import pg from 'pg';
import { codeOf, isUnavailable } from '../errors.js';

/**
 * Each process that uses the embedded server holds one connection with a shared lock. The last one to stop can have
 * the lock alone, and stops the server; one that arrives meanwhile waits for the lock, loses its connection with the
 * server, and starts anew. A process that is killed loses the lock with its connection.
 */
const LOCK = 0x10_7e_9a_7d;

export interface Presence {
  /** Resolves when the connection is gone, whoever ended it. */
  lost: Promise<void>;
  /** Whether nobody else uses the server; if so, nobody can begin to until it is gone. */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

/** wait: the server is starting, recovering or stopping. foreign: another server listens there. */
export type Greeting = { state: 'here'; presence: Presence } | { state: 'wait' } | { state: 'foreign'; why: string };

export async function greet(url: string): Promise<Greeting> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
    return { state: 'here', presence: presenceOf(client) };
  } catch (error) {
    await client.end().catch(() => undefined);
    const isForeign = codeOf(error)?.startsWith('28') === true || !isUnavailable(error);
    return isForeign ? { state: 'foreign', why: String(error) } : { state: 'wait' };
  }
}

function presenceOf(client: pg.Client): Presence {
  return {
    lost: new Promise((resolve) => client.once('end', resolve)),
    async leave() {
      try {
        await client.query('SELECT pg_advisory_unlock_shared($1)', [LOCK]);
        const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [LOCK]);
        return rows[0]?.alone === true;
      } catch {
        // The server is gone already, or going.
        return true;
      }
    },
    close: () => client.end().catch(() => undefined),
  };
}
