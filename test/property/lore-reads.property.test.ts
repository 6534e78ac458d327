import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewRelation } from '../../src/core/lore.js';
import { period } from '../../src/core/period.js';
import type { Tenant } from '../../src/core/scope.js';
import { storyCalendar } from '../../src/core/story-calendar.js';
import { contextOf } from '../../src/flows/lore/read/context.js';
import { stateAt } from '../../src/flows/lore/read/state-at.js';
import { traverse } from '../../src/flows/lore/read/traverse.js';
import { wasTrue } from '../../src/flows/lore/read/was-true.js';
import { readWindow } from '../../src/flows/window.js';
import { insertRelations } from '../../src/store/queries/lore/insert-relations.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { entity, newRelation } from '../helpers/lore.js';
import {
  type AskedText,
  anyWorld,
  CALENDAR,
  heldTruth,
  type OracleWorld,
  PEOPLE,
  REALMS,
  sawTruth,
  TIMES,
  type ToldRelation,
  wasTruth,
} from '../helpers/lore-oracle.js';

const IS_LONG = process.env.LOREGUARD_SOAK === '1';
const calendar = storyCalendar(CALENDAR);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

interface Stored {
  tenant: Tenant;
  people: string[];
  realms: string[];
  events: string[];
  /** Ids of the relations, in the order of the world. */
  relations: string[];
}

/** Tells a world to a project of its own. */
async function tell(world: OracleWorld): Promise<Stored> {
  const tenant = { orgId: 'default', project: `w${v7()}` };
  await app.put('/v1/calendar', { project: tenant.project, ...CALENDAR });
  return app.store.tenant('default', async (db) => {
    const named = async (type: string, count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push(await entity(db, tenant, { type, name: `${type} ${n}` }));
      return ids;
    };
    const people = await named('Person', PEOPLE);
    const realms = await named('Kingdom', REALMS);
    const events = await named('Event', world.events.length);
    const relations = world.relations.map((one) => toldBy(one, people, realms));
    const dates = world.people.flatMap(({ born, died }, n) => [
      ...(born === null ? [] : [dated('BORN_ON', people[n] ?? '', born)]),
      ...(died === null ? [] : [dated('DIED_ON', people[n] ?? '', died)]),
    ]);
    const seen = world.events.flatMap(({ year, witness }, n) => [
      newRelation({ type: 'WITNESSED', fromId: people[witness] ?? '', toId: events[n] ?? '' }),
      ...(year === null ? [] : [dated('OCCURRED_ON', events[n] ?? '', year)]),
    ]);
    const all = [...relations, ...dates, ...seen];
    await insertRelations(
      db,
      tenant,
      all.map((relation) => ({ relation, keys: [] })),
    );
    for (const [n, { isRetracted }] of world.relations.entries()) {
      if (isRetracted) await retract(tenant, relations[n]?.id ?? '');
    }
    return { tenant, people, realms, events, relations: relations.map(({ id }) => id) };
  });
}

async function retract({ project }: Tenant, id: string): Promise<void> {
  const text = `UPDATE relations SET status = 'retracted' WHERE project = $1 AND id = $2`;
  await app.database.asAdmin(text, [project, id]);
}

function toldBy({ type, person, realm, from, until, isProphetic }: ToldRelation, people: string[], realms: string[]) {
  const window = readWindow(from.text, until.text, calendar, 0);
  return newRelation({
    ...{ type, fromId: people[person] ?? '', toId: realms[realm] ?? '', prophetic: isProphetic },
    ...{ validFrom: from.text, validUntil: until.text, period: period(window.from, window.until) },
  });
}

function dated(type: string, fromId: string, n: number): NewRelation {
  const value = `${n + 10} YO`;
  const unit = calendar.parse(value, 0);
  return newRelation({ type, fromId, toId: null, value, period: period(unit, unit) } as object);
}

/** Asks everything that can be asked of a world, and compares. */
async function holdToOracle(world: OracleWorld): Promise<void> {
  const stored = await tell(world);
  for (const asked of TIMES) {
    await holdWalks(world, stored, asked);
    await holdContexts(world, stored, asked);
    await holdTruths(world, stored, asked);
    await holdEvents(world, stored, asked);
    for (const realm of stored.realms.keys()) await holdState(world, stored, realm, asked);
  }
}

async function holdTruths(world: OracleWorld, { tenant, people, realms }: Stored, asked: AskedText): Promise<void> {
  const asker = { deps: app.deps, tenant, session: null };
  for (const type of ['RULES', 'LOCATED_IN'] as const) {
    for (const [person, subject] of people.entries()) {
      for (const [realm, object] of realms.entries()) {
        const answer = await wasTrue(asker, { relation: type, subject, object, atTime: asked.text });
        const what = `${type} of person ${person} and realm ${realm} at ${asked.text}`;
        expect(answer.wasTrue, what).toBe(wasTruth(world, { type, person, realm }, asked));
      }
    }
  }
}

async function holdEvents(world: OracleWorld, { tenant, people, events }: Stored, asked: AskedText): Promise<void> {
  const asker = { deps: app.deps, tenant, session: null };
  for (const [event, object] of events.entries()) {
    const subject = people[world.events[event]?.witness ?? 0] ?? '';
    const answer = await wasTrue(asker, { relation: 'WITNESSED', subject, object, atTime: asked.text });
    expect(answer.wasTrue, `event ${event} at ${asked.text}`).toBe(sawTruth(world, event, asked));
  }
}

async function holdState(world: OracleWorld, stored: Stored, realm: number, asked: AskedText): Promise<void> {
  const { tenant, realms, relations } = stored;
  const asker = { deps: app.deps, tenant, session: null };
  const state = await stateAt(asker, { entity: realms[realm] ?? '', atTime: asked.text, limit: 200 });
  const shown = [...state.rulers, ...state.relations].map(({ id, held }) => `${id} ${held}`);
  const expected = world.relations.flatMap((one, n) => {
    const truth = heldTruth(one, world, asked);
    const isShown = one.realm === realm && !one.isProphetic && !one.isRetracted && truth !== 'false';
    return isShown ? [`${relations[n]} ${truth}`] : [];
  });
  expect(shown.sort(), `realm ${realm} at ${asked.text}`).toEqual(expected.sort());
}

/** What held at a time, or had been seen by then, between which; by going through all of it. */
function edgesAt(world: OracleWorld, { people, realms, events }: Stored, asked: AskedText) {
  const relations = world.relations
    .filter(({ isProphetic, isRetracted }) => !isProphetic && !isRetracted)
    .map((one) => ({ ends: [people[one.person], realms[one.realm]], truth: heldTruth(one, world, asked) }));
  const seen = world.events.map(({ witness }, n) => ({
    ends: [people[witness], events[n]],
    truth: sawTruth(world, n, asked),
  }));
  return [...relations, ...seen].filter(({ truth }) => truth !== 'false');
}

/** Fewest steps to each thing, by trying every edge as often as there are steps. */
function stepsTo(start: string, edges: ReturnType<typeof edgesAt>, hops: number): Map<string, number> {
  const found = new Map([[start, 0]]);
  for (let hop = 1; hop <= hops; hop += 1) {
    const before = new Map(found);
    for (const { ends } of edges) {
      for (const [from = '', to = ''] of [ends, [...ends].reverse()]) {
        if (before.has(from) && !found.has(to)) found.set(to, hop);
      }
    }
  }
  return found;
}

async function holdWalks(world: OracleWorld, stored: Stored, asked: AskedText): Promise<void> {
  const asker = { deps: app.deps, tenant: stored.tenant, session: null };
  const edges = edgesAt(world, stored, asked);
  const sure = edges.filter(({ truth }) => truth === 'true');
  for (const [n, start] of [...stored.people, ...stored.realms].entries()) {
    const hops = (n % 3) + 1;
    const walk = await traverse(asker, { start, direction: 'both', hops, atTime: asked.text, limit: 200 });
    const surely = stepsTo(start, sure, hops);
    const expected = [...stepsTo(start, edges, hops)].map(([id, depth]) => `${depth} ${id} ${surely.has(id)}`);
    const shown = walk.nodes.map(({ entity: { id }, depth, held }) => `${depth} ${id} ${held === 'true'}`);
    expect([`0 ${start} true`, ...shown].sort(), `${hops} steps from ${n} at ${asked.text}`).toEqual(expected.sort());
  }
}

async function holdContexts(world: OracleWorld, stored: Stored, asked: AskedText): Promise<void> {
  const asker = { deps: app.deps, tenant: stored.tenant, session: null };
  const edges = edgesAt(world, stored, asked);
  for (const entity of [...stored.people, ...stored.realms]) {
    const { relations } = await contextOf(asker, { entity, atTime: asked.text, limit: 200 });
    const shown = relations.filter(({ to }) => to !== null).map(({ from, to, held }) => `${from.id} ${to?.id} ${held}`);
    const expected = edges
      .filter(({ ends }) => ends.includes(entity))
      .map(({ ends, truth }) => [...ends, truth].join(' '));
    expect(shown.sort(), `context at ${asked.text}`).toEqual(expected.sort());
  }
}

it(
  'answers at a point in time what every reading of every date says',
  async () => {
    await fc.assert(fc.asyncProperty(anyWorld, holdToOracle), { numRuns: IS_LONG ? 200 : 8, endOnFailure: !IS_LONG });
  },
  IS_LONG ? 900_000 : 60_000,
);
