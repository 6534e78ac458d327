import pg from 'pg';
import { pendingMigrations } from './migrate.js';

/** What there is to know of a database before anything is done with it. */
export interface ServerFacts {
  /** `16.4` */
  version: string;
  /** Migrations of this code that it has not. */
  pending: string[];
  /** Its time, in milliseconds since 1970. */
  now: number;
}

const CONNECT_TIMEOUT_MS = 5000;

const FACTS = `
SELECT current_setting('server_version') AS version, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
  to_regclass('schema_migrations') IS NOT NULL AS migrated`;

/** Looks at a database, and changes nothing. */
export async function readServerFacts(url: string): Promise<ServerFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; now: number; migrated: boolean }>(FACTS);
    const { version = '', now = 0, migrated = false } = rows[0] ?? {};
    return { version, now, pending: migrated ? await pendingMigrations(client) : ['all of them'] };
  } finally {
    await client.end();
  }
}
