import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/start/system.js';
import { MigrationError, migrate } from '../../src/store/migrate.js';
import { readMigrations } from '../../src/store/migration-files.js';
import { openStore } from '../../src/store/store.js';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { startFaultProxy } from '../helpers/fault-proxy.js';

describe('migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase('empty');
  });
  afterAll(() => database.drop());

  it('lets processes that start at once apply everything exactly once', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    const log: string[] = [];
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => migrate({ url: database.url, log: (line) => log.push(line) })),
    );
    expect(runs.filter((applied) => applied.length > 0)).toEqual([names]);
    expect(log).toEqual(names.map((name) => `applied migration ${name}`));
    expect(await migrate({ url: database.url })).toEqual([]);
  });

  it('waits for a server that is starting up, but not for ever', async () => {
    const network = await startFaultProxy(database.url);
    network.answer('57P03');
    const url = network.url;
    await expect(migrate({ url, startingUpMs: 0 })).rejects.toThrow(/can not be reached: no connections are taken now/);
    const waiting = migrate({ url });
    await network.heal();
    expect(await waiting).toEqual([]);
    await network.close();
  });

  it('tells a store that nothing is pending', async () => {
    const store = await openStore({ random: systemRandom, url: database.url });
    expect(await store.migrationsPending()).toEqual([]);
    const last = (await readMigrations()).at(-1);
    await database.asAdmin('DELETE FROM schema_migrations WHERE name = $1', [last?.name]);
    expect(await store.migrationsPending()).toEqual([last?.name]);
    await store.close();
    await database.asAdmin('INSERT INTO schema_migrations VALUES ($1, $2)', [last?.name, last?.checksum]);
  });

  it('tells a store of older code that nothing is pending, so that it serves while others are replaced', async () => {
    await database.asAdmin("INSERT INTO schema_migrations VALUES ('9999_later.sql', 'z')");
    const store = await openStore({ random: systemRandom, url: database.url });
    expect(await store.migrationsPending()).toEqual([]);
    await store.close();
    await database.asAdmin("DELETE FROM schema_migrations WHERE name = '9999_later.sql'");
  });

  it('refuses a migration that was changed after it was applied', async () => {
    const migrations = (await readMigrations()).map((one, index) => (index === 1 ? { ...one, checksum: 'x' } : one));
    await expect(migrate({ url: database.url, migrations })).rejects.toThrow(/0002_decisions\.sql was changed/);
  });

  it('refuses a database that is newer than the code', async () => {
    const all = await readMigrations();
    const older = migrate({ url: database.url, migrations: all.slice(0, -1) });
    await expect(older).rejects.toThrow(`newer than this code: it has ${all.at(-1)?.name}`);
  });

  it('refuses a migration that comes before one already applied', async () => {
    const early = { name: '0000_early.sql', sql: 'SELECT 1', checksum: 'y' };
    const migrations = [early, ...(await readMigrations())];
    await expect(migrate({ url: database.url, migrations })).rejects.toThrow(/0000_early\.sql comes before/);
  });

  it('leaves nothing behind of a migration that fails', async () => {
    const broken = { name: '9999_broken.sql', sql: 'CREATE TABLE half (id int); SELECT 1/0', checksum: 'z' };
    const migrations = [...(await readMigrations()), broken];
    await expect(migrate({ url: database.url, migrations })).rejects.toThrow(MigrationError);
    expect(await database.asAdmin("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    expect(await migrate({ url: database.url })).toEqual([]);
  });
});
