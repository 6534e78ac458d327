import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTHING_ENDS } from '../../src/flows/lore/ending.js';
import { systemRandom } from '../../src/start/system.js';
import { dumpSchema } from '../../src/store/dump.js';
import { migrate } from '../../src/store/migrate.js';
import { MIGRATIONS_FOLDER, type Migration, readMigrations } from '../../src/store/migration-files.js';
import { findCandidates, findCandidatesOfMany } from '../../src/store/queries/claims/candidates.js';
import { listClaims } from '../../src/store/queries/claims/claim-list.js';
import { getClaim } from '../../src/store/queries/claims/claims.js';
import { listDependents } from '../../src/store/queries/claims/dependencies.js';
import { eraseClaim } from '../../src/store/queries/claims/erase.js';
import { storeFacts } from '../../src/store/queries/claims/store-facts.js';
import { openContradictions } from '../../src/store/queries/consistency/contradictions.js';
import { storeChunks } from '../../src/store/queries/documents/chunks.js';
import { beginDocument } from '../../src/store/queries/documents/documents.js';
import { mergeEntity } from '../../src/store/queries/lore/amend-entities.js';
import { getRelation } from '../../src/store/queries/lore/relations.js';
import { findMentioned } from '../../src/store/queries/lore/resolve.js';
import { listAudit } from '../../src/store/queries/projects/audit.js';
import { finishJob, takeJobs } from '../../src/store/queries/projects/jobs.js';
import * as schema from '../../src/store/schema.js';
import { openStore, type Store } from '../../src/store/store.js';
import { ACME, cancelClaim, ENDED, factToStore, newClaim, revised, stored, updated } from '../helpers/claims.js';
import { createDatabase, type TestDatabase, useStore } from '../helpers/database.js';
import { disputedPair, entity } from '../helpers/lore.js';

const NOW = new Date().toISOString();
const context = useStore();
const tables = Object.values(schema) as PgTable[];
const IN_SCHEMA = 'relnamespace = current_schema()::regnamespace';
const OUTSIDE = ['orgs', 'schema_migrations'];
/** A table that belongs to an organisation, not to one of its projects; an index for what is done in all of them. */
const OF_ORG = ['api_keys', 'jobs_due', 'consistency_runs_waiting'];

describe('the schema', () => {
  it('is the one that migrations/schema.sql shows (npm run schema writes it)', async () => {
    expect(await dumpSchema(context.database.url)).toBe(await readFile(join(MIGRATIONS_FOLDER, 'schema.sql'), 'utf8'));
  });

  it('has no sequences, triggers, exclusion constraints, deferrable constraints or other than btree indexes', async () => {
    const found = await context.database.asAdmin(`
      SELECT relname AS what FROM pg_class WHERE relkind = 'S' AND ${IN_SCHEMA}
      UNION ALL SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${IN_SCHEMA}
      UNION ALL SELECT conname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE ${IN_SCHEMA} AND (contype IN ('x', 't') OR condeferrable)
      UNION ALL SELECT c.relname FROM pg_class c JOIN pg_am a ON a.oid = c.relam
        WHERE ${IN_SCHEMA} AND relkind IN ('i', 'I') AND amname <> 'btree'`);
    expect(found).toEqual([]);
  });

  it('leads every index and foreign key of a tenant table with the tenant', async () => {
    const keys = await context.database.asAdmin<{ name: string; columns: string; of: string }>(`
      SELECT x.relname AS name, left(pg_get_indexdef(i.indexrelid, 1, true) || ',' || coalesce(
        pg_get_indexdef(i.indexrelid, 2, true), ''), 40) AS columns, c.relname AS of
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
      WHERE c.${IN_SCHEMA} AND c.relname <> ALL ('{${OUTSIDE.join(',')}}')
      UNION ALL
      SELECT k.conname, string_agg(a.attname, ',' ORDER BY p.n), c.relname FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid CROSS JOIN unnest(k.conkey) WITH ORDINALITY AS p (attnum, n)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.attnum
      WHERE c.${IN_SCHEMA} AND k.contype = 'f' AND p.n <= 2 GROUP BY k.conname, c.relname`);
    expect(keys.length).toBeGreaterThan(8);
    const isOfOrg = (key: { name: string; of: string }) => OF_ORG.includes(key.of) || OF_ORG.includes(key.name);
    const led = keys.filter((key) => key.columns === 'org_id,project' || isOfOrg(key));
    expect(led.map(({ name }) => name)).toEqual(keys.map(({ name }) => name));
    expect(keys.filter(({ columns }) => !columns.startsWith('org_id,'))).toEqual([]);
  });
});

/** The same table, distributed by the organisation over two partitions. */
function distributed({ name, sql, checksum }: Migration): Migration {
  const tables = [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table);
  const parents = sql.replace(/^(CREATE TABLE \w+ \([\s\S]*?\n\))[^;]*;/gm, '$1 PARTITION BY HASH (org_id);');
  if (parents.split('PARTITION BY').length - 1 !== tables.length) throw new Error(`${name} has another form of table`);
  const partitions = tables.flatMap((table) =>
    [0, 1].map((n) => `CREATE TABLE ${table}_${n} PARTITION OF ${table} FOR VALUES WITH (MODULUS 2, REMAINDER ${n});`),
  );
  return { name, sql: [parents, ...partitions].join('\n'), checksum };
}

describe('the schema distributed by hash of org_id', () => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await createDatabase('empty');
    await migrate({ url: database.url, migrations: (await readMigrations()).map(distributed) });
    store = await openStore({ random: systemRandom, url: database.url });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  it('is accepted by Postgres, which refuses a key without the tenant', async () => {
    const partitioned = await database.asAdmin(`SELECT FROM pg_class WHERE relkind = 'p' AND ${IN_SCHEMA}`);
    expect(partitioned).toHaveLength(tables.length);
    const withoutTenant = 'CREATE UNIQUE INDEX refused ON claims (id)';
    await expect(database.asAdmin(withoutTenant)).rejects.toThrow(/partitioning columns/);
  });

  it('stores, disputes, supersedes, cancels and finds as the plain one does', async () => {
    for (const orgId of ['acme', 'globex', 'initech', 'umbrella']) {
      const tenant = { ...ACME, orgId };
      await store.tenant(orgId, async (db) => {
        const a = await stored(db, { tenant });
        const b = await stored(db, { tenant, disputes: [{ ...a, violationId: v7() }] });
        const c = await stored(db, { tenant, closes: [revised(b)] });
        await cancelClaim(store, tenant, c.id);
        const found = await findCandidates(db, tenant, { lockKeys: ['canary'], recallKeys: [] });
        expect(found.candidates.map(({ id }) => id)).toEqual([a.id]);
        expect(found.heads).toEqual(new Map([['canary', 4]]));
        const { items } = await listClaims(db, tenant, { limit: 10 });
        expect(items.map(({ id, status }) => [id, status])).toEqual([
          [c.id, 'cancelled'],
          [b.id, 'superseded'],
          [a.id, 'active'],
        ]);
      });
    }
  });

  it('updates, keeps dependencies and jobs, and opens contradictions as the plain one does', async () => {
    for (const orgId of ['acme', 'globex', 'initech', 'umbrella']) {
      const tenant = { orgId, project: 'later' };
      await store.tenant(orgId, async (db) => {
        const a = await stored(db, { tenant });
        const b = await stored(db, { tenant, job: 'recheck', claim: newClaim({ dependsOn: [a.id] }) });
        expect((await listDependents(db, tenant, [a.id])).map(({ id }) => id)).toEqual([b.id]);
        const [job] = await takeJobs(db, 'recheck', 10);
        expect(job).toMatchObject({ tenant, about: b.id });
        if (job !== undefined) await finishJob(db, job);
        const disputes = [{ ...a, violationId: v7() }];
        const [opened] = await openContradictions(db, { tenant, claim: b, disputes });
        expect(opened?.id).toBe(a.id);
        await stored(db, { tenant, closes: [updated({ id: a.id, systemFrom: opened?.systemFrom ?? '' })] });
        expect(await getClaim(db, tenant, a.id)).toMatchObject({ ...ENDED, status: 'active', disputedWith: [b.id] });
      });
    }
    expect(await store.listOrgs()).toEqual(['acme', 'globex', 'initech', 'umbrella']);
  });

  it('stores facts, finds what they are to be compared with, and erases as the plain one does', async () => {
    for (const orgId of ['acme', 'globex', 'initech', 'umbrella']) {
      const tenant = { orgId, project: 'facts' };
      const run = { runId: v7(), beganAt: NOW, keyId: null };
      await store.tenant(orgId, async (db) => {
        const [a, b] = [factToStore({ naturalKey: 'a' }), factToStore({ naturalKey: 'b' })];
        const done = await storeFacts(db, tenant, run, [a, b]);
        const changed = { ...a, seen: done.get(a.id)?.systemFrom ?? '', actionId: v7(), recallKeys: ['others'] };
        expect((await storeFacts(db, tenant, run, [changed])).get(a.id)).toMatchObject({ isNew: false });
        expect(await findCandidatesOfMany(db, tenant, [a.id])).toEqual(new Map([[a.id, [b.id]]]));
        const by = { who: 'dpo', reason: 'Article 17', keyId: null, actionId: v7() };
        const ending = { ...NOTHING_ENDS, keys: [] };
        const { systemFrom: seen = '' } = (await getClaim(db, tenant, a.id)) ?? {};
        expect(await eraseClaim(db, { tenant, claimId: a.id, ...by, seen, said: [], ending })).toBe(true);
        expect(await getClaim(db, tenant, a.id)).toMatchObject({ status: 'erased', statement: '[erased]' });
        expect((await listAudit(db, tenant, { limit: 10 })).items).toHaveLength(4);
      });
    }
  });

  it('stores and finds entities, documents and relations as the plain one does', async () => {
    for (const orgId of ['acme', 'globex', 'initech', 'umbrella']) {
      const tenant = { orgId, project: 'lore' };
      await store.tenant(orgId, async (db) => {
        const [osric, heron] = [
          await entity(db, tenant, { type: 'Person', name: 'Osric', aliases: ['The Heron'] }),
          await entity(db, tenant, { type: 'Person', name: 'Heron King' }),
        ];
        expect((await findMentioned(db, tenant, [{ name: 'heron' }, { name: 'Osrik' }])).flat()).toMatchObject([
          { id: osric, by: 'alias' },
          { id: osric, by: 'typo' },
        ]);
        const { ids } = await disputedPair(db, tenant, [{ fromId: heron }, { fromId: osric }]);
        expect(await mergeEntity(db, tenant, osric, heron)).toBe(true);
        expect(await getRelation(db, tenant, ids[0])).toMatchObject({ isDisputed: true, disputedWith: [ids[1]] });
        const document = { id: v7(), path: 'a.md', sourceId: v7(), title: 'A', format: 'markdown', who: 'mara' };
        const documentId = await beginDocument(db, tenant, document);
        const chunk = { id: v7(), ordinal: 0, starts: 0, line: 1, heading: null, text: 'iron', words: 1 };
        const stems = new Map([['iron', 1]]);
        expect(await storeChunks(db, tenant, documentId, [{ ...chunk, stems }], () => stems)).toEqual([chunk.id]);
      });
    }
  });
});

describe('the drizzle tables', () => {
  it('are the tables of the database, column by column', async () => {
    const rows = await context.database.asAdmin<{ table: string; column: string; type: string; required: boolean }>(`
      SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
        a.attnotnull AS required
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE ${IN_SCHEMA} AND relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND relname <> 'schema_migrations'`);
    const columns = tables.flatMap((table) =>
      getTableConfig(table).columns.map((column) => ({
        table: getTableName(table),
        column: column.name,
        type: column.getSQLType(),
        required: column.notNull,
      })),
    );
    const order = (a: { table: string; column: string }, b: { table: string; column: string }) =>
      `${a.table}.${a.column}` < `${b.table}.${b.column}` ? -1 : 1;
    expect(columns.sort(order)).toEqual(rows.sort(order));
  });

  it('name the indexes of the database', async () => {
    const rows = await context.database.asAdmin<{ name: string }>(`
      SELECT x.relname AS name FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
      WHERE x.${IN_SCHEMA} AND NOT i.indisprimary`);
    const names = tables.flatMap((table) => getTableConfig(table).indexes.map(({ config }) => config.name));
    expect(names.sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});
