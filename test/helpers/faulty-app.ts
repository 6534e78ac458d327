import { systemRandom } from '../../src/start/system.js';
import { openStore, type Pooling, type Store } from '../../src/store/store.js';
import { createTestApp, type Reply, type TestApp } from './app.js';
import { createDatabase, type TestDatabase } from './database.js';
import { type FaultProxy, startFaultProxy } from './fault-proxy.js';

/** The application on a database behind a network that can be made to fail; hasty, so that a test doesn't take long. */
export interface FaultyApp {
  app: TestApp;
  store: Store;
  /** Past the network. */
  database: TestDatabase;
  network: FaultProxy;
  /** Writes a statement that agrees with all others. */
  remember(statement: string): Promise<Reply>;
  /** How many claims say this. */
  count(statement: string): Promise<number>;
  close(): Promise<void>;
}

export const POOL_SIZE = 3;
const LIMIT_MS = 1000;

/** @param urlOf the URL to use instead of the one of the login user that the tests have */
export async function createFaultyApp(
  urlOf = (database: TestDatabase) => database.url,
  pooling?: Pooling,
): Promise<FaultyApp> {
  const database = await createDatabase();
  const network = await startFaultProxy(urlOf(database));
  const limits = { poolSize: POOL_SIZE, statementTimeoutMs: LIMIT_MS, connectTimeoutMs: LIMIT_MS };
  const store = await openStore({ random: systemRandom, url: network.url, pooling, ...limits });
  const app = await createTestApp({ store });
  return {
    ...{ app, store, database, network },
    remember: (statement) => app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' }),
    count: async (statement) => {
      const rows = await database.asAdmin('SELECT FROM claims WHERE statement = $1', [statement]);
      return rows.length;
    },
    close: async () => {
      await app.close();
      await network.close();
      await store.close();
      await database.drop();
    },
  };
}
