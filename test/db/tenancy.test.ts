import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/start/system.js';
import { migrate } from '../../src/store/migrate.js';
import { readMigrations } from '../../src/store/migration-files.js';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { listClaims } from '../../src/store/queries/claims/claim-list.js';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { getDecision } from '../../src/store/queries/claims/decisions.js';
import { getKey, insertKey, listKeys, revokeKey } from '../../src/store/queries/projects/keys.js';
import { openStore } from '../../src/store/store.js';
import { ACME, newAction, newClaim, newCommit, newDecision, newKey, store, stored } from '../helpers/claims.js';
import { createDatabase, type TestDatabase, useStore } from '../helpers/database.js';

const context = useStore();
const ELSEWHERE = { orgId: 'globex', project: ACME.project };
const TENANT_TABLES = [
  'projects',
  'claims',
  'recall_keys',
  'guard_head',
  'decisions',
  'actions',
  'violations',
  'violation_sides',
  'dependencies',
  'jobs',
  'idempotency',
  'api_keys',
  'natural_keys',
  'entities',
  'entity_names',
  'entity_grams',
  'entity_declarations',
  'type_templates',
  'lore_sources',
  'documents',
  'chunks',
  'chunk_words',
  'relations',
];

describe('row-level security', () => {
  it('shows nothing to a query without the setting, in any table', async () => {
    await context.store.tenant('acme', async (db) => {
      await stored(db);
      await insertKey(db, newKey(), newAction());
    });
    const client = new pg.Client({ connectionString: context.database.url });
    await client.connect();
    await client.query('SET ROLE loreguard_app');
    for (const table of [...TENANT_TABLES, 'audit']) {
      expect((await client.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0);
    }
    await client.query("SET loreguard.org_id = 'acme'");
    expect((await client.query('SELECT FROM claims')).rowCount).toBe(1);
    expect((await client.query('SELECT FROM api_keys')).rowCount).toBe(1);
    expect((await client.query('SELECT FROM audit')).rowCount).toBe(2);
    await client.end();
  });

  it('is enabled and forced on every table but the registry and the history', async () => {
    const open = await context.database.asAdmin(`
      SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
        AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY relname`);
    expect(open.map(({ name }) => name)).toEqual(['orgs', 'schema_migrations']);
  });

  it('keeps tenants apart on one connection, also when a query names the other one', async () => {
    const single = await openStore({ random: systemRandom, url: context.database.url, poolSize: 1 });
    const decision = newDecision();
    const ours = await single.tenant('acme', (db) => stored(db, { lockKeys: ['apart'], decision }));
    await single.tenant('globex', async (db) => {
      for (const tenant of [ACME, ELSEWHERE]) {
        expect(await getClaim(db, tenant, ours.id)).toBeNull();
        expect(await getDecision(db, tenant, decision.id)).toBeNull();
        expect((await listClaims(db, tenant, { limit: 10 })).items).toEqual([]);
        const found = await findCandidates(db, tenant, { lockKeys: ['apart'], recallKeys: [] });
        expect(found).toMatchObject({ candidates: [], heads: new Map(), contextVersion: 0 });
      }
      await expect(store(db, newCommit({ tenant: ACME }))).rejects.toThrow();
    });
    expect(await single.tenant('acme', (db) => getClaim(db, ACME, ours.id))).not.toBeNull();
    await single.close();
  });

  it('keeps the keys of tenants apart, also when a query names the other one', async () => {
    const key = newKey();
    await context.store.tenant('acme', (db) => insertKey(db, key, newAction()));
    await context.store.tenant('globex', async (db) => {
      expect(await getKey(db, 'acme', key.id)).toBeNull();
      expect(await revokeKey(db, 'acme', key.id, newAction())).toBeNull();
      expect((await listKeys(db, 'acme', { limit: 10, within: null })).items).toEqual([]);
      await expect(insertKey(db, newKey(), newAction())).rejects.toThrow();
    });
    expect(await context.store.tenant('acme', (db) => getKey(db, 'acme', key.id))).toMatchObject({ revokedAt: null });
  });

  it('tells a connection its tenant again after an error', async () => {
    const single = await openStore({ random: systemRandom, url: context.database.url, poolSize: 1 });
    await expect(
      single.tenant('globex', (db) => db.run({ name: 'bad', text: 'SELECT 1/0', values: [] })),
    ).rejects.toThrow();
    const ours = await single.tenant('acme', (db) => stored(db));
    expect(await single.tenant('globex', (db) => getClaim(db, ACME, ours.id))).toBeNull();
    await single.close();
  });
});

describe('a login user without rights', () => {
  const cleanUp: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo();
  });

  async function databaseOwnedBy(name: string, attributes: string): Promise<TestDatabase & { asUser: string }> {
    const database = await createDatabase('empty');
    const path = new URL(database.url).pathname.slice(1);
    await database.asAdmin(`CREATE ROLE ${name} LOGIN PASSWORD 'secret' ${attributes}`);
    await database.asAdmin(`ALTER DATABASE ${path} OWNER TO ${name}`);
    cleanUp.push(async () => {
      await database.asAdmin(`DROP OWNED BY ${name} CASCADE; ALTER DATABASE ${path} OWNER TO CURRENT_USER`);
      await database.asAdmin(`DROP ROLE ${name}`);
      await database.drop();
    });
    const url = new URL(database.url);
    url.username = name;
    url.password = 'secret';
    return { ...database, asUser: url.href };
  }

  it('owns its tables and is held by row-level security all the same', async () => {
    const { asUser } = await databaseOwnedBy(`plain_${process.pid}`, 'NOSUPERUSER NOCREATEROLE');
    await migrate({ url: asUser });
    const opened = await openStore({ random: systemRandom, url: asUser });
    const { id } = await opened.tenant('acme', (db) => stored(db, { claim: newClaim() }));
    expect(await opened.tenant('acme', (db) => getClaim(db, ACME, id))).not.toBeNull();
    expect(await opened.tenant('globex', (db) => getClaim(db, ACME, id))).toBeNull();
    await opened.close();
  });

  it('is enough for the server once the owner has migrated, and says so before', async () => {
    const { asUser, ...database } = await databaseOwnedBy(`user_${process.pid}`, 'NOSUPERUSER IN ROLE loreguard_app');
    await database.asAdmin('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    // Tables of its own a user may make here: one that changes those of another is the first that is left.
    const migrations = await readMigrations();
    const first = migrations.findIndex(({ name }) => name === '0037_violation_lists.sql');
    await migrate({ url: database.url, migrations: migrations.slice(0, first) });
    const left = migrations.slice(first).map(({ name }) => name);
    await expect(migrate({ url: asUser })).rejects.toThrow(
      `may not change the schema, and there is to be applied: ${left.join(', ')}. Migrate`,
    );
    await database.asAdmin('REVOKE ALL ON ALL TABLES IN SCHEMA public FROM loreguard_app');
    await expect(migrate({ url: asUser })).rejects.toThrow(/may not read the tables. Migrate as their owner/);
    await migrate({ url: database.url });
    expect(await migrate({ url: asUser })).toEqual([]);
    const opened = await openStore({ random: systemRandom, url: asUser });
    const { id } = await opened.tenant('acme', (db) => stored(db));
    expect(await opened.tenant('globex', (db) => getClaim(db, ACME, id))).toBeNull();
    await opened.close();
  });

  it('is refused when nothing would hold it', async () => {
    const { asUser } = await databaseOwnedBy(`bypass_${process.pid}`, 'BYPASSRLS NOCREATEROLE');
    await expect(migrate({ url: asUser })).rejects.toThrow(/bypass_\d+ is not held by row-level security/);
    await expect(openStore({ random: systemRandom, url: asUser })).rejects.toThrow(
      /can not become the role loreguard_app/,
    );
  });
});
