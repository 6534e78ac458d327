import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../src/store/migrate.js';
import { createDatabase } from './database.js';
import { PROJECT } from './fill.js';

/** What an ingested fact leaves in each table, for those whose claims are `fact`. A head that others share is left out. */
const ROWS: Readonly<Record<string, string>> = {
  natural_keys: 'SELECT n.* FROM natural_keys n JOIN fact USING (org_id, project, claim_id)',
  claims:
    'SELECT c.* FROM claims c JOIN fact ON (c.org_id, c.project, c.id) = (fact.org_id, fact.project, fact.claim_id)',
  recall_keys: 'SELECT r.* FROM recall_keys r JOIN fact USING (org_id, project, claim_id)',
  claim_words: 'SELECT w.* FROM claim_words w JOIN fact USING (org_id, project, claim_id)',
  guard_head: `SELECT h.* FROM (SELECT DISTINCT org_id, project, unnest(lock_keys) AS key FROM fact) k
    JOIN guard_head h USING (org_id, project, key) WHERE h.version = 1`,
  actions: 'SELECT a.* FROM actions a JOIN fact USING (org_id, project, claim_id)',
};

/** The rows of ingested facts, stored once more by COPY alone: what the database takes for them at the least. */
export interface Copying {
  /** Waits until the jobs of such facts are done; answers how many a second are; null where they were too few to tell. */
  comparisons(): Promise<number | null>;
  /** Rows of the facts that were stored since the last time: how many facts a second one connection stores. */
  rate(): Promise<number>;
  end(): Promise<void>;
}

/** @param databaseUrl where the facts are, by a user who may have the server write files */
export async function startCopying(databaseUrl: string): Promise<Copying> {
  const targetUrl = await createDatabase(databaseUrl, 'bench_copy');
  await migrate({ url: targetUrl });
  const source = new pg.Client({ connectionString: databaseUrl });
  const target = new pg.Client({ connectionString: targetUrl });
  await Promise.all([source.connect(), target.connect()]);
  const { rows } = await source.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  const fileOf = (table: string) => pg.escapeLiteral(join(rows[0]?.folder ?? '', `bench-${table}.copy`));
  let last = '00000000-0000-0000-0000-000000000000';
  return {
    comparisons: () => comparisonsOf(source),
    rate: async () => {
      const fact = `WITH fact AS MATERIALIZED (
        SELECT org_id, project, id AS claim_id, lock_keys FROM claims
        WHERE project = '${PROJECT}' AND id > '${last}' AND NOT guarded AND system_until IS NULL)`;
      for (const [table, text] of Object.entries(ROWS)) {
        await source.query(`COPY (${fact} ${text}) TO ${fileOf(table)}`);
      }
      const { rows: stored } = await source.query<{ count: number; last: string }>(
        `${fact} SELECT count(*)::int AS count, (array_agg(claim_id ORDER BY claim_id DESC))[1] AS last FROM fact`,
      );
      last = stored[0]?.last ?? last;
      const start = performance.now();
      await target.query('BEGIN');
      for (const table of Object.keys(ROWS)) await target.query(`COPY ${table} FROM ${fileOf(table)}`);
      await target.query('COMMIT');
      return ((stored[0]?.count ?? Number.NaN) / (performance.now() - start)) * 1000;
    },
    end: async () => {
      await Promise.all([source.end(), target.end()]);
    },
  };
}

const LOOK_EVERY_MS = 20;

/** From when the first are done, as servers look for jobs every few seconds. */
async function comparisonsOf(client: pg.Client): Promise<number | null> {
  const left = async () => {
    const text = "SELECT count(*)::int AS jobs FROM jobs WHERE kind = 'recheck'";
    return (await client.query<{ jobs: number }>(text)).rows[0]?.jobs ?? 0;
  };
  const all = await left();
  let begun: { jobs: number; at: number } | null = null;
  for (let jobs = all; jobs > 0; jobs = await left()) {
    if (jobs < all) begun ??= { jobs, at: performance.now() };
    await sleep(LOOK_EVERY_MS);
  }
  return begun === null ? null : (begun.jobs / (performance.now() - begun.at)) * 1000;
}
