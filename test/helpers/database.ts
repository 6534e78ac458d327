import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { systemRandom } from '../../src/start/system.js';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.js';
import { runAs, urlOfDatabase } from './server.js';

export interface TestDatabase {
  url: string;
  /** Runs a statement as the login user, which row-level security does not hold. */
  asAdmin<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

let made = 0;

/** A database of its own, copied from the migrated template or from another one; or an empty one. */
export async function createDatabase(
  template: 'migrated' | 'empty' | { name: string } = 'migrated',
): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `loreguard_test_${process.pid}_${process.env.VITEST_WORKER_ID ?? '0'}_${made++}_${Date.now()}`;
  const source =
    typeof template === 'object' ? template.name : template === 'migrated' ? inject('templateDatabase') : 'template0';
  // Copied file by file: through the log, as it is by default, a copy costs the server four times as much.
  await runAs(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  const url = urlOfDatabase(serverUrl, name);
  // Each connection costs the server as much as a dozen statements.
  const admin = new pg.Pool({ connectionString: url, max: 8, idleTimeoutMillis: 0, allowExitOnIdle: true });
  admin.on('error', () => undefined);
  return {
    url,
    asAdmin: async (text, values) => (await admin.query(text, values)).rows,
    drop: async () => {
      await admin.end();
      await runAs(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** A migrated database and an open store for the tests of one file. */
export function useStore(options: Partial<StoreOptions> = {}): { store: Store; database: TestDatabase } {
  const context = {} as { store: Store; database: TestDatabase };
  beforeAll(async () => {
    context.database = await createDatabase();
    context.store = await openStore({ random: systemRandom, poolSize: 8, ...options, url: context.database.url });
  });
  afterAll(async () => {
    await context.store?.close();
    await context.database?.drop();
  });
  return context;
}
