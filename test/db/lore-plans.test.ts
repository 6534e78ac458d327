import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { trigrams } from '../../src/core/name.js';
import { listSaid } from '../../src/store/queries/documents/documents.js';
import { changeRelations } from '../../src/store/queries/lore/change-relations.js';
import { getEntities } from '../../src/store/queries/lore/entities.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { putEntities, putNames } from '../../src/store/queries/lore/put-entities.js';
import { listRelationVersions } from '../../src/store/queries/lore/relations.js';
import { findMentioned } from '../../src/store/queries/lore/resolve.js';
import type { Db, Query } from '../../src/store/tenant.js';
import { useStore } from '../helpers/database.js';
import { MARA, newRelation } from '../helpers/lore.js';
import { blocksOf, explain, nodesOf, type PlanNode, scansOf } from '../helpers/plan.js';

const context = useStore();
const WORLD = { orgId: 'acme', project: 'karth' };
const COUNT = 3000;
const people = Array.from({ length: COUNT }, (_, n) => ({
  ...{ id: v7(), type: 'Person', name: `Person ${n}`, distinction: '', loreVerified: true, properties: {} },
}));

const DOCUMENTS = Array.from({ length: 30 }, () => v7());

function citedIn(n: number) {
  return { sourceId: null, documentId: DOCUMENTS[n % DOCUMENTS.length] ?? null, chunkId: null, span: null };
}

/** The first statement that a query function would run. */
async function firstStatement(query: (db: Db) => Promise<unknown>): Promise<Query> {
  const asked: Query[] = [];
  const run = async (statement: Query): Promise<never> => {
    asked.push(statement);
    throw new Error('asked');
  };
  await context.store.tenant('acme', (db) => query({ ...db, run })).catch(() => undefined);
  const [first] = asked;
  if (first === undefined) throw new Error('nothing was asked');
  return first;
}

/** How many rows a plan looked at in a table to throw them away again. */
const wasted = (plan: PlanNode, table: string): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === table)
    .reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'], 0);

/** Filled at once, and never analysed by anybody: as a table is while a world is loaded. */
describe('the plans over a lore store that fills quickly', () => {
  let versions: { id: string; seen: string }[] = [];
  beforeAll(async () => {
    await context.store.tenant('acme', async (db) => {
      for (let at = 0; at < COUNT; at += 1000) {
        const put = await putEntities(db, WORLD, MARA, people.slice(at, at + 1000));
        const names = put.map(({ id }, n) => ({
          entityId: id,
          name: people[at + n]?.name ?? '',
          kind: 'name' as const,
        }));
        await putNames(db, WORLD, null, names);
      }
      const said = people.map(({ id }, n) => ({
        relation: newRelation({ fromId: people[0]?.id ?? '', toId: id, saidKey: id, citation: citedIn(n) }),
        keys: [],
      }));
      await insertRelations(db, WORLD, said);
      const [first] = await listRelationVersions(db, WORLD, said[0]?.relation.id ?? '');
      versions = said.slice(0, 20).map(({ relation: { id } }) => ({ id, seen: first?.systemFrom ?? '' }));
    });
  });

  it('find an entity by its identity, a name by its key and a relation by its version, whatever else they could walk', async () => {
    const again = people.slice(0, 100).map((one) => ({ ...one, id: v7() }));
    const put = await firstStatement((db) => putEntities(db, WORLD, MARA, again));
    const putPlan = await explain(context.store, put.text, put.values);
    expect(scansOf(putPlan)).toContain('entities by entities_identity');
    expect(wasted(putPlan, 'entities')).toBe(0);

    const names = await firstStatement((db) => findMentioned(db, WORLD, [{ name: 'Person 7' }]));
    const namesPlan = await explain(context.store, names.text, names.values);
    expect(scansOf(namesPlan)).toEqual(
      expect.arrayContaining(['entity_names by entity_names_pkey', 'entities by entities_pkey']),
    );
    expect(wasted(namesPlan, 'entities')).toBe(0);
    expect(blocksOf(namesPlan)).toBeLessThan(30);

    const revise = versions.map((version) => ({ ...version, disputedWith: [] }));
    const changed = await firstStatement((db) => changeRelations(db, { tenant: WORLD, keys: [], revise }));
    const changePlan = await explain(context.store, changed.text, changed.values);
    expect(wasted(changePlan, 'relations')).toBe(0);
  });

  it('find what one document says, whatever the others do', async () => {
    const listed = await firstStatement((db) => listSaid(db, WORLD, DOCUMENTS[1] ?? ''));
    const plan = await explain(context.store, listed.text, listed.values);
    expect(plan['Actual Rows']).toBe(COUNT / DOCUMENTS.length);
    expect(scansOf(plan)).toEqual(['relations by relations_said']);
    expect(wasted(plan, 'relations')).toBe(0);
  });

  it('make trigrams only of names that nobody has yet', async () => {
    const rows = async (names: readonly { entityId: string; name: string; kind: 'name' }[]) => {
      const put = await firstStatement((db) => putNames(db, WORLD, v7(), names));
      const plan = await explain(context.store, put.text, put.values);
      expect(wasted(plan, 'entity_names')).toBe(0);
      const insert = nodesOf(plan).find((node) => node['Relation Name'] === 'entity_grams');
      return (insert?.Plans ?? []).map((node) => node['Actual Rows']);
    };
    const known = people.slice(0, 50).map(({ id, name }) => ({ entityId: id, name, kind: 'name' as const }));
    expect(await rows(known)).toEqual([0]);
    const fresh = { entityId: people[0]?.id ?? '', name: 'Zq', kind: 'name' as const };
    expect(await rows([...known, fresh])).toEqual([trigrams('zq').length]);
  });

  it('read entities by their ids', async () => {
    const ids = people.slice(0, 50).map(({ id }) => id);
    const read = await firstStatement((db) => getEntities(db, WORLD, ids));
    const plan = await explain(context.store, read.text, read.values);
    expect(wasted(plan, 'entities')).toBe(0);
    expect(wasted(plan, 'entity_names')).toBe(50);
  });
});
