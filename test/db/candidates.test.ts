import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { FIND_CANDIDATES, findCandidates, LOCK_KEY_BOUND, RECALLED_BOUND } from '../../src/store/queries/candidates.js';
import { ACME } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';

const CLAIMS = 100_000;
const context = useStore();

/** Each claim has one key of its own, one that a thousand share, and one that all share. */
const FILL = `
WITH made AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, valid_certain, valid_possible,
    reading, norm_version, normalizer_state, lock_keys, recall_keys, said_at)
  SELECT 'acme', 'canary', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'claim ' || n,
    'decision', 'active', 'alice', '(,)', '(,)', '{"norms": []}', 1, 'read', ARRAY['own ' || n],
    ARRAY['some ' || n % 100, 'all'], now()
  FROM generate_series(1, ${CLAIMS}) AS n
  RETURNING *
)
INSERT INTO recall_keys SELECT org_id, project, unnest(lock_keys || recall_keys), id FROM made`;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('findCandidates among 100 000 active claims', () => {
  beforeAll(async () => {
    await context.database.asAdmin(FILL);
    await context.database.asAdmin('ANALYZE claims');
    await context.database.asAdmin('ANALYZE recall_keys');
  }, 60_000);

  /** The plan as requests run it: with row-level security, prepared, and planned once for all parameters. */
  async function explain(lockKeys: string[], recallKeys: string[]): Promise<PlanNode> {
    const client = new pg.Client({ connectionString: context.database.url });
    await client.connect();
    await client.query(
      "SET ROLE loreguard_app; SET loreguard.org_id = 'acme'; SET plan_cache_mode = force_generic_plan",
    );
    await client.query(`PREPARE find AS ${FIND_CANDIDATES}`);
    const keys = [lockKeys, recallKeys].map((list) => `ARRAY[${list.map((key) => `'${key}'`).join()}]::text[]`).join();
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE find ('acme', 'canary', ${keys}, '{}')`,
    );
    await client.end();
    return rows[0]['QUERY PLAN'][0].Plan;
  }

  it('reads the three primary structures by their indexes, and nothing else', async () => {
    const plan = await explain(['own 5', 'all'], ['some 7', 'some 8', 'none']);
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
    const used = scans.map((node) => `${node['Relation Name']} by ${node['Index Name']}`);
    expect(used.sort()).toEqual([
      expect.stringMatching(/^claims by claims_(active|open_version)$/),
      'guard_head by guard_head_pkey',
      'projects by projects_pkey',
      'recall_keys by recall_keys_pkey',
    ]);
    expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });

  it('reads no more of a key that every claim has than its bound', async () => {
    const plan = await explain(['all'], []);
    const scan = nodesOf(plan).find((node) => node['Relation Name'] === 'recall_keys');
    expect(scan?.['Actual Rows']).toBe(LOCK_KEY_BOUND);
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(LOCK_KEY_BOUND * 10);
  });

  it('brings the newest of a common key, the bound of each kind of key, and each claim once', async () => {
    const find = (lockKeys: string[], recallKeys: string[]) =>
      context.store.tenant('acme', (db) => findCandidates(db, ACME, { lockKeys, recallKeys }));
    const numbers = async (lockKeys: string[], recallKeys: string[]) =>
      (await find(lockKeys, recallKeys)).candidates.map(({ statement }) => Number(statement.split(' ')[1]));
    const newest = (count: number) => Array.from({ length: count }, (_, n) => CLAIMS - n);
    expect(await numbers(['all'], [])).toEqual(newest(LOCK_KEY_BOUND));
    expect(await numbers([], ['all'])).toEqual(newest(RECALLED_BOUND));
    expect(await numbers(['all'], ['all', `own ${CLAIMS}`, 'own 3'])).toEqual([...newest(LOCK_KEY_BOUND), 3]);
  });
});
