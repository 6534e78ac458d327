import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orphanReasons, orphanRules } from '../../src/consistency/orphan-rules.js';
import { CalendarInput } from '../../src/core/calendar-definition.js';
import type { Tenant } from '../../src/core/scope.js';
import { ingestItems } from '../../src/flows/documents/ingest-items.js';
import { ingestLore } from '../../src/flows/documents/ingest-lore.js';
import { worldAround } from '../../src/flows/lore/around.js';
import { sentence } from '../../src/flows/lore/contradictions.js';
import { describe as described } from '../../src/flows/lore/describe.js';
import { typesOf } from '../../src/flows/lore/types.js';
import { check, checkAll } from '../../src/lore/rules/check.js';
import type { Finding } from '../../src/lore/rules/finding.js';
import type { Fact, World } from '../../src/lore/rules/world.js';
import { getRelations } from '../../src/store/queries/lore/relations.js';
import { allNeighbours } from '../helpers/all-neighbours.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { openViolations, runFull } from '../helpers/violations.js';

/** Each world takes two projects of a database and a run, so few are made in the short form. */
const RUNS = process.env.LOREGUARD_SOAK === '1' ? 400 : 25;

let app: TestApp;
let made = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const PEOPLE = ['Ada', 'Bron', 'Cora', 'Dain'];
const REALMS = ['Karth', 'Vael'];
const HOUSES = ['Oar', 'Lamp'];
const EVENTS = ['Moot', 'Siege'];
const ITEMS = ['Crown'];
const PLACES = ['Ford', 'Mill', 'Dale'];

const entities = [
  ...PEOPLE.map((name) => ({ type: 'Person', name })),
  ...REALMS.map((name) => ({ type: 'Kingdom', name })),
  ...HOUSES.map((name) => ({ type: 'Faction', name })),
  ...EVENTS.map((name) => ({ type: 'Event', name })),
  ...ITEMS.map((name) => ({ type: 'Item', name })),
  ...PLACES.map((name) => ({ type: 'Location', name })),
  { type: 'Region', name: 'North' },
  { type: 'Spell', name: 'Unlight' },
  { type: 'MagicSystem', name: 'Lampcraft' },
];

const ERAS = [
  { slug: 'early_age', name: 'Early Age', abbreviations: ['EA'], start: 1001, end: 1005 },
  { slug: 'middle_age', name: 'Middle Age', abbreviations: ['MA'], start: 1005, end: 1009 },
  { slug: 'late_age', name: 'Late Age', abbreviations: ['LA'], start: 1009, end: 1030 },
  { slug: 'last_age', name: 'Last Age', abbreviations: ['ZA'], start: 1030, end: 1100 },
];
const MONTHS = Array.from({ length: 12 }, (_, at) => ({ name: `Moon ${at + 1}`, days: 30 }));
const definition = CalendarInput.parse({
  ...{ id: 'ages', name: 'Ages', eras: ERAS, units: { months: MONTHS }, current: 'last_age.year_40' },
});

function eraOf(year: number): (typeof ERAS)[number] {
  const era = ERAS.find(({ start, end }) => start <= year && year < end);
  if (era === undefined) throw new Error(`${year} lies in no era`);
  return era;
}

/** A year of the count that runs through all ages, a month of it, or the age that it lies in, as the calendar has them. */
function written(text: string): string {
  const [, how = '', digits = '', month] = /^(circa |in the age of )?(\d{4})(?:-(\d\d))?$/.exec(text) ?? [];
  if (digits === '') return text;
  const { slug, name, start } = eraOf(Number(digits));
  if (how === 'in the age of ') return name;
  const inYear = `${slug}.year_${Number(digits) - start + 1}`;
  return `${how}${inYear}${month === undefined ? '' : `.month_${Number(month)}`}`;
}

const person = fc.constantFrom(...PEOPLE);
const year = fc.integer({ min: 1001, max: 1012 });
/** A year, a month of one, roughly one, or the age that it lies in: sources are not all as precise. */
const date = fc.oneof(
  { weight: 2, arbitrary: year.map((at) => `in the age of ${at}`) },
  { weight: 5, arbitrary: year.map(String) },
  {
    weight: 1,
    arbitrary: fc.tuple(year, fc.integer({ min: 1, max: 12 })).map(([y, m]) => `${y}-${String(m).padStart(2, '0')}`),
  },
  { weight: 1, arbitrary: year.map((y) => `circa ${y}`) },
);

/** A window that does not end before it begins in any reading; either side may be open, unknown, or some time in an age. */
const window = fc
  .tuple(date, fc.option(fc.integer({ min: 12, max: 25 })), fc.boolean(), fc.integer({ min: 0, max: 9 }))
  .map(([from, length, isOpen, odd]) => {
    const told = Number(/\d{4}/.exec(from)?.[0]);
    const start = from.startsWith('in the age of') ? eraOf(told).end - 1 : told;
    const end = start + (length ?? 0) - 11;
    const isInEra = odd === 1 || odd === 2;
    const until = length === null ? {} : { valid_until: isInEra ? `in the age of ${eraOf(end).end - 1}` : String(end) };
    if (odd === 0) return { valid_from: 'unknown', ...until };
    return { ...(isOpen ? {} : { valid_from: from }), ...until };
  });

const relation = (type: string, from: fc.Arbitrary<string>, to: fc.Arbitrary<string>, when: fc.Arbitrary<object>) =>
  fc
    .tuple(from, to, when)
    .filter(([a, b]) => a !== b)
    .map(([a, b, bounds]) => ({ type, from: a, to: b, ...bounds }));
const timeless = fc.constant({});
/** An attribute, which a source of its own tells of: several of them may disagree. */
const attribute = (field: string, who: readonly string[], value: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom(...who), value).map(([name, told]) => ({ type: 'attribute', name, field, told }));

const told = fc.oneof(
  { weight: 5, arbitrary: relation('RULES', person, fc.constantFrom(...REALMS), window) },
  { weight: 3, arbitrary: relation('POSSESSES', person, fc.constantFrom(...ITEMS), window) },
  { weight: 3, arbitrary: relation('MEMBER_OF', person, fc.constantFrom(...HOUSES), window) },
  { weight: 2, arbitrary: relation('SPOUSE_OF', person, person, window) },
  { weight: 3, arbitrary: relation('PARENT_OF', person, person, timeless) },
  { weight: 2, arbitrary: attribute('born', PEOPLE, date) },
  { weight: 2, arbitrary: attribute('died', PEOPLE, date) },
  { weight: 1, arbitrary: attribute('gender', PEOPLE, fc.constantFrom('female', 'male')) },
  { weight: 3, arbitrary: relation('PARTICIPATED_IN', person, fc.constantFrom(...EVENTS), fc.oneof(timeless, window)) },
  { weight: 2, arbitrary: relation('LOCATED_IN', person, fc.constantFrom(...PLACES), window) },
  {
    weight: 1,
    arbitrary: relation('PARTICIPATED_IN', fc.constantFrom(...HOUSES), fc.constantFrom(...EVENTS), timeless),
  },
  { weight: 2, arbitrary: attribute('date', EVENTS, date) },
  { weight: 2, arbitrary: relation('OCCURRED_AT', fc.constantFrom(...EVENTS), fc.constantFrom(...PLACES), timeless) },
  {
    weight: 1,
    arbitrary: relation(
      'CREATED',
      person,
      fc.constantFrom(...ITEMS),
      date.map((on) => ({ valid_from: on })),
    ),
  },
  {
    weight: 1,
    arbitrary: relation(
      'FOUNDED',
      person,
      fc.constantFrom(...HOUSES, 'Ford'),
      date.map((on) => ({ valid_from: on })),
    ),
  },
  {
    weight: 2,
    arbitrary: relation('PART_OF', fc.constantFrom(...PLACES), fc.constantFrom(...PLACES, 'North'), timeless),
  },
  { weight: 1, arbitrary: relation('PART_OF', fc.constantFrom(...HOUSES), fc.constantFrom(...HOUSES), timeless) },
  { weight: 1, arbitrary: relation('CAUSED', fc.constantFrom(...EVENTS), fc.constantFrom(...EVENTS), timeless) },
  { weight: 1, arbitrary: relation('PART_OF_SYSTEM', fc.constant('Unlight'), fc.constant('Lampcraft'), timeless) },
);
const world: fc.Arbitrary<Told[]> = fc.array(told, { minLength: 1, maxLength: 14 });

const author = { who: 'mara', keyId: null };
const fail = (error: unknown) => {
  throw error;
};

interface Told {
  type: string;
  /** Of an attribute. */
  name?: string;
  field?: string;
  told?: string;
  /** Of a relation. */
  from?: string;
  to?: string;
  valid_from?: string;
  valid_until?: string;
}

/** What is told, by who tells it: relations by one source, each attribute by another. */
function bySource(all: readonly Told[]) {
  return sourcesOf(JSON.parse(JSON.stringify(all), (_, value) => (typeof value === 'string' ? written(value) : value)));
}

function sourcesOf(all: readonly Told[]) {
  const nothing = { entities: [], relations: [], events: [] };
  const relations = all.filter(({ type }) => type !== 'attribute');
  const attributes = all.filter(({ type }) => type === 'attribute');
  return [
    { source: 'tales', items: { ...nothing, entities, relations } },
    ...attributes.map(({ name, field = '', told: value }, at) => {
      const type = EVENTS.includes(name ?? '') ? 'Event' : 'Person';
      const item = { type, name, [field]: value };
      const items =
        type === 'Event' ? { ...nothing, events: [{ name, date: value }] } : { ...nothing, entities: [item] };
      return { source: `source ${at}`, items };
    }),
  ];
}

async function store(all: readonly Told[], isLive: boolean): Promise<Tenant> {
  const tenant = { orgId: 'default', project: `p${made++}` };
  const set = await app.put('/v1/calendar', { project: tenant.project, ...definition });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  for (const { source, items } of bySource(all)) {
    const run = { tenant, author, runId: app.deps.ids.next(), items, source };
    const { errors } = isLive
      ? await ingestLore(app.deps, { ...run, documents: [], sweepMs: 60_000 }, fail)
      : await ingestItems(app.deps, { ...run, isCompared: true });
    expect(errors).toEqual([]);
  }
  return tenant;
}

/** What the rules find among all that is stored, without any look-up or sweep. */
async function bruteForce(tenant: Tenant) {
  const { relations: types } = await typesOf(app.deps, tenant);
  const context = await app.deps.contexts.fresh(tenant);
  const around = await app.store.tenant(tenant.orgId, (db) => allNeighbours(db, tenant));
  const whole = worldAround(around, [], [], { types, naming: app.deps.lexicon.relations }, context);
  const names = new Map(around.entities.map(({ id, name }) => [id, name]));
  const rules = orphanRules(types);
  const orphans = around.entities
    .filter(({ loreVerified }) => loreVerified)
    .flatMap(({ id }) => orphanReasons(id, whole, rules).map((reason) => `| ${reason} | ${names.get(id)} |`));
  return {
    whole,
    types,
    findings: checkAll(whole).filter(({ isCertain }) => isCertain),
    orphans: orphans.sort(),
    around,
  };
}

/**
 * Each finding is in a violation, and each violation is of findings: several sources that say the same make one of them.
 * @param sidesOf the relations of a finding that its violation has in any case
 */
async function expectFolded(
  tenant: Tenant,
  violations: readonly string[],
  findings: readonly Finding[],
  sidesOf: (finding: Finding) => readonly string[],
): Promise<void> {
  const lines = await linesOf(tenant, [...new Set(findings.flatMap(({ core }) => core))]);
  const told = violations.map((line) => new Set(line.replace(/^EXISTED_\w+ /, '').split(' | ')));
  const found = findings.map((one) => sidesOf(one).map((id) => lines.get(id) ?? ''));
  for (const one of found)
    expect(
      told.some((sides) => one.every((line) => sides.has(line))),
      `${one}`,
    ).toBe(true);
  for (const sides of told)
    expect(
      found.some((one) => one.every((line) => sides.has(line))),
      `${[...sides]}`,
    ).toBe(true);
}

async function linesOf(tenant: Tenant, ids: readonly string[]): Promise<Map<string, string>> {
  return app.store.tenant(tenant.orgId, async (db) => {
    const all = await described(db, tenant, await getRelations(db, tenant, ids));
    return new Map(all.map((one) => [one.relation.id, sentence(one)]));
  });
}

/** Worlds of which one of them said something else once. */
const REGRESSIONS: Told[][] = [
  [
    { type: 'SPOUSE_OF', from: 'Dain', to: 'Ada', valid_from: 'unknown' },
    { type: 'SPOUSE_OF', from: 'Ada', to: 'Bron', valid_from: '1001' },
    { type: 'attribute', name: 'Ada', field: 'born', told: 'circa 1005' },
  ],
  [
    { type: 'RULES', from: 'Dain', to: 'Vael', valid_from: 'unknown', valid_until: '1005' },
    { type: 'RULES', from: 'Dain', to: 'Vael', valid_from: 'unknown', valid_until: '1008' },
    { type: 'attribute', name: 'Dain', field: 'died', told: '1001' },
    { type: 'attribute', name: 'Dain', field: 'died', told: '1004' },
  ],
];

describe('what the rules say of a world', () => {
  test('is what the guard, the live sweep and the batch run say', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (all) => {
        const [ofLive, ofBatch] = [await store(all, true), await store(all, false)];
        await runFull(app, ofBatch.project);
        const batch = await openViolations(app, ofBatch);
        const live = await openViolations(app, ofLive);
        expect(live.orphans).toEqual(batch.orphans);
        expect(live.contradictions).toEqual(batch.contradictions);
        expect(live.acts).toEqual(batch.acts);
        await runFull(app, ofLive.project);
        expect(await openViolations(app, ofLive)).toEqual(live);
        const brute = await bruteForce(ofBatch);
        expect(batch.orphans).toEqual(brute.orphans);
        const acts = brute.findings.filter(({ anachronism }) => anachronism !== undefined);
        const clashes = brute.findings.filter(({ anachronism }) => anachronism === undefined);
        await expectFolded(ofBatch, batch.contradictions, clashes, ({ core }) => core);
        await expectFolded(ofBatch, batch.anachronisms, acts, ({ anachronism }) => [anachronism?.act ?? '']);
        expectGuarded(brute.whole, brute.findings);
      }),
      { numRuns: RUNS, examples: REGRESSIONS.map((all): [Told[]] => [all]), interruptAfterTimeLimit: 100_000 },
    );
  }, 240_000);
});

/** Every finding is one that the guard makes when the last of its relations is told, if it is none without that one. */
function expectGuarded(whole: World, findings: readonly Finding[]): void {
  const facts = [...whole.facts];
  for (const { core, code, anachronism } of findings) {
    const last: Fact | undefined = facts.filter(({ id }) => core.includes(id)).at(-1);
    if (last === undefined) throw new Error('a finding names what is not there');
    const before = whole.without(last.id);
    const found = check(last, before).filter(({ isCertain }) => isCertain);
    const isOld = checkAll(before).some((one) => one.code === code && isSameAct(one, anachronism));
    expect(isOld || found.some((one) => one.code === code)).toBe(true);
  }
}

/** Of several who tell of one death another than the last may leave the act no time already. */
function isSameAct({ anachronism: one }: Finding, other: Finding['anachronism']): boolean {
  return one !== undefined && one.act === other?.act && one.thing === other.thing;
}
