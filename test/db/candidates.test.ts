import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { FIND_HITS } from '../../src/store/queries/claims/candidate-hits.js';
import { GET_ACTIVE } from '../../src/store/queries/claims/candidate-versions.js';
import {
  COMPARED_BOUND,
  findCandidates,
  LOCK_KEY_BOUND,
  RECALL_BOUND,
  RECALL_KEY_BOUND,
} from '../../src/store/queries/claims/candidates.js';
import { commitWrite } from '../../src/store/queries/claims/commit.js';
import { FIND_DEPENDENTS, FIND_SUPPORTS, listDependents } from '../../src/store/queries/claims/dependencies.js';
import { LIST_UNGUARDED, listUnguarded } from '../../src/store/queries/claims/unguarded.js';
import { openContradictions } from '../../src/store/queries/consistency/contradictions.js';
import { ACME, newClaim, newCommit, revised, updated } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';
import { explain as explainIn, nodesOf, type PlanNode, statementOf } from '../helpers/plan.js';

const CLAIMS = 100_000;
const context = useStore();

/** Each claim has one key of its own, one that a thousand share, and one that all share; all build on the first. */
const FILL = `
WITH made AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, valid_certain, valid_possible,
    reading, norm_version, normalizer_state, lock_keys, recall_keys, depends_on, said_at)
  SELECT 'acme', 'canary', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'claim ' || n,
    'decision', 'active', 'alice', '(,)', '(,)', '{"norms": []}', 1, 'read', ARRAY['own ' || n],
    ARRAY['some ' || n % 100, 'all'], ARRAY['01900000-0000-7000-8000-000000000001'::uuid], now()
  FROM generate_series(1, ${CLAIMS}) AS n
  RETURNING *
), building AS (
  INSERT INTO dependencies SELECT org_id, project, unnest(depends_on), id FROM made
)
INSERT INTO recall_keys SELECT org_id, project, unnest(lock_keys || recall_keys), id, octet_length(statement) FROM made`;

const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const explain = (text: string, values: readonly unknown[]) => explainIn(context.store, text, values);

beforeAll(async () => {
  await context.database.asAdmin('ALTER TABLE claims SET (autovacuum_enabled = off)');
  await context.database.asAdmin('ALTER TABLE recall_keys SET (autovacuum_enabled = off)');
  await context.database.asAdmin('ALTER TABLE dependencies SET (autovacuum_enabled = off)');
  await context.database.asAdmin(FILL);
}, 60_000);

describe.each(['without', 'with'])('with a hundred thousand claims, %s statistics', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with') await context.database.asAdmin('ANALYZE');
  });

  describe('findCandidates', () => {
    const find = (lockKeys: string[], recallKeys: string[]) => {
      const asked = { at: 0, project: ACME.project, lock_keys: lockKeys, recall_keys: recallKeys, head_keys: [] };
      return explain(FIND_HITS, [ACME.orgId, JSON.stringify([asked])]);
    };

    it('reads keys, heads and settings by their indexes, and nothing else', async () => {
      const plan = await find(['own 5', 'all'], ['some 7', 'some 8', 'none']);
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
      const used = scans.map((node) => `${node['Relation Name']} by ${node['Index Name']}`);
      expect(used.sort()).toEqual([
        'guard_head by guard_head_pkey',
        'projects by projects_pkey',
        'recall_keys by recall_keys_pkey',
        'recall_keys by recall_keys_pkey',
      ]);
      expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    });

    it('reads no more of a key that every claim has than its bound', async () => {
      const plan = await find(['all'], []);
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] === 'recall_keys');
      expect(Math.max(...scans.map((scan) => scan['Actual Rows']))).toBe(LOCK_KEY_BOUND);
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(LOCK_KEY_BOUND * 10);
    });

    it('asks no more of the further keys than their bounds, and stops there', async () => {
      const common = Array.from({ length: 20 }, (_, n) => `some ${n}`);
      const plan = await find([], common);
      const scans = nodesOf(plan).filter((node) => node['Actual Loops'] > 0 && node['Relation Name'] !== undefined);
      const rowsOf = (name: string) =>
        scans
          .filter((node) => node['Relation Name'] === name)
          .map((node) => node['Actual Rows'] * node['Actual Loops'])
          .reduce((sum, rows) => sum + rows, 0);
      expect(rowsOf('recall_keys')).toBeLessThan(RECALL_BOUND + RECALL_KEY_BOUND);
      const { candidates } = await context.store.find(ACME, { lockKeys: [], recallKeys: common });
      expect(candidates.length).toBe(COMPARED_BOUND);
    });

    it('looks each claim that is compared up by one index, and reads no version that it knows', async () => {
      const [known, fresh] = [idOf(9), idOf(10)];
      const [row] = await context.database.asAdmin<{ at: string }>(
        'SELECT system_from::text AS at FROM claims WHERE id = $1',
        [known],
      );
      const values = [ACME.orgId, [ACME.project, ACME.project], [known, fresh], [row?.at, null]];
      const plan = await explain(GET_ACTIVE, values);
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
      expect(scans.map((node) => node['Index Name'])).toEqual([
        expect.stringMatching(/^claims_(active|open_version)$/),
      ]);
      const rows = await context.store.tenant('acme', (db) =>
        db.run<{ is_known: boolean; statement: string | null }>({ text: GET_ACTIVE, values }),
      );
      expect(rows.map(({ is_known, statement }) => [is_known, statement])).toEqual([
        [true, null],
        [false, 'claim 10'],
      ]);
    });

    it('brings the newest of a common key, the bound of each kind of key, and each claim once', async () => {
      const numbers = async (lockKeys: string[], recallKeys: string[]) => {
        const found = await context.store.tenant('acme', (db) => findCandidates(db, ACME, { lockKeys, recallKeys }));
        return found.candidates.map(({ statement }) => Number(statement.split(' ')[1]));
      };
      const newest = (count: number) => Array.from({ length: count }, (_, n) => CLAIMS - n);
      expect(await numbers(['all'], [])).toEqual(newest(LOCK_KEY_BOUND));
      // The newest has one digit more than the others, and what says more comes last.
      expect(await numbers([], ['all'])).toEqual(newest(COMPARED_BOUND + 1).slice(1));
      expect(await numbers(['all'], ['all', `own ${CLAIMS}`, 'own 3'])).toEqual([...newest(LOCK_KEY_BOUND), 3]);
      // One rare key outweighs two that many claims share.
      expect((await numbers([], ['all', 'some 0', 'own 3'])).includes(3)).toBe(true);
    });

    it('prefers what says little beside what is shared', async () => {
      const [long, ...short] = Array.from({ length: COMPARED_BOUND + 1 }, (_, n) => CLAIMS - 100 * n);
      const resize = (size: string) =>
        context.database.asAdmin(`UPDATE recall_keys SET size = ${size} WHERE claim_id = $1`, [idOf(long ?? 0)]);
      await resize('size * 20');
      const found = await context.store.tenant('acme', (db) =>
        findCandidates(db, ACME, { lockKeys: [], recallKeys: ['some 0'] }),
      );
      await resize('size / 20');
      expect(found.candidates.map(({ statement }) => Number(statement.split(' ')[1]))).toEqual(short);
    });
  });

  describe('listDependents and lostSupports', () => {
    const first = '01900000-0000-7000-8000-000000000001';
    const scansOf = (plan: PlanNode) => nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);

    it('read no more of a claim that all others build on than the bound', async () => {
      const plan = await explain(FIND_DEPENDENTS, [ACME.orgId, ACME.project, [first, v7()]]);
      expect(scansOf(plan)).toMatchObject([{ 'Index Name': 'dependencies_pkey' }]);
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(300);
      const found = await context.store.tenant('acme', (db) => listDependents(db, ACME, [first]));
      expect(found.map(({ statement }) => statement)).toEqual(
        Array.from({ length: 200 }, (_, n) => `claim ${CLAIMS - n}`),
      );
    });

    it('look each id up', async () => {
      const plan = await explain(FIND_SUPPORTS, [ACME.orgId, ACME.project, [first, v7()]]);
      expect(scansOf(plan)).toMatchObject([{ 'Index Name': expect.stringMatching(/^claims_/) }]);
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(30);
    });
  });

  describe('listUnguarded', () => {
    const page = (before: string) => explain(LIST_UNGUARDED, [ACME.orgId, ACME.project, before, 51, null, null, null]);
    const rare = [7, 70_000].map(idOf);

    beforeAll(async () => {
      await context.database.asAdmin("UPDATE claims SET unguarded = 'forced' WHERE id = ANY ($1)", [rare]);
      await context.database.asAdmin(
        `INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
         SELECT 'acme', 'canary', 'recheck', id, now(), now() FROM claims ORDER BY id LIMIT 1000 ON CONFLICT DO NOTHING`,
      );
    });

    it('walks down its two indexes, whatever else is stored', async () => {
      const plan = await page('ffffffff-ffff-ffff-ffff-ffffffffffff');
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
      const used = scans.map((node) => `${node['Relation Name']} by ${node['Index Name']}`);
      expect(used.sort()).toEqual([
        expect.stringMatching(/^claims by claims_(active|open_version|pkey)$/),
        'claims by claims_unguarded',
        'jobs by jobs_pkey',
      ]);
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(500);
    });

    it('finds the few among the many', async () => {
      const { items, nextCursor } = await context.store.tenant('acme', (db) =>
        listUnguarded(db, ACME, { limit: 2, atTime: null, knownAt: null }),
      );
      expect(items.map(({ id, why }) => [id, why])).toEqual([
        [idOf(70_000), 'forced'],
        [idOf(1000), 'not_fully_compared'],
      ]);
      expect(nextCursor).not.toBeNull();
    });
  });

  describe('writes', () => {
    /** Nodes that change a table. */
    const CHANGES = { nothing: 9, 'a supersede': 19, 'an update': 19, 'a dispute': 19, 'a later contradiction': 5 };

    it.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])('scan no table for %s', async (change) => {
      const found = await context.database.asAdmin<{ id: string; from: string }>(
        "SELECT id, system_from::text AS from FROM claims WHERE statement IN ('claim 777', 'claim 778')",
      );
      const [version, other] = found.map(({ id, from }) => ({ id, systemFrom: from }));
      if (version === undefined || other === undefined) throw new Error('not filled');
      const disputes = [{ ...version, violationId: v7() }];
      const { text, values } = await statementOf(context.store, (db) => {
        switch (change) {
          case 'nothing':
            return commitWrite(db, newCommit({ claim: newClaim({ dependsOn: [version.id] }), job: 'recheck' }));
          case 'a supersede':
            return commitWrite(db, newCommit({ closes: [revised(version)] }));
          case 'an update':
            return commitWrite(db, newCommit({ closes: [updated(version)] }));
          case 'a dispute':
            return commitWrite(db, newCommit({ disputes }));
          case 'a later contradiction':
            return openContradictions(db, { tenant: ACME, claim: other, disputes });
        }
      });
      const nodes = nodesOf(await explain(text, values));
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(nodes.filter((node) => node['Node Type'] === 'ModifyTable')).toHaveLength(CHANGES[change]);
      const blocks = nodes[0] === undefined ? 0 : nodes[0]['Shared Hit Blocks'] + nodes[0]['Shared Read Blocks'];
      expect(blocks).toBeLessThan(300);
    });
  });
});
