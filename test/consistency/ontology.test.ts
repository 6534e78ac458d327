import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { STARTER_RULES } from '../../src/consistency/starter-rules/index.js';
import type { Tenant } from '../../src/core/scope.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { planOf, rowsOf, tell } from '../helpers/rule-world.js';
import { runFull } from '../helpers/violations.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const WORLDS = parse(readFileSync(new URL('../golden/rules/worlds.yaml', import.meta.url), 'utf8')) as Record<
  string,
  { breaks: string[]; holds: string[] }
>;

const isGiven = (word: string | undefined) => word !== undefined && word !== '-';

/** A thing or a relation, as the file writes it. */
function toldBy(lines: readonly string[]): [object[], object[]] {
  const words = lines.map((line) => line.split(' '));
  const isRelation = ([, type = '']: string[]) => /^[A-Z_]{4,}$/.test(type);
  const things = words
    .filter((one) => !isRelation(one))
    .map(([type, name, born, died, gender]) => ({
      ...{ type, name },
      ...(isGiven(born) && { born }),
      ...(isGiven(died) && { died }),
      ...(isGiven(gender) && { gender }),
      ...dateOf(name ?? '', words),
    }));
  const relations = words
    .filter((one) => isRelation(one) && one[1] !== 'OCCURRED_ON')
    .map(([from, type, to, valid_from, valid_until]) => ({
      ...{ from, type, to },
      ...(isGiven(valid_from) && { valid_from }),
      ...(isGiven(valid_until) && { valid_until }),
    }));
  return [things, relations];
}

/** The date of an event is a field of it. */
function dateOf(name: string, words: readonly string[][]): object {
  const date = words.find(([from, type]) => from === name && type === 'OCCURRED_ON')?.[2];
  return date === undefined ? {} : { date };
}

const told = (lines: readonly string[]): Promise<Tenant> => tell(app, ...toldBy(lines));

describe('each rule that comes with the program', () => {
  test('has a world that breaks it and one that holds to it', () => {
    expect(Object.keys(WORLDS).sort()).toEqual(STARTER_RULES.map(({ id }) => id).sort());
  });

  test.each(STARTER_RULES)('$id', async ({ id, cypher }) => {
    const world = WORLDS[id] ?? { breaks: [], holds: [] };
    const plan = planOf(cypher);
    expect((await rowsOf(app, await told(world.breaks), plan)).length).toBeGreaterThan(0);
    expect(await rowsOf(app, await told(world.holds), plan)).toEqual([]);
  });
});

describe('a batch run', () => {
  const rules = async ({ project }: Tenant) =>
    (await app.get(`/v1/lore/list-ontology-rules?project=${project}`)).body.items as {
      id: string;
      last_run: { found: number; error: string | null } | null;
    }[];
  const open = async ({ project }: Tenant) =>
    (await app.get(`/v1/lore/get-ontology-violations?project=${project}`)).body.items;

  test('opens what a rule finds once, tells what each rule came to, and closes what is over', async () => {
    const tenant = await told(WORLDS['title-exclusive']?.breaks ?? []);
    await runFull(app, tenant.project);
    const [violation, ...others] = await open(tenant);
    expect(others).toEqual([]);
    expect(violation).toMatchObject({ rule_id: 'title-exclusive', severity: 'warn', status: 'open' });
    expect(violation.sides).toHaveLength(2);
    const all = await rules(tenant);
    expect(all.filter(({ last_run }) => last_run?.error !== null)).toEqual([]);
    expect(all.find(({ id }) => id === 'title-exclusive')?.last_run?.found).toBe(1);
    const report = (await app.get(`/v1/lore/latest-run?project=${tenant.project}&rules=true`)).body.rules;
    expect(report).toHaveLength(STARTER_RULES.length);
    const own = report.find(({ rule_id }: { rule_id: string }) => rule_id === 'title-exclusive');
    expect(own).toMatchObject({ found: 1, error: null, duration_ms: expect.any(Number) });
    const why = (await app.get(`/v1/lore/explain-violation?project=${tenant.project}&id=${violation.id}`)).body;
    expect(why.rule).toMatchObject({
      id: 'title-exclusive',
      category: 'C',
      text: 'A title has one bearer at a time.',
    });
    expect(why.rule.cypher).toContain('CLAIMS_TITLE');
    expect(why.compiled.sql).toMatch(/SELECT json_build_array/);
    expect(why.compiled.returned).toHaveLength(3);
    expect(why.relations).toHaveLength(2);
    await runFull(app, tenant.project);
    expect((await open(tenant)).map(({ id }: { id: string }) => id)).toEqual([violation.id]);
    const off = { project: tenant.project, id: 'title-exclusive', enabled: false, reason: 'Shared here' };
    expect((await app.post('/v1/lore/set-ontology-rule', off)).status).toBe(200);
    await runFull(app, tenant.project);
    expect(await open(tenant)).toEqual([]);
  });

  test('adds a rule to the record that says the same already', async () => {
    const tenant = await told(WORLDS['one-ruler-per-location']?.breaks ?? []);
    await runFull(app, tenant.project);
    expect(await open(tenant)).toEqual([]);
    const { items } = (await app.get(`/v1/contradictions?project=${tenant.project}`)).body;
    const explained = await app.get(`/v1/lore/explain-violation?project=${tenant.project}&id=${items[0].id}`);
    expect(explained.body).toMatchObject({ kind: 'contradiction', also_rule_ids: ['one-ruler-per-location'] });
  });

  test('goes on with the other rules when one fails', async () => {
    const tenant = await told(WORLDS['title-exclusive']?.breaks ?? []);
    const spoilt = 'MATCH (a RETURN a';
    await app.store.tenant(tenant.orgId, (db) =>
      db.run({
        text: `INSERT INTO ontology_rules (org_id, project, id, cypher, description, severity, enabled, created_at, updated_at, who)
          VALUES ($1, $2, 'a-spoilt-one', $3, 'Of another version', 'warn', true, now(), now(), 'mara')`,
        values: [tenant.orgId, tenant.project, spoilt],
      }),
    );
    await runFull(app, tenant.project);
    expect(await open(tenant)).toHaveLength(1);
    const { run } = (await app.get(`/v1/lore/latest-run?project=${tenant.project}`)).body;
    expect(run.errors.map(({ rule }: { rule: string }) => rule)).toEqual(['a-spoilt-one']);
    const spoiltRule = (await rules(tenant)).find(({ id }) => id === 'a-spoilt-one');
    expect(spoiltRule?.last_run?.error).toContain('can not be read');
  });
});

describe('a run after a write', () => {
  const open = async (project: string) =>
    (await app.get(`/v1/lore/get-ontology-violations?project=${project}`)).body.items as {
      id: string;
      rule_id: string;
      status: string;
    }[];
  const rulesOf = async (project: string) => (await open(project)).map(({ rule_id }) => rule_id);
  const relate = (project: string, from: string, type: string, to: string, more: object = {}) =>
    app.post('/v1/lore/add-relation', { project, from, type, to, reason: 'The annals', ...more });
  const at = (valid_from: string, valid_until: string) => ({ valid_from, valid_until });

  test('opens what a guarded write breaks, as the run over everything does, and closes it with its cause', async () => {
    const project = 'live-guarded';
    await relate(project, 'Ann', 'CLAIMS_TITLE', 'Warden', at('1200', '1250'));
    const second = await relate(project, 'Bo', 'CLAIMS_TITLE', 'Warden', at('1240', '1260'));
    const [violation] = await open(project);
    expect(violation).toMatchObject({ rule_id: 'title-exclusive', status: 'open' });
    await runFull(app, project);
    expect(await open(project)).toMatchObject([{ id: violation?.id }]);
    const claim_id = second.body.claim.id;
    expect((await app.post('/v1/cancel', { project, claim_id, reason: 'Misread' })).status).toBe(200);
    expect(await open(project)).toEqual([]);
  });

  test('opens what an ingest breaks, and closes what another birth mends', async () => {
    const project = 'live-ingest';
    const entities = [
      { type: 'Person', name: 'Ann' },
      { type: 'Person', name: 'Bo', born: '1200' },
    ];
    const relations = [{ from: 'Ann', type: 'PARENT_OF', to: 'Bo' }];
    const ingested = await app.post('/v1/ingest', { project, source: 'tales', entities, relations });
    expect(ingested.status).toBe(200);
    expect(await rulesOf(project)).toEqual([]);
    const born = await relate(project, 'Ann', 'BORN_ON', '1230');
    expect(await rulesOf(project)).toEqual(['parent-older-than-child']);
    const corrected = { claim_id: born.body.claim.id, statement: 'Ann was born in 1170', reason: 'Misread' };
    const relation = { type: 'BORN_ON', from: 'Ann', to: '1170' };
    const mended = await app.post('/v1/supersede', { project, ...corrected, relation, reason_kind: 'revision' });
    expect(mended.status).toBe(201);
    expect(await rulesOf(project)).toEqual([]);
  });

  test('of an entity or an era looks at what is told of it', async () => {
    const tenant = await told(WORLDS['title-exclusive']?.breaks ?? []);
    const { project } = tenant;
    expect(await rulesOf(project)).toEqual([]);
    const run = await app.post('/v1/lore/run-consistency-check', { project, scope: 'entity', entity: 'Ann' });
    expect(run.status).toBe(200);
    expect(await rulesOf(project)).toEqual(['title-exclusive']);
  });
});
