import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createClient } from '../helpers/client.js';
import { runAs, urlOfDatabase } from '../helpers/server.js';
import { type ServerProcess, startServer } from '../helpers/server-process.js';
import { ROOT } from '../helpers/sources.js';

const PASSWORD = "it's a 'secret'";
const name = `loreguard_role_${process.pid}`;
let url = '';
let server: ServerProcess | undefined;

/** deploy/database.sql as psql runs it, with this name instead: a statement at a time, as CREATE DATABASE needs it. */
async function makeDatabase(serverUrl: string): Promise<void> {
  const file = readFileSync(join(ROOT, 'deploy/database.sql'), 'utf8');
  expect(file).toContain('\\getenv password DATABASE_PASSWORD\n');
  const statements = file
    .replace(/^(--|\\).*$/gm, '')
    .replaceAll(/\bloreguard\b/g, name)
    .replace(":'password'", `'${PASSWORD.replaceAll("'", "''")}'`)
    .split(';')
    .filter((statement) => statement.trim() !== '');
  expect(statements).toHaveLength(3);
  for (const statement of statements) await runAs(serverUrl, statement);
}

beforeAll(async () => {
  await makeDatabase(inject('serverUrl'));
  const own = new URL(urlOfDatabase(inject('serverUrl'), name));
  own.username = name;
  own.password = encodeURIComponent(PASSWORD);
  url = own.href;
});
afterAll(async () => {
  await server?.stop();
  await runAs(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await runAs(inject('serverUrl'), `DROP ROLE IF EXISTS ${name}`);
});

test('the role that compose.yaml logs in as owns its database, is held by row-level security, and no more', async () => {
  server = await startServer({ DATABASE_URL: url, NLI: 'off' });
  const client = createClient(server.url, server.apiKey, 2);
  const body = { statement: 'Deploys must use a blue canary', who: 'alice', reason: 'Agreed' };
  expect((await client.post('/v1/remember', body)).status).toBe(201);
  expect((await client.post('/v1/remember', { ...body, org_id: 'acme' })).status).toBe(201);
  expect((await client.get('/ready')).body).toMatchObject({ status: 'ready' });
  client.close();

  const rights = 'rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls';
  expect(await runAs(url, `SELECT ${rights} AS any FROM pg_roles WHERE rolname = current_user`)).toEqual([
    { any: false },
  ]);
  const count = (asUrl: string) => runAs(asUrl, 'SELECT count(*)::int AS n FROM claims');
  const asAcme = new URL(url);
  asAcme.searchParams.set('options', '-c loreguard.org_id=acme');
  expect(await count(url)).toEqual([{ n: 0 }]);
  expect(await count(asAcme.href)).toEqual([{ n: 1 }]);
  await expect(runAs(url, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow(/permission denied|must be superuser/);
  await expect(runAs(url, 'CREATE ROLE another')).rejects.toThrow(/permission denied/);
});

test('another role of the cluster can not open the database', async () => {
  const other = `${name}_other`;
  await runAs(inject('serverUrl'), `CREATE ROLE ${other} LOGIN PASSWORD 'x'`);
  try {
    const theirs = new URL(url);
    theirs.username = other;
    theirs.password = 'x';
    await expect(runAs(theirs.href, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
  } finally {
    await runAs(inject('serverUrl'), `DROP ROLE ${other}`);
  }
});
