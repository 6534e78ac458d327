import { beforeAll, describe, expect, it } from 'vitest';
import { closedSupports } from '../../src/flows/asking/supports.js';
import { RECALL, RECALL_THEN, recallClaims, WORD_BOUND, wordsLike } from '../../src/store/queries/asking/recall.js';
import { ACME, newClaim, stored } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';
import { explain, nodesOf } from '../helpers/plan.js';

const context = useStore();
const CLAIMS = 50_000;
const ANY = {
  status: 'active',
  kind: null,
  entity: null,
  tag: null,
  env: null,
  team: null,
  atTime: null,
  knownAt: null,
} as const;
const term = (word: string, place = 0) => ({ word, place, factor: 1 });

/** Claims that all share one word; one in a thousand shares another. */
const FILL = `
WITH c AS (
  INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, valid_certain, valid_possible,
    reading, norm_version, normalizer_state, lock_keys, recall_keys, said_at, words)
  SELECT 'acme', 'p', gen_random_uuid(), now(), 'claim ' || n, 'fact', 'active', 'alice', '(,)', '(,)', '{"norms":[]}', 1,
    'read', '{}', '{}', now(), ARRAY['all', 'word' || n] || CASE WHEN n % 1000 = 0 THEN ARRAY['some'] ELSE '{}' END
  FROM generate_series(1, ${CLAIMS}) n
  RETURNING org_id, project, id, words
)
INSERT INTO claim_words SELECT org_id, project, unnest(words), id FROM c`;

describe(`recall among ${CLAIMS} claims`, () => {
  beforeAll(async () => {
    await context.database.asAdmin(FILL.replaceAll("'p'", `'${ACME.project}'`));
    await context.database.asAdmin('VACUUM ANALYZE claims, claim_words, past_words, recall_keys');
  });

  it.each([
    ['now', RECALL, []],
    ['then', RECALL_THEN, [new Date().toISOString(), 'active']],
  ])('scans no table for words that all have, %s', async (_name, text, then) => {
    const filter = [null, null, null, null, null, null, null, null];
    const terms = ['all', 'some', 'word77', 'none'];
    const values = [
      ACME.orgId,
      ACME.project,
      terms,
      terms.map((_, n) => n),
      terms.map(() => 1),
      ['skey'],
      ...filter,
      120,
      ...then,
    ];
    const plan = await explain(context.store, text, values);
    const nodes = nodesOf(plan);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    const blocks = nodes[0] === undefined ? 0 : nodes[0]['Shared Hit Blocks'] + nodes[0]['Shared Read Blocks'];
    expect(blocks).toBeLessThan(2000);
  });

  it('finds by the rare word what the common one has thousands of', async () => {
    const terms = [term('all'), term('word123', 1)];
    const { found, frequencies, isCut } = await context.store.tenant(ACME.orgId, (db) =>
      recallClaims(db, ACME, { terms, keys: [] }, ANY),
    );
    expect(frequencies).toEqual([WORD_BOUND, 1]);
    expect(isCut).toBe(true);
    expect(found.find(({ terms: shared }) => shared.length === 2)).toMatchObject({ positions: [1, 2], size: 2 });
  });

  it('answers for common words alone, and for none', async () => {
    await context.store.tenant(ACME.orgId, async (db) => {
      const common = await recallClaims(db, ACME, { terms: [term('all')], keys: [] }, ANY);
      expect(common.found.length).toBeGreaterThan(0);
      expect(await recallClaims(db, ACME, { terms: [], keys: [] }, ANY)).toEqual({
        found: [],
        frequencies: [],
        isCut: false,
      });
    });
  });

  it('knows the words that begin like one that no claim has', async () => {
    const near = await context.store.tenant(ACME.orgId, (db) => wordsLike(db, ACME, ['all', 'somm'], 2));
    expect(near).toEqual([[], ['some']]);
  });
});

describe('what a claim rests on', () => {
  it('ends where a circle begins, and names what is closed over others', async () => {
    await context.store.tenant(ACME.orgId, async (db) => {
      const [a, b, c] = [newClaim(), newClaim(), newClaim()];
      await stored(db, { claim: { ...a, dependsOn: [c.id] }, lockKeys: ['rest a'], recallKeys: [] });
      await stored(db, { claim: { ...b, dependsOn: [a.id] }, lockKeys: ['rest b'], recallKeys: [] });
      await stored(db, { claim: { ...c, dependsOn: [b.id] }, lockKeys: ['rest c'], recallKeys: [] });
      const claims = [{ id: a.id, dependsOn: [c.id] }];
      expect(await closedSupports(db, ACME, claims, null)).toEqual(new Map());
      await context.database.asAdmin(`UPDATE claims SET status = 'cancelled' WHERE id = '${b.id}'`);
      expect(await closedSupports(db, ACME, claims, null)).toEqual(new Map([[a.id, [b.id]]]));
    });
  });
});
