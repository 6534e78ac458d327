import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../helpers/database.js';
import { startPooler } from '../helpers/pooler.js';
import { startServer } from '../helpers/server-process.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Runs the built server until it gives up. */
function start(environment: Record<string, string>): { status: number | null; said: string } {
  const env = { PATH: process.env.PATH, PORT: '0', LOREGUARD_API_KEY: `lg_default_${'x'.repeat(24)}`, ...environment };
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 15_000 });
  return { status, said: stderr };
}

describe('a server whose database can not be used ends with 1 and says why', () => {
  test('when nothing listens', () => {
    const { status, said } = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect([status, said]).toEqual([1, 'The database can not be reached: connect ECONNREFUSED 127.0.0.1:1\n']);
  });

  test('when it does not exist', () => {
    const url = new URL(inject('serverUrl'));
    url.pathname = '/missing';
    const { status, said } = start({ DATABASE_URL: url.href });
    expect([status, said]).toEqual([1, 'The database can not be reached: database "missing" does not exist\n']);
  });

  test('when a pooler is in front of it that the configuration does not name', async () => {
    const database = await createDatabase();
    const pooler = await startPooler(database.url);
    await expect(startServer({ DATABASE_URL: pooler.url })).rejects.toThrow(/Set DATABASE_POOLING/);
    const named = await startServer({ DATABASE_URL: pooler.url, DATABASE_POOLING: 'transaction' });
    expect(await named.stop()).toBe(0);
    await pooler.close();
    await database.drop();
  });
});
