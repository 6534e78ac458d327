import fc from 'fast-check';
import type { Tenant } from '../../src/core/scope.js';
import { getEntities } from '../../src/store/queries/lore/entities.js';
import { getRelations } from '../../src/store/queries/lore/relations.js';
import type { TestApp } from './app.js';
import type { MatchedWorld } from './rule-matcher.js';
import { tell } from './rule-world.js';

/** Random small worlds, and random rules about them. */

export const NAMES = ['Ann', 'Bo', 'Cy', 'Dee', 'Eli'];
const KINDS = ['Person', 'Kingdom', 'Location'];
export const TYPES = ['ALLIED_WITH', 'KNOWS', 'SERVES'];
const year = fc.integer({ min: 1000, max: 1006 }).map(String);

const window = fc.tuple(year, year, fc.constantFrom('both', 'from', 'until', 'none')).map(([one, other, stated]) => {
  const [from = one, until = other] = [one, other].sort();
  return {
    ...(stated === 'both' || stated === 'from' ? { valid_from: from } : {}),
    ...(stated === 'both' || stated === 'until' ? { valid_until: until } : {}),
  };
});
const relation = fc
  .tuple(fc.constantFrom(...TYPES), fc.constantFrom(...NAMES), fc.constantFrom(...NAMES), window)
  .map(([type, from, to, bounds]) => ({ type, from, to, ...bounds }));
const life = fc.tuple(fc.option(year, { nil: null }), fc.option(year, { nil: null })).map(([born, died]) => ({
  ...(born === null ? {} : { born }),
  ...(died === null ? {} : { died }),
}));
export const world = fc.record({
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: NAMES.length, maxLength: NAMES.length }),
  lives: fc.array(life, { minLength: NAMES.length, maxLength: NAMES.length }),
  relations: fc.array(relation, { minLength: 3, maxLength: 9 }),
});

const node = (name: string) =>
  fc
    .tuple(fc.option(fc.constantFrom(...KINDS), { nil: null, freq: 1 }), fc.boolean())
    .map(([kind, isNamed]) =>
      kind === null ? `(${name})` : isNamed ? `(${name}:${kind})` : `(${name} {type: '${kind}'})`,
    );
const ofTypes = fc
  .subarray(TYPES, { minLength: 0, maxLength: 2 })
  .map((types) => (types.length === 0 ? '' : `:${types.join('|')}`));
const hop = (name: string, mayChain: boolean) =>
  fc
    .tuple(
      ofTypes,
      fc.constantFrom('->', '<-', '-'),
      mayChain ? fc.constantFrom('', '', '*1..2', '*2') : fc.constant(''),
    )
    .map(
      ([types, arrow, chain]) =>
        `${arrow === '<-' ? '<-' : '-'}[${name}${types}${chain}]${arrow === '->' ? '->' : '-'}`,
    );
const TESTS = [
  ...[
    "a.name = 'Ann'",
    'a <> b',
    'a = c',
    "b.type = 'Person'",
    'a.name < b.name',
    'a.birth < b.birth',
    'a.birth <= b.birth',
  ],
  ...['a.birth = b.birth', 'a.birth <> b.death', "a.birth > '1003'", 'b.death IS NULL', 'a.birth IS NOT NULL'],
  ...[
    'time_windows_overlap(r.valid_from, r.valid_until, q.valid_from, q.valid_until)',
    'r.from_id = a.id',
    'r.to_id <> q.to_id',
  ],
  ...['time_in_window(a.birth, b.birth, b.death)', 'time_in_window(a.birth, r.valid_from, r.valid_until) = false'],
  ...[
    'time_windows_overlap(a.birth, a.death, r.valid_from, r.valid_until)',
    "time_in_window('1003', r.valid_from, r.valid_until)",
  ],
  ...[
    '(a)-[:KNOWS]->(b)',
    '(a)-[:KNOWS*1..2]->(c)',
    'NOT (b)-->()',
    "EXISTS { (a)-[x:SERVES]-(y) WHERE y.type = 'Kingdom' }",
  ],
  ...["r.type IN ['KNOWS', 'SERVES']", 'a.name IN []', 'true', 'null = 1', 'a.type = b.type'],
];
const test_ = fc.letrec<{ one: string }>((tie) => ({
  one: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...TESTS) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('one'), fc.constantFrom('AND', 'OR'), tie('one'))
        .map(([a, how, b]) => `(${a} ${how} ${b})`),
    },
    { weight: 1, arbitrary: tie('one').map((one) => `NOT ${one.startsWith('(') ? one : `(${one})`}`) },
  ),
})).one;
const TAILS = [
  ...[
    'RETURN a, b, c, r',
    'RETURN *',
    'RETURN a.name, b.birth',
    'RETURN DISTINCT a',
    'RETURN a, count(*) AS n',
    'RETURN count(DISTINCT b) AS n',
  ],
  ...[
    'WITH a, count(r) AS n WHERE n > 1 RETURN a, n',
    'WITH a, r MATCH (a)-[:KNOWS]->(z) RETURN a, z',
    'WITH a.birth AS born, b WHERE born < b.death RETURN b, born',
  ],
  ...[
    'OPTIONAL MATCH (c)-[o:SERVES]->(z) RETURN a, o, z',
    'OPTIONAL MATCH (c)-[:KNOWS]->(z) WITH c, count(z) AS n WHERE n = 0 RETURN c',
    'WITH DISTINCT a, b RETURN a, b',
  ],
];
export const rule = fc
  .tuple(
    node('a'),
    hop('r', false),
    node('b'),
    hop('q', false),
    node('c'),
    fc.option(test_, { freq: 3, nil: null }),
    fc.constantFrom(...TAILS),
    fc.boolean(),
    hop('', true),
  )
  .map(([a, r, b, q, c, where, tail, isApart, chain]) => {
    const middle = isApart ? `MATCH ${a}${r}${b} MATCH (b)${q}${c}` : `MATCH ${a}${r}${b}${q}${c}`;
    return `${middle}${chain.includes('*') ? ` MATCH (a)${chain}(c)` : ''}${where === null ? '' : ` WHERE ${where}`} ${tail}`;
  });

/** A random world, stored in a project of its own. */
export function tellWorld(
  app: TestApp,
  { kinds, lives, relations }: typeof world extends fc.Arbitrary<infer W> ? W : never,
): Promise<Tenant> {
  return tell(
    app,
    NAMES.map((name, index) => ({
      name,
      type: kinds[index] ?? 'Person',
      ...(kinds[index] === 'Person' ? lives[index] : {}),
    })),
    relations.filter(({ from, to }) => to !== from),
  );
}

/** All that is stored in a project. */
export async function storedWorld(app: TestApp, tenant: Tenant): Promise<MatchedWorld> {
  return app.store.tenant(tenant.orgId, async (db) => {
    const ids = async (table: string) =>
      (
        await db.run<{ id: string }>({
          text: `SELECT DISTINCT id FROM ${table} WHERE org_id = $1 AND project = $2`,
          values: [tenant.orgId, tenant.project],
        })
      ).map(({ id }) => id);
    const entities = await getEntities(db, tenant, await ids('entities'));
    const relations = await getRelations(db, tenant, await ids('relations'));
    return {
      entities: entities.map(({ id, type, name }) => ({ id, type, name })),
      relations: relations.map(({ id, type, fromId, toId, value, period }) => ({
        id,
        type,
        from: fromId,
        to: toId,
        value,
        when: period,
      })),
    };
  });
}
