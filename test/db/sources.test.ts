import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCandidates } from '../../src/store/queries/claims/candidates.js';
import { claimPage, listClaims } from '../../src/store/queries/claims/claim-list.js';
import { findSource, findSources } from '../../src/store/queries/lore/source-names.js';
import { putSources } from '../../src/store/queries/lore/sources.js';
import { ACME } from '../helpers/claims.js';
import { useStore } from '../helpers/database.js';
import { MARA } from '../helpers/lore.js';
import { blocksOf, explain, nodesOf, scansOf, statementOf } from '../helpers/plan.js';

const context = useStore();
const COUNT = 2000;
const sources = Array.from({ length: COUNT }, (_, n) => ({
  ...{ id: v7(), uri: `tales/${n}.md`, title: `Tale ${n}` },
  kind: n === 7 ? ('prophetic' as const) : ('rumor' as const),
}));

/** Filled at once and never analysed: as a table is while a world is loaded. */
describe('the source that a text names', () => {
  beforeAll(async () => {
    for (let at = 0; at < COUNT; at += 500) {
      await context.store.tenant('acme', (db) => putSources(db, ACME, MARA, sources.slice(at, at + 500)));
    }
  });

  const within = <T>(work: Parameters<typeof context.store.tenant<T>>[1]) => context.store.tenant('acme', work);

  it('is found by id, uri, name and place, of several at once, and of this tenant only', async () => {
    const [wanted] = sources.slice(7);
    const names = [wanted?.id ?? '', 'tales/7.md', 'the tale 7', 'tales/7.md:3', 'Tale', '', '?', 'x'.repeat(2000)];
    const found = await within((db) => findSources(db, ACME, names));
    expect(found.map(({ source }) => source)).toEqual([wanted, wanted, wanted, wanted, null, null, null, null]);
    const elsewhere = { ...ACME, project: 'elsewhere' };
    expect(await within((db) => findSource(db, elsewhere, 'Tale 7'))).toBeNull();
  });

  it('comes with the candidates, and takes a handful of look-ups in indexes', async () => {
    const asked = { lockKeys: ['a'], recallKeys: ['b'], source: 'Tale 7' };
    const { named } = await within((db) => findCandidates(db, ACME, asked));
    expect(named.source).toMatchObject({ kind: 'prophetic' });
    const { text, values } = await statementOf(context.store, (db) => findSources(db, ACME, ['Tale 7']));
    const plan = await explain(context.store, text, values);
    expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(scansOf(plan)).toEqual(
      expect.arrayContaining(['entity_names by entity_names_pkey', 'lore_sources by lore_sources_uri']),
    );
    expect(blocksOf(plan)).toBeLessThan(40);
  });

  it('is read with each of its claims by its id', async () => {
    await context.database.asAdmin(
      `INSERT INTO claims (org_id, project, id, system_from, statement, kind, status, who, valid_certain, valid_possible,
        reading, norm_version, normalizer_state, lock_keys, recall_keys, said_at, source_id)
      SELECT $1, $2, id, now(), title, 'fact', 'active', 'mara', '(,)', '(,)', '{"norms": []}', 1, 'read', '{}', '{}',
        now(), id FROM lore_sources`,
      [ACME.orgId, ACME.project],
    );
    const page = { status: 'active', limit: 50 } as const;
    const { text, values } = claimPage(ACME, page);
    const plan = await explain(context.store, text, values);
    expect(scansOf(plan)).toContain('lore_sources by lore_sources_pkey');
    const removed = nodesOf(plan).filter((node) => node['Relation Name'] === 'lore_sources');
    expect(removed.map((node) => node['Rows Removed by Filter'] ?? 0)).toEqual([0]);
    const { items } = await within((db) => listClaims(db, ACME, { ...page, sourceId: sources[7]?.id }));
    expect(items).toMatchObject([{ statement: 'Tale 7', loreSource: { id: sources[7]?.id, kind: 'prophetic' } }]);
  });

  it('is looked for among many as cheaply', async () => {
    const names = sources.slice(0, 100).map(({ title }) => title);
    const { text, values } = await statementOf(context.store, (db) => findSources(db, ACME, names));
    const plan = await explain(context.store, text, values);
    expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(blocksOf(plan)).toBeLessThan(100 * 30);
  });
});
