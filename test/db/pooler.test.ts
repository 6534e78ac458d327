import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/start/system.js';
import { migrate } from '../../src/store/migrate.js';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { listClaims } from '../../src/store/queries/claims/claim-list.js';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import { takeJobs } from '../../src/store/queries/projects/jobs.js';
import { openStore, type Store } from '../../src/store/store.js';
import { ACME, newClaim, newCommit, store, stored } from '../helpers/claims.js';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { type Pooler, startPooler } from '../helpers/pooler.js';

const ORGS = Array.from({ length: 12 }, (_, n) => `org${n}`);
const sql = (text: string) => ({ name: text, text, values: [] });

let database: TestDatabase;
let pooler: Pooler;
let pooled: Store;

beforeAll(async () => {
  database = await createDatabase('empty');
  pooler = await startPooler(database.url, 3);
  await migrate({ url: pooler.url });
  pooled = await openStore({ random: systemRandom, url: pooler.url, pooling: 'transaction', poolSize: 12 });
});
afterAll(async () => {
  await pooled?.close();
  await pooler?.close();
  await database?.drop();
});

describe('behind a pooler that lends sessions for a transaction', () => {
  it('migrates, and finds nothing left to apply', async () => {
    expect(await pooled.migrationsPending()).toEqual([]);
    expect(await migrate({ url: pooler.url })).toEqual([]);
  });

  it('keeps tenants apart while many share few sessions', async () => {
    const tenants = ORGS.flatMap((orgId) => Array.from({ length: 5 }, () => ({ orgId, project: 'shared' })));
    const written = await Promise.all(
      tenants.map(async (tenant) => {
        const claim = newClaim({ statement: `${tenant.orgId} must be alone` });
        const { id } = await pooled.tenant(tenant.orgId, (db) => stored(db, { tenant, claim, lockKeys: [claim.id] }));
        return { tenant, id };
      }),
    );
    await Promise.all(
      written.map(async ({ tenant, id }) => {
        const { items } = await pooled.tenant(tenant.orgId, (db) => listClaims(db, tenant, { limit: 50 }));
        expect(new Set(items.map(({ statement }) => statement))).toEqual(new Set([`${tenant.orgId} must be alone`]));
        expect(items).toHaveLength(5);
        const other = ORGS[(ORGS.indexOf(tenant.orgId) + 1) % ORGS.length] ?? '';
        expect(await pooled.tenant(other, (db) => getClaim(db, tenant, id))).toBeNull();
      }),
    );
    expect(pooler.opened()).toBeLessThanOrEqual(3);
  });

  it('leaves nothing in the sessions that it used, so that a query without a tenant sees nothing', async () => {
    await Promise.all(ORGS.map((orgId) => pooled.tenant(orgId, (db) => db.run(sql('SELECT pg_sleep(0.01)')))));
    const client = new pg.Client({ connectionString: pooler.url });
    await client.connect();
    for (let n = 0; n < 6; n++) {
      const { rows } = await client.query(`
        SELECT coalesce(current_setting('loreguard.org_id', true), '') AS org, current_user = session_user AS "isLogin",
          current_setting('enable_seqscan') AS seqscan`);
      expect(rows).toEqual([{ org: '', isLogin: true, seqscan: 'on' }]);
      await client.query('BEGIN; SET LOCAL ROLE loreguard_app');
      expect((await client.query('SELECT FROM claims')).rowCount).toBe(0);
      await client.query('COMMIT');
    }
    await client.end();
  });

  it('sets each transaction up as a session is otherwise', async () => {
    const text = `SELECT current_user AS role, current_setting('timezone') AS zone, current_setting('jit') AS jit,
      current_setting('statement_timeout') AS timeout, current_setting('loreguard.org_id') AS org`;
    const expected = [{ role: 'loreguard_app', zone: 'UTC', jit: 'off', timeout: '15s', org: 'acme' }];
    expect(await pooled.tenant('acme', (db) => db.run({ text, values: [] }))).toEqual(expected);
    expect(await pooled.transaction('acme', (db) => db.run({ text, values: [] }))).toEqual(expected);
  });

  it('stores all of a transaction or nothing, and tells what went wrong', async () => {
    const claim = newClaim();
    const fail = pooled.transaction('acme', async (db) => {
      await stored(db, { claim, lockKeys: ['void'] });
      throw new Error('given up');
    });
    await expect(fail).rejects.toThrow('given up');
    expect(await pooled.tenant('acme', (db) => getClaim(db, ACME, claim.id))).toBeNull();
    await expect(pooled.tenant('acme', (db) => db.run(sql('SELECT 1/0')))).rejects.toMatchObject({ code: '22012' });
    const foreign = { orgId: 'globex', project: ACME.project };
    await expect(pooled.tenant('acme', (db) => store(db, { tenant: foreign }))).rejects.toMatchObject({
      code: '42501',
    });
    await pooled.tenant('acme', (db) => stored(db, { claim, lockKeys: ['void'] }));
    expect(await pooled.tenant('acme', (db) => getClaim(db, ACME, claim.id))).not.toBeNull();
  });

  it('lets one of many win that saw the same head, and gives each job once', async () => {
    const heads = Array.from({ length: 20 }, () =>
      pooled.tenant('acme', async (db) => {
        const input = newCommit({ claim: newClaim(), lockKeys: ['hot'], job: 'recheck' });
        const found = await findCandidates(db, ACME, input);
        return { input: { ...input, heads: found.heads } };
      }),
    );
    const seen = await Promise.all(heads);
    const outcomes = await Promise.all(seen.map(({ input }) => pooled.tenant('acme', (db) => commitWrite(db, input))));
    expect(outcomes.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1);
    const taken = await Promise.all([1, 2, 3, 4].map(() => pooled.tenant('acme', (db) => takeJobs(db, 'recheck', 10))));
    expect(taken.flat()).toHaveLength(1);
    expect(await pooled.tenant('globex', (db) => takeJobs(db, 'recheck', 10))).toEqual([]);
  });

  it('ends a statement that runs too long, and goes on', async () => {
    const hasty = await openStore({
      ...{ random: systemRandom, url: pooler.url, pooling: 'transaction' as const, statementTimeoutMs: 200 },
    });
    const slow = hasty.tenant('acme', (db) => db.run(sql('SELECT pg_sleep(5)')));
    await expect(slow).rejects.toMatchObject({ code: 'unavailable', cause: { code: '57014' } });
    await hasty.ping();
    await hasty.close();
  });
});

describe('a pooler that the configuration does not name', () => {
  it('is refused at the start, rather than that a tenant is lost', async () => {
    const open = (pooling?: 'session') => openStore({ random: systemRandom, url: pooler.url, pooling });
    await expect(open()).rejects.toThrow(/Set DATABASE_POOLING/);
    await expect(open('session')).rejects.toThrow(/Set DATABASE_POOLING to "transaction"/);
  });

  it('is no trouble when it keeps the sessions and the configuration says so', async () => {
    const keeping = await startPooler(database.url, 8, 'session');
    await expect(openStore({ random: systemRandom, url: keeping.url })).rejects.toThrow(/Set DATABASE_POOLING/);
    const own = await openStore({ random: systemRandom, url: keeping.url, pooling: 'session' });
    const { id } = await own.tenant('acme', (db) => stored(db, { lockKeys: ['kept'] }));
    expect(await own.tenant('globex', (db) => getClaim(db, ACME, id))).toBeNull();
    await own.close();
    await keeping.close();
  });
});
