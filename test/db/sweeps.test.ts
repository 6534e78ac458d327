import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepPlan } from '../../src/consistency/plan.js';
import { ingestItems } from '../../src/flows/documents/ingest-items.js';
import { describe as described } from '../../src/flows/lore/describe.js';
import { getRelations } from '../../src/store/queries/lore/relations.js';
import type { Db } from '../../src/store/store.js';
import { sweepActs } from '../../src/store/sweeps/acts.js';
import { sweepCounts, sweepEdges, sweepGenders } from '../../src/store/sweeps/kin.js';
import { sweepSlots } from '../../src/store/sweeps/slots.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { runFull } from '../helpers/violations.js';

let app: TestApp;
let made = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const person = (name: string, more: object = {}) => ({ type: 'Person', name, ...more });

async function world(entities: object[], relations: object[]) {
  const tenant = { orgId: 'default', project: `p${made++}` };
  const items = { entities, relations, events: [] };
  const run = { tenant, author: { who: 'mara', keyId: null }, runId: app.deps.ids.next(), source: 'tales' };
  const { errors } = await ingestItems(app.deps, { ...run, isCompared: true, items });
  expect(errors).toEqual([]);
  const plan = sweepPlan(app.deps.lexicon.relationTypes);
  const sayings = (sweep: (db: Db) => Promise<string[]>) =>
    app.store.tenant(tenant.orgId, async (db) => {
      const found = await described(db, tenant, await getRelations(db, tenant, await sweep(db)));
      return found
        .map(({ from, to, relation }) => `${from.name} ${relation.type} ${to?.name ?? relation.value}`)
        .sort();
    });
  return { tenant, plan, sayings };
}

const reign = (from: string, valid_from: string, valid_until: string) => ({
  ...{ type: 'RULES', from, to: 'Karth', valid_from, valid_until },
});

describe('the sweeps', () => {
  test('find what a long span overlaps although a short one lies between them', async () => {
    const rulers = [person('Long'), person('Short'), person('Late'), { type: 'Kingdom', name: 'Karth' }];
    const reigns = [reign('Long', '1000', '1100'), reign('Short', '1010', '1020'), reign('Late', '1050', '1060')];
    const { tenant, plan, sayings } = await world(rulers, reigns);
    // The row before Late is Short, which has ended by then.
    expect(await sayings((db) => sweepSlots(db, tenant, plan.slots, []))).toEqual([
      'Late RULES Karth',
      'Short RULES Karth',
    ]);
    await runFull(app, tenant.project);
    const { items } = (await app.get(`/v1/contradictions?project=${tenant.project}`)).body;
    const pairs = items.map(({ sides }: { sides: { text: string }[] }) =>
      sides.map(({ text }) => text.split(' ')[0]).sort(),
    );
    expect(pairs.sort()).toEqual([
      ['Late', 'Long'],
      ['Long', 'Short'],
    ]);
  });

  test('leave alone what follows on one another, and what several sources say of one holder', async () => {
    const rulers = [person('Ann'), person('Bo'), { type: 'Kingdom', name: 'Karth' }];
    const reigns = [reign('Ann', '1000', '1010'), reign('Bo', '1010', '1020'), reign('Ann', '1000', '1009')];
    const { tenant, plan, sayings } = await world(rulers, reigns);
    expect(await sayings((db) => sweepSlots(db, tenant, plan.slots, []))).toEqual([]);
  });

  test('find acts before a birth and after a death, and leave alone what nothing is told of', async () => {
    const people = [person('Ann', { born: '1100', died: '1150' }), person('Bo'), { type: 'Location', name: 'Ford' }];
    const at = (from: string, year: string) => ({
      type: 'LOCATED_IN',
      from,
      to: 'Ford',
      valid_from: year,
      valid_until: year,
    });
    const stays = [at('Ann', '1090'), at('Ann', '1120'), at('Ann', '1160'), at('Bo', '1010')];
    const { tenant, plan, sayings } = await world(people, stays);
    const found = await sayings((db) => sweepActs(db, tenant, plan.lives, []));
    expect(found).toEqual(['Ann LOCATED_IN Ford', 'Ann LOCATED_IN Ford']);
  });

  test('find a third parent, parents of one gender, and circles', async () => {
    const people = ['Ann', 'Bea', 'Cy', 'Kid', 'Lost'].map((name) =>
      person(name, name === 'Lost' ? {} : { gender: 'female' }),
    );
    const parent = (from: string, to: string) => ({ type: 'PARENT_OF', from, to });
    const families = [
      parent('Ann', 'Kid'),
      parent('Bea', 'Kid'),
      parent('Cy', 'Kid'),
      parent('Kid', 'Lost'),
      parent('Lost', 'Ann'),
    ];
    const { tenant, plan, sayings } = await world(people, families);
    const children = ['Ann PARENT_OF Kid', 'Bea PARENT_OF Kid', 'Cy PARENT_OF Kid'];
    expect(await sayings((db) => sweepCounts(db, tenant, plan.counts))).toEqual(children);
    expect(await sayings((db) => sweepGenders(db, tenant))).toEqual(children);
    const edges = await sayings(async (db) => (await sweepEdges(db, tenant, 'PARENT_OF')).map(({ id }) => id));
    expect(edges).toEqual(['Ann PARENT_OF Kid', 'Kid PARENT_OF Lost', 'Lost PARENT_OF Ann']);
  });
});
