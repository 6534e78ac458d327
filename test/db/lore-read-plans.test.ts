import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { lifeTypesOf } from '../../src/lore/recorded.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { readAround, readEnds } from '../../src/store/queries/records/ends-record.js';
import { readKnown } from '../../src/store/queries/records/npc-record.js';
import { readSignificance } from '../../src/store/queries/records/significance-record.js';
import { DOWN, readSteps, UP } from '../../src/store/queries/records/steps-record.js';
import type { Seeds } from '../../src/store/queries/records/steps-seeds.js';
import { readTimeline } from '../../src/store/queries/records/timeline-record.js';
import { readTouching } from '../../src/store/queries/records/touching-record.js';
import { readTruth } from '../../src/store/queries/records/truth-record.js';
import { readWalk } from '../../src/store/queries/records/walk-record.js';
import type { Db, Query } from '../../src/store/tenant.js';
import { useStore } from '../helpers/database.js';
import { lexicon } from '../helpers/lexicon.js';
import { entity, newRelation } from '../helpers/lore.js';
import { blocksOf, explain, nodesOf, type PlanNode, scansOf } from '../helpers/plan.js';

const context = useStore();
const WORLD = { orgId: 'acme', project: 'karth' };
const HUB_DEGREE = 5000;
const lifeTypes = lifeTypesOf(lexicon.relationTypes);
const YEAR = { start: 0, end: 24 };

/** The statement that a read would run. */
async function statement(read: (db: Db) => Promise<unknown>): Promise<Query> {
  const asked: Query[] = [];
  const run = async <Row>(query: Query): Promise<Row[]> => {
    asked.push(query);
    return [{ json: '{"more":{}}' } as Row];
  };
  await context.store.tenant('acme', (db) => read({ ...db, run }));
  expect(asked).toHaveLength(1);
  return asked[0] as Query;
}

/** The table of a node with the index that it is read by. */
const scanOf = (node: PlanNode): string => scansOf({ ...node, Plans: [] })[0] ?? '';

/** Rows of relations that a plan looked at. */
const looked = (plan: PlanNode): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === 'relations')
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );

describe('the reads of the lore tools', () => {
  let [hub, somebody, realm] = ['', '', ''];
  const input = (...named: string[]) => ({ tenant: WORLD, knownAt: null, lifeTypes, named });
  const plan = async (read: (db: Db) => Promise<unknown>) => {
    const { text, values } = await statement(read);
    return explain(context.store, text, values, { isWarm: true });
  };

  beforeAll(async () => {
    await context.store.tenant('acme', async (db) => {
      const make = (type: string, name: string) => entity(db, WORLD, { type, name });
      [hub, somebody, realm] = [
        await make('Faction', 'Hub'),
        await make('Person', 'Somebody'),
        await make('Kingdom', 'Realm'),
      ];
      const crowd = Array.from({ length: HUB_DEGREE }, () =>
        newRelation({ type: 'MEMBER_OF', fromId: v7(), toId: hub }),
      );
      const own = [
        newRelation({ type: 'RULES', fromId: somebody, toId: realm }),
        newRelation({ type: 'MEMBER_OF', fromId: somebody, toId: hub }),
      ];
      const said = [...crowd, ...own].map((relation) => ({ relation, keys: [] }));
      await insertRelations(db, WORLD, said);
    });
    // As autovacuum does once a table has so many rows.
    await context.database.asAdmin('ANALYZE entities, relations');
  }, 60_000);

  it('are one statement each, by the indexes of the ends', async () => {
    const probe = { type: 'RULES', ofOne: false, single: ['to' as const], isSymmetric: false };
    const truth = await plan((db) => readTruth(db, input(somebody, realm), probe));
    expect(scansOf(truth)).toEqual(
      expect.arrayContaining([
        // One of them may be read by a bitmap, whose node names no table.
        expect.stringMatching(/ by relations_from$/),
        expect.stringMatching(/ by relations_to$/),
        'entities by entities_merged',
      ]),
    );
    expect(looked(truth)).toBeLessThan(20);
    // With what `record_beside_2` looks up, whose plans are its own.
    expect(blocksOf(truth)).toBeLessThan(150);

    const ends = { from: ['MEMBER_OF', 'RULES'], to: ['SPOUSE_OF'], asked: null, after: null, limit: 51 };
    const summary = await plan((db) => readEnds(db, input(somebody), ends));
    expect(looked(summary)).toBeLessThan(20);
    const around = { from: ['LOCATED_IN'], to: ['RULES'], asked: YEAR, after: null, limit: 51 };
    const state = await plan((db) => readAround(db, input(realm), around));
    expect(looked(state)).toBeLessThan(20);
    for (const found of [summary, state]) expect(blocksOf(found)).toBeLessThan(200);
  });

  it('never walk a table, and look at nothing of others', async () => {
    const around = { from: ['LOCATED_IN'], to: ['RULES'], asked: YEAR, after: null, limit: 51 };
    for (const found of [
      await plan((db) => readAround(db, input(somebody), around)),
      await plan((db) => readTimeline(db, input(somebody), { type: null, asked: null, after: null, limit: 51 })),
    ]) {
      expect(nodesOf(found).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(looked(found)).toBeLessThan(20);
    }
  });

  it('page through a hub: its relations are looked at, those beyond the page are not read further', async () => {
    const probe = { entity: hub, from: [], to: ['MEMBER_OF'], asked: YEAR, after: null, limit: 51 };
    const found = await plan((db) => readEnds(db, input(hub), probe));
    expect(looked(found)).toBeLessThan(HUB_DEGREE + 1000);
    const sources = nodesOf(found).filter((node) => node['Relation Name'] === 'entities');
    expect(sources.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)).toBeLessThan(200);
  });

  const walk = (start: string, hops: number) => ({
    ...{ start, hops, forward: 'all' as const, backward: 'all' as const, asked: YEAR },
    ...{ extraction: 0, fan: 200, limit: 1000 },
  });

  it('walk through a hub no further than they follow it', async () => {
    const isRead = (node: PlanNode) =>
      ['relations by relations_from', 'relations by relations_to'].includes(scanOf(node));
    for (const [start, hops] of [
      [hub, 1],
      [hub, 2],
      [somebody, 4],
    ] as const) {
      const found = await plan((db) => readWalk(db, input(somebody), walk(start, hops)));
      expect(nodesOf(found).some(isRead)).toBe(true);
      expect(nodesOf(found).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(looked(found)).toBeLessThan(2500);
    }
    const { record, cut } = await context.store.tenant('acme', (db) =>
      readWalk(db, input(somebody), walk(somebody, 2)),
    );
    expect(cut).toEqual({ hubs: [hub], isCut: false });
    expect(record.facts.length).toBeLessThanOrEqual(203);
  });

  it('end where a hub is a circle', async () => {
    const { record, cut } = await context.store.tenant('acme', (db) =>
      readWalk(db, input(somebody), { ...walk(somebody, 6), forward: ['RULES'], backward: ['RULES'] }),
    );
    expect(cut).toEqual({ hubs: [], isCut: false });
    expect(record.facts.map(({ type }) => type)).toEqual(['RULES']);
  });

  it('tell all of an entity, why it matters and what somebody knows of it by the indexes of its ends', async () => {
    const about = { asked: YEAR, after: null, limit: 51 };
    const few = [
      await plan((db) => readTouching(db, input(somebody), { once: ['BORN_ON'], ...about })),
      await plan((db) => readKnown(db, input(somebody), { npc: somebody, about: [realm], ...about })),
      await plan((db) => readSignificance(db, input(realm))),
    ];
    for (const found of few) {
      expect(nodesOf(found).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(looked(found)).toBeLessThan(40);
    }
    const many = await plan((db) => readSignificance(db, input(hub)));
    expect(looked(many)).toBeLessThan(HUB_DEGREE + 1000);
    const { significance } = await context.store.tenant('acme', (db) => readSignificance(db, input(hub)));
    expect(significance.degree).toEqual([{ type: 'MEMBER_OF', end: 'to', count: HUB_DEGREE + 1 }]);
  });
});

describe('walks', () => {
  const NARROW = { orgId: 'acme', project: 'chains' };
  let [cause, first, somebody, house, era, place] = ['', '', '', '', '', ''];
  const walk = (seeds: Seeds, named: string) => (db: Db) =>
    readSteps(
      db,
      { tenant: NARROW, knownAt: null, lifeTypes, named: [named] },
      {
        ...{ seeds, types: ['CAUSED', 'PRECEDED', 'PARENT_OF'], ways: [UP, DOWN], depth: 3, own: ['OCCURRED_AT'] },
        ...{ after: null, limit: 51 },
      },
    );
  const plan = async (read: (db: Db) => Promise<unknown>) => {
    const { text, values } = await statement(read);
    return explain(context.store, text, values);
  };

  beforeAll(async () => {
    await context.store.tenant('acme', async (db) => {
      const make = (type: string, name: string) => entity(db, NARROW, { type, name });
      cause = await make('Event', 'Cause');
      first = await make('Event', 'First');
      const quiet = await make('Event', 'Quiet');
      somebody = await make('Person', 'Somebody');
      house = await make('Lineage', 'House');
      era = await make('Era', 'Age');
      place = await make('Location', 'Place');
      const said = (type: string, fromId: string, toId: string) => newRelation({ type, fromId, toId });
      const crowd = Array.from({ length: HUB_DEGREE }, () => v7());
      const strangers = Array.from({ length: HUB_DEGREE }, () => said('CAUSED', v7(), v7()));
      const relations = [
        ...crowd.flatMap((event) => [said('CAUSED', cause, event), said('DESCENDED_FROM', event, house)]),
        ...strangers,
        ...[said('CAUSED', first, cause), said('CAUSED', crowd[0] ?? '', first)],
        ...[said('PARENT_OF', somebody, v7()), said('DESCENDED_FROM', somebody, house)],
        ...[said('OCCURRED_DURING', quiet, era), said('OCCURRED_AT', quiet, place)],
      ];
      for (let at = 0; at < relations.length; at += 2000) {
        const some = relations.slice(at, at + 2000).map((relation) => ({ relation, keys: [] }));
        await insertRelations(db, NARROW, some);
      }
      const things = `INSERT INTO entities (org_id, project, id, identity, type, name, created_at, who)
        SELECT 'acme', 'chains', t.id, t.id::text, 'Event', 'One of many', now(), 'mara' FROM unnest($1::uuid[]) AS t (id)`;
      await db.run({ text: things, values: [crowd] });
    });
    // As the database does by itself a moment after so many rows came in; it then plans anew.
    await context.database.asAdmin('ANALYZE entities, relations', []);
  }, 60_000);

  it('are one statement each by the indexes of the ends, and walk no table', async () => {
    const around = { from: ['PARTICIPATED_IN'], to: ['OCCURRED_AT'], placeTypes: ['Location'] };
    for (const [named, seeds] of [
      [somebody, { kind: 'node', thing: somebody }],
      [place, { kind: 'around', thing: place, ...around }],
      [era, { kind: 'era', thing: era, eras: [era], within: null }],
    ] as const) {
      const found = await plan(walk(seeds, named));
      expect(nodesOf(found).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(looked(found), seeds.kind).toBeLessThan(60);
    }
    expect(scansOf(await plan(walk({ kind: 'node', thing: somebody }, somebody)))).toEqual(
      expect.arrayContaining(['relations by relations_from', 'relations by relations_to', 'entities by entities_pkey']),
    );
  });

  it('look at the relations of a hub a few times each, however they come back to it', async () => {
    const found = await plan(walk({ kind: 'node', thing: cause }, cause));
    // Two ways, up to three steps, with the circle that leads back to the hub.
    expect(looked(found)).toBeLessThan(6 * HUB_DEGREE);
    expect(blocksOf(found)).toBeLessThan(60 * HUB_DEGREE);
    const members = await plan(walk({ kind: 'lineage', lineage: house }, house));
    expect(looked(members)).toBeLessThan(6 * HUB_DEGREE);
  });

  it('page through a hub, and say how many there are', async () => {
    const asked = walk({ kind: 'node', thing: cause }, cause);
    const { nodes, count, isCut } = await context.store.tenant('acme', asked);
    expect(nodes).toHaveLength(51);
    expect(count).toBeGreaterThan(HUB_DEGREE);
    expect(isCut).toBe(false);
  });
});
