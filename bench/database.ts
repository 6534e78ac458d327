import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { grantAppRole } from '../src/store/role.js';

/**
 * Makes a database on the server of this URL and answers its URL.
 * @param schema what makes its tables; default it is empty
 */
export async function createDatabase(serverUrl: string, name: string, schema?: string): Promise<string> {
  await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (schema !== undefined) {
    await onServer(url.href, async (client) => {
      await client.query(`BEGIN; ${schema}`);
      await grantAppRole(client);
      await client.query('COMMIT');
    });
  }
  return url.href;
}

/** Process number of the server, which all of its sessions are children of; not a number where the system does not tell. */
export async function postmasterOf(serverUrl: string): Promise<number> {
  return onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const status = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8').catch(() => '');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  });
}

/** Lets the planner know what is stored, as it does on a server that is up for a while. */
export async function analyse(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, (client) => client.query('VACUUM ANALYZE'));
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
