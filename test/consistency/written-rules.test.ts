import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { runFull } from '../helpers/violations.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

let made = 0;
const project = () => `written${made++}`;

interface Said {
  code: string;
  reason: string;
  relations?: { rule?: { id: string; description: string; cypher: string }; stored: { from: { name: string } }[] };
}
const brokenIn = (said: Said[]) => said.flatMap(({ relations }) => relations?.rule?.id ?? []);

const entity = (project: string, type: string, name: string, more: object = {}) =>
  app.post('/v1/lore/add-entity', { project, type, name, ...more });
const relate = (project: string, from: string, type: string, to: string, more: object = {}) =>
  app.post('/v1/lore/add-relation', { project, from, type, to, reason: 'The annals', ...more });

describe('a guarded write', () => {
  test('of a second bearer of a title at one time warns', async () => {
    const of = project();
    const window = { valid_from: '1200', valid_until: '1250' };
    const first = await relate(of, 'Ann', 'CLAIMS_TITLE', 'Warden of the North', window);
    expect(first.status).toBe(201);
    const second = await relate(of, 'Bo', 'CLAIMS_TITLE', 'Warden of the North', { ...window, valid_from: '1240' });
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ tier: 'warn' });
    const [warning] = second.body.warnings.filter(({ code }: Said) => code === 'ontology_rule');
    expect(warning.reason).toContain('title-exclusive: A title has one bearer at a time.');
    expect(warning.relations.rule.cypher).toContain('CLAIMS_TITLE');
    expect(warning.relations.stored.map(({ from }: { from: { name: string } }) => from.name)).toEqual(['Ann']);
    const third = await relate(of, 'Cy', 'CLAIMS_TITLE', 'Warden of the North', {
      valid_from: '1300',
      valid_until: '1310',
    });
    expect(brokenIn(third.body.warnings)).toEqual([]);
  });

  test('of a parent younger than the child warns, whichever is told last', async () => {
    const of = project();
    await entity(of, 'Person', 'Ann', { properties: {} });
    await relate(of, 'Ann', 'BORN_ON', '1230');
    await relate(of, 'Bo', 'BORN_ON', '1200');
    const parent = await relate(of, 'Ann', 'PARENT_OF', 'Bo');
    expect([parent.status, brokenIn(parent.body.warnings)]).toEqual([201, ['parent-older-than-child']]);
  });

  test('warns of a birth by which a parent stored before is younger than the child, and not of another one', async () => {
    const of = project();
    await relate(of, 'Ann', 'PARENT_OF', 'Bo');
    await relate(of, 'Bo', 'BORN_ON', '1200');
    const late = await relate(of, 'Ann', 'BORN_ON', '1230');
    expect([late.status, brokenIn(late.body.warnings)]).toEqual([201, ['parent-older-than-child']]);
    const again = await relate(of, 'Bo', 'BORN_IN', 'Ford');
    expect(brokenIn(again.body.warnings)).toEqual([]);
  });

  test('in prose, learnt, superseding or checked is held to the rules as well', async () => {
    const of = project();
    await relate(of, 'Ann', 'CLAIMS_TITLE', 'Warden', { valid_from: '1200', valid_until: '1250' });
    const relation = { type: 'CLAIMS_TITLE', from: 'Bo', to: 'Warden', valid_from: '1240', valid_until: '1245' };
    const said = { project: of, statement: 'Bo held the wardenship too', kind: 'fact', relation };
    const checked = await app.post('/v1/check', { op: 'remember', ...said });
    expect(brokenIn(checked.body.warnings)).toEqual(['title-exclusive']);
    const learnt = await app.post('/v1/learn', {
      ...{ project: of, statement: 'Bo was said to be the warden', source: 'annals.md:3', reason: 'Read', relation },
    });
    expect([learnt.status, brokenIn(learnt.body.warnings)]).toEqual([201, ['title-exclusive']]);
    const moved = { ...relation, valid_from: '1260', valid_until: '1270' };
    const superseded = await app.post('/v1/supersede', {
      ...{
        project: of,
        claim_id: learnt.body.claim.id,
        statement: 'Bo was the warden after Ann',
        reason: 'Read again',
      },
      ...{ reason_kind: 'revision', relation: moved },
    });
    expect([superseded.status, brokenIn(superseded.body.warnings)]).toEqual([201, []]);
  });

  const rule = (of: string, more: object = {}) =>
    app.post('/v1/lore/add-ontology-rule', {
      ...{ project: of, id: 'no-self-made-lords', description: 'Nobody who serves somebody rules anything.' },
      cypher: 'MATCH (p)-[:SERVES]->(lord) MATCH (p)-[:RULES]->(realm) RETURN p, lord, realm',
      ...{ severity: 'error', ...more },
    });

  test('that breaks a rule of severity error is refused with the rule and the ways out', async () => {
    const of = project();
    expect((await rule(of)).status).toBe(200);
    await relate(of, 'Ann', 'SERVES', 'Bo');
    const refused = await relate(of, 'Ann', 'RULES', 'Ford');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', conflicts_total: 1 } });
    const [conflict] = refused.body.conflicts;
    expect(conflict).toMatchObject({ code: 'ontology_rule', tier: 'block' });
    expect(conflict.relations.rule).toMatchObject({
      id: 'no-self-made-lords',
      cypher: expect.stringContaining('SERVES'),
    });
    const ways = refused.body.resolutions.map(({ action }: { action: string }) => action);
    expect(ways).toEqual(['supersede', 'cancel_stored', 'force_exception', 'abandon']);
    const replayed = await app.post(`/v1/decisions/${refused.body.decision_id}/replay`, { project: of });
    expect(replayed.body).toMatchObject({ matches: true, differences: [] });
    const forced = await relate(of, 'Ann', 'RULES', 'Ford', { force_exception: true });
    expect(forced).toMatchObject({ status: 201, body: { tier: 'forced' } });
    expect((await relate(of, 'Cy', 'RULES', 'Fell')).body.tier).toBe('clean');
  });

  test('is refused whichever comes second of two at one moment', async () => {
    const of = project();
    await rule(of);
    const both = await Promise.all([relate(of, 'Ann', 'SERVES', 'Bo'), relate(of, 'Ann', 'RULES', 'Ford')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('of a batch is held to the rules together with the items before it', async () => {
    const of = project();
    await rule(of);
    const item = (statement: string, type: string, to: string) => ({
      ...{ op: 'remember', statement, kind: 'fact', relation: { type, from: 'Ann', to } },
    });
    const items = [item('Ann was in the service of Bo', 'SERVES', 'Bo'), item('Ford was under Ann', 'RULES', 'Ford')];
    const atomic = await app.post('/v1/batch', { project: of, atomic: true, items });
    expect(atomic.status).toBe(409);
    const each = await app.post('/v1/batch', { project: of, items });
    expect(each.body.results.map(({ status }: { status: number }) => status)).toEqual([201, 409]);
  });

  test('is not held to a rule that a built-in one says better, until somebody makes an error of it', async () => {
    const of = project();
    await relate(of, 'Ann', 'SPOUSE_OF', 'Bo', { valid_from: '1200' });
    await relate(of, 'Bo', 'DIED_ON', '1210');
    const widowed = await relate(of, 'Ann', 'SPOUSE_OF', 'Cy', { valid_from: '1220' });
    expect(widowed).toMatchObject({ status: 201, body: { tier: 'clean', warnings: [] } });
    await runFull(app, of);
    expect((await app.get(`/v1/lore/get-ontology-violations?project=${of}`)).body.items).toEqual([]);
    const id = 'one-concurrent-spouse';
    await app.post('/v1/lore/set-ontology-rule', {
      project: of,
      id,
      severity: 'error',
      reason: 'Till the end of time',
    });
    await relate(of, 'Cy', 'DIED_ON', '1225');
    const refused = await relate(of, 'Ann', 'SPOUSE_OF', 'Dee', { valid_from: '1230' });
    expect([refused.status, brokenIn(refused.body.conflicts)]).toEqual([409, [id, id]]);
  });

  test('asks nothing of rules that do not mention what it states, or are off', async () => {
    const of = project();
    await rule(of, { severity: 'warn' });
    await app.post('/v1/lore/set-ontology-rule', {
      project: of,
      id: 'no-self-made-lords',
      enabled: false,
      reason: 'Old',
    });
    await relate(of, 'Ann', 'SERVES', 'Bo');
    expect((await relate(of, 'Ann', 'RULES', 'Ford')).body).toMatchObject({ tier: 'clean', warnings: [] });
  });
});

describe('a guarded write whose rules are cut off', () => {
  let slow: TestApp;
  beforeAll(async () => {
    slow = await createTestApp({ rulesLimitMs: 0 });
  });
  afterAll(() => slow?.close());

  const claimed = (from: string, valid_from: string) => ({
    ...{ project: 'cut', from, type: 'CLAIMS_TITLE', to: 'Warden', valid_from, valid_until: '1250', reason: 'Annals' },
  });
  const cutOff = { code: 'not_fully_compared', reason: expect.stringContaining('title-exclusive') };

  test('says so in the answer and on the record, names them, and leaves them to the run after it', async () => {
    await slow.post('/v1/lore/add-relation', claimed('Ann', '1200'));
    const { status, body } = await slow.post('/v1/lore/add-relation', claimed('Bo', '1240'));
    expect([status, body.tier, body.warnings]).toEqual([201, 'warn', [expect.objectContaining(cutOff)]]);
    expect(body.warnings[0].reason).toContain('the run after the write');
    const { body: decision } = await slow.get(`/v1/decisions/${body.decision_id}?project=cut`);
    expect(decision).toMatchObject({ tier: 'warn', warnings: [cutOff] });
    const replayed = await slow.post(`/v1/decisions/${body.decision_id}/replay`, { project: 'cut' });
    expect(replayed.body).toMatchObject({ matches: true, differences: [] });
    const { body: found } = await slow.get('/v1/lore/get-ontology-violations?project=cut');
    expect(found.items).toHaveLength(1);
  });

  test('says so in a check and in an item of a batch', async () => {
    const relation = { type: 'CLAIMS_TITLE', from: 'Cy', to: 'Warden', valid_from: '1245', valid_until: '1250' };
    const said = { statement: 'Cy held the wardenship too', kind: 'fact', relation, op: 'remember' };
    const checked = await slow.post('/v1/check', { project: 'cut', ...said });
    const batch = await slow.post('/v1/batch', { project: 'cut', items: [said] });
    for (const { warnings } of [checked.body, batch.body.results[0].body])
      expect(warnings).toContainEqual(expect.objectContaining(cutOff));
  });
});
