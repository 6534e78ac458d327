import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainOf } from '../../src/flows/lore/read/chain.js';
import { kinOf, lineageOf, type ShownKin } from '../../src/flows/lore/read/kin.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { DOWN, UP } from '../../src/store/queries/records/steps-record.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { entity, newRelation } from '../helpers/lore.js';

const IS_LONG = process.env.LOREGUARD_SOAK === '1';
const PEOPLE = 7;
const HOUSES = 2;

/** Who is said to be whose parent, circles and all; who is of which house; who turned out to be whom. */
interface Families {
  parents: readonly (readonly [number, number])[];
  members: readonly (readonly [number, number])[];
  /** The last person turned out to be this one; null: it is somebody of its own. */
  alias: number | null;
  depth: number;
  limit: number;
}

const person = fc.nat(PEOPLE - 1);
const families: fc.Arbitrary<Families> = fc.record({
  parents: fc.uniqueArray(fc.tuple(person, person), { maxLength: 12, selector: ([a, b]) => `${a} ${b}` }),
  members: fc.uniqueArray(fc.tuple(person, fc.nat(HOUSES - 1)), { maxLength: 6, selector: ([a, b]) => `${a} ${b}` }),
  alias: fc.option(fc.nat(PEOPLE - 2)),
  depth: fc.integer({ min: 1, max: 6 }),
  limit: fc.integer({ min: 1, max: 4 }),
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

interface Told {
  project: string;
  people: string[];
  houses: string[];
}

async function tell({ parents, members, alias }: Families, step: string, kind: string): Promise<Told> {
  const tenant = { orgId: 'default', project: `w${v7()}` };
  const told = await app.store.tenant('default', async (db) => {
    const people: string[] = [];
    for (let n = 0; n < PEOPLE; n += 1) people.push(await entity(db, tenant, { type: kind, name: `${kind} ${n}` }));
    const houses: string[] = [];
    for (let n = 0; n < HOUSES; n += 1) houses.push(await entity(db, tenant, { type: 'Lineage', name: `House ${n}` }));
    const relations = [
      ...parents.map(([a, b]) => newRelation({ type: step, fromId: people[a] ?? '', toId: people[b] ?? '' })),
      ...members.map(([a, b]) =>
        newRelation({ type: 'DESCENDED_FROM', fromId: people[a] ?? '', toId: houses[b] ?? '' }),
      ),
    ];
    await insertRelations(
      db,
      tenant,
      relations.map((relation) => ({ relation, keys: [] })),
    );
    return { project: tenant.project, people, houses };
  });
  if (alias !== null) {
    const merge = 'UPDATE entities SET merged_into = $2 WHERE id = $1';
    await app.database.asAdmin(merge, [told.people[PEOPLE - 1] ?? '', told.people[alias] ?? '']);
  }
  return told;
}

const canon = ({ alias }: Families, n: number) => (alias !== null && n === PEOPLE - 1 ? alias : n);

/** Steps from some people, by going through all relations again and again. */
function distances(world: Families, from: readonly number[], way: 'up' | 'down', depth: number): Map<number, number> {
  const found = new Map(from.map((n) => [n, 0]));
  for (let step = 1; step <= depth; step += 1) {
    for (const [a, b] of world.parents) {
      const [near, far] = way === 'down' ? [a, b] : [b, a];
      const isNext = found.get(canon(world, near)) === step - 1 && !found.has(canon(world, far));
      if (isNext) found.set(canon(world, far), step);
    }
  }
  return found;
}

async function allPages<T>(ask: (cursor: string | null) => Promise<{ items: T[]; nextCursor: string | null }>) {
  const all: T[] = [];
  for (let cursor: string | null = null, n = 0; n < 50; n += 1) {
    const { items, nextCursor } = await ask(cursor);
    all.push(...items);
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
  throw new Error('the pages do not end');
}

const generations = (told: Told, kin: readonly ShownKin[]) =>
  kin.map(({ person, generation }) => `${told.people.indexOf(person.id)} at ${generation}`).sort();

async function holdKin(world: Families): Promise<void> {
  const told = await tell(world, 'PARENT_OF', 'Person');
  const asker = { deps: app.deps, tenant: { orgId: 'default', project: told.project }, session: null };
  const { depth, limit } = world;
  for (let n = 0; n < PEOPLE - (world.alias === null ? 0 : 1); n += 1) {
    for (const [way, sign, name] of [
      [UP, -1, 'up'],
      [DOWN, 1, 'down'],
    ] as const) {
      const kin = await allPages(async (cursor) => {
        const { kin, nextCursor } = await kinOf(asker, way, { person: told.people[n] ?? '', depth, limit, cursor });
        return { items: kin, nextCursor };
      });
      const expected = [...distances(world, [n], name, depth)].map(([one, steps]) => `${one} at ${steps * sign}`);
      expect(generations(told, kin), `${name} from ${n}`).toEqual(expected.sort());
    }
    await holdBloodline(world, told, n);
  }
  for (let house = 0; house < HOUSES; house += 1) await holdHouse(world, told, house);
}

async function holdBloodline(world: Families, told: Told, n: number): Promise<void> {
  const asker = { deps: app.deps, tenant: { orgId: 'default', project: told.project }, session: null };
  const { depth, limit } = world;
  const up = distances(world, [n], 'up', depth);
  const down = distances(world, [n], 'down', depth);
  const houses = new Set(world.members.flatMap(([a, house]) => (up.has(canon(world, a)) ? [house] : [])));
  const beside = new Set(world.members.flatMap(([a, house]) => (houses.has(house) ? [canon(world, a)] : [])));
  const expected = [
    ...[...up].map(([one, steps]) => `${one} at ${steps === 0 ? 0 : -steps}`),
    ...[...down].filter(([, steps]) => steps > 0).map(([one, steps]) => `${one} at ${steps}`),
    ...[...beside].filter((one) => !up.has(one) && !down.has(one)).map((one) => `${one} at null`),
  ];
  const members = await allPages(async (cursor) => {
    const answer = await lineageOf(asker, { person: told.people[n] ?? '', depth, limit, cursor });
    expect(answer.lineages.map(({ id }) => told.houses.indexOf(id)).sort()).toEqual([...houses].sort());
    return { items: answer.members, nextCursor: answer.nextCursor };
  });
  expect(generations(told, members), `bloodline of ${n}`).toEqual(expected.sort());
}

async function holdHouse(world: Families, told: Told, house: number): Promise<void> {
  const asker = { deps: app.deps, tenant: { orgId: 'default', project: told.project }, session: null };
  const { depth, limit } = world;
  const declared = [...new Set(world.members.flatMap(([a, of]) => (of === house ? [canon(world, a)] : [])))];
  const isChild = (one: number) =>
    world.parents.some(([a, b]) => canon(world, b) === one && declared.includes(canon(world, a)));
  const blood = distances(
    world,
    declared.filter((one) => !isChild(one)),
    'down',
    depth,
  );
  const expected = [
    ...[...blood].map(([one, steps]) => `${one} at ${steps}`),
    ...declared.filter((one) => !blood.has(one)).map((one) => `${one} at null`),
  ];
  const members = await allPages(async (cursor) => {
    const answer = await lineageOf(asker, { lineage: told.houses[house] ?? '', depth, limit, cursor });
    return { items: answer.members, nextCursor: answer.nextCursor };
  });
  expect(generations(told, members), `house ${house}`).toEqual(expected.sort());
}

async function holdChains(world: Families): Promise<void> {
  const told = await tell(world, 'CAUSED', 'Event');
  const asker = { deps: app.deps, tenant: { orgId: 'default', project: told.project }, session: null };
  const { depth, limit } = world;
  for (let n = 0; n < PEOPLE - (world.alias === null ? 0 : 1); n += 1) {
    const chain = await allPages(async (cursor) => {
      const answer = await chainOf(asker, { entity: told.people[n] ?? '', depth, direction: 'both', limit, cursor });
      return { items: answer.chain, nextCursor: answer.nextCursor };
    });
    const shown = chain.map(({ event, side, depth }) => `${told.people.indexOf(event.id)} ${side} ${depth}`);
    const side = (way: 'up' | 'down', name: string) =>
      [...distances(world, [n], way, depth)].flatMap(([one, steps]) =>
        steps === 0 ? [] : [`${one} ${name} ${steps}`],
      );
    expect(shown.sort()).toEqual([`${n} start 0`, ...side('up', 'cause'), ...side('down', 'effect')].sort());
    for (const link of chain) expect(link.facts, link.event.name).toHaveLength(link.factsTotal);
  }
}

it(
  'finds the families that going through every relation finds, each once, over pages',
  async () => {
    await fc.assert(fc.asyncProperty(families, holdKin), { numRuns: IS_LONG ? 200 : 8, endOnFailure: !IS_LONG });
  },
  IS_LONG ? 900_000 : 90_000,
);

it(
  'finds causes and effects the same way',
  async () => {
    await fc.assert(fc.asyncProperty(families, holdChains), { numRuns: IS_LONG ? 200 : 8, endOnFailure: !IS_LONG });
  },
  IS_LONG ? 900_000 : 90_000,
);
