import { afterAll, beforeAll } from 'vitest';
import { type Client, type ClientReply, createClient, inParallel } from './client.js';
import { createDatabase, type TestDatabase } from './database.js';
import { type ServerProcess, startServer } from './server-process.js';

const API_KEY = 'lg_default_race_0123456789abcdef';

/** What to post where; the body without its project. */
export type Call = readonly [path: string, body: object];

/** API processes on one database, while the tests of a suite run. */
export interface Processes {
  readonly database: TestDatabase;
  readonly clients: readonly Client[];
  /** Posts all of it at once over all connections, in turn over the processes. The answers are in the order of the calls. */
  storm(project: string, calls: readonly Call[]): Promise<ClientReply[]>;
}

/**
 * @param connections to all of them together
 * @param environment what they are told besides, once there is a database
 */
export function useProcesses(
  count: number,
  connections: number,
  environment: (database: TestDatabase) => Promise<Record<string, string>> = async () => ({}),
): Processes {
  let database: TestDatabase;
  let servers: ServerProcess[] = [];
  let clients: Client[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    const told = { DATABASE_URL: database.url, LOREGUARD_API_KEY: API_KEY, ...(await environment(database)) };
    servers = await Promise.all(Array.from({ length: count }, () => startServer(told)));
    clients = servers.map(({ url }) => createClient(url, API_KEY, connections / count));
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  });

  return {
    get database() {
      return database;
    },
    get clients() {
      return clients;
    },
    storm: (project, calls) =>
      inParallel([...calls.entries()], connections, ([index, [path, body]]) =>
        (clients[index % clients.length] as Client).post(path, { project, ...body }),
      ),
  };
}
