import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('add_ontology_rule', () => {
  let app: TestApp;
  const rule = {
    id: 'no-lone-kings',
    cypher: 'MATCH (p:Person)-[r:RULES]->(k) WHERE NOT (p)-[:SPOUSE_OF]-() RETURN p, k',
    description: 'Who rules is married.',
    who: 'dora',
  };
  const add = (body: object = {}, headers: Record<string, string> = {}) =>
    app.post('/v1/lore/add-ontology-rule', { project: 'laws', ...rule, ...body }, headers);

  beforeAll(async () => {
    app = await createTestApp();
    await app.post('/v1/ingest', {
      ...{ project: 'laws', source: 'tales' },
      entities: [
        { type: 'Person', name: 'Ann' },
        { type: 'Kingdom', name: 'Karth' },
      ],
      relations: [{ type: 'RULES', from: 'Ann', to: 'Karth', valid_from: '1200' }],
    });
  });
  afterAll(() => app?.close());

  test('200 tries a rule and stores nothing when asked to', async () => {
    const { body } = await add({ dry_run: true });
    expect(body).toMatchObject({ result: 'tried', trial: { would_raise: 1, is_cut: false, unknown: [] } });
    expect(body.trial.cost).toBeGreaterThan(0);
    expect(body.trial.sql).toMatch(/^WITH .*SELECT/s);
    const { items } = (await app.get('/v1/lore/list-ontology-rules?project=laws')).body;
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(rule.id);
  });

  test('200 stores a rule, replaces it, and puts both on the record', async () => {
    expect((await add()).body).toMatchObject({ result: 'stored', rule: { enabled: true, severity: 'warn' } });
    const other = { cypher: 'MATCH (p:Person {name: $who})-[:SERVES]->(k) RETURN p', parameters: { who: 'Ann' } };
    const { body } = await add({ ...other, severity: 'error' });
    expect(body).toMatchObject({ result: 'updated', rule: { severity: 'error' }, trial: { would_raise: 0 } });
    const { items } = (await app.get('/v1/audit?project=laws&action=add_ontology_rule')).body;
    expect(items).toHaveLength(2);
  });

  test('400 names the clause that a rule may not have, with line and column', async () => {
    const { status, body } = await add({ cypher: 'MATCH (p)\nMERGE (q) RETURN p' });
    expect(status).toBe(400);
    const message = 'line 2, column 1: MERGE writes, and a rule only reads.';
    expect(body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'cypher', message }] });
  });

  test('400 for types that there are not, with the nearest ones; a trial only tells them', async () => {
    const slip = { id: 'slip', cypher: 'MATCH (p:Perzon)-[r:RULS]->(k:kingdom) RETURN p', severity: 'error' };
    const { status, body } = await add(slip);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Perzon is no type of entities: Person?',
      'kingdom is no type of entities: Kingdom?',
      'RULS is no type of relations: RULES?',
    ]);
    expect((await add({ ...slip, dry_run: true })).body.trial.unknown).toEqual(['Perzon', 'kingdom', 'RULS']);
    const template = { type: 'Guildhall', kind_of: 'Location', attributes: { rooms: { kind: 'number' } } };
    expect((await app.put('/v1/lore/types', { project: 'laws', ...template })).status).toBe(200);
    const own = { id: 'halls', cypher: 'MATCH (h:Guildhall)-[:LOCATED_IN]->(k) RETURN h' };
    expect((await add(own)).status).toBe(200);
  });

  test('400 for the id of a rule that comes with the program, and for one that is none', async () => {
    expect((await add({ id: 'title-exclusive' })).body.errors[0].path).toBe('id');
    expect((await add({ id: "x'; DROP" })).body.errors[0].path).toBe('id');
  });

  test('400 for a rule that takes too long', async () => {
    const relations = Array.from({ length: 60 }, (_, n) => ({
      type: 'KNOWS',
      from: `N${n % 12}`,
      to: `N${(n * 5 + 1 + Math.floor(n / 12)) % 12}`,
    }));
    const entities = Array.from({ length: 12 }, (_, n) => ({ type: 'Person', name: `N${n}` }));
    await app.post('/v1/ingest', {
      project: 'slow',
      source: 'tales',
      entities,
      relations: relations.filter(({ from, to }) => from !== to),
    });
    const cypher = `MATCH (a)-[:KNOWS*1..8]-(b), (b)-[:KNOWS*1..8]-(c) WHERE a.name = 'nobody' OR c.name = 'nobody' RETURN a`;
    const start = performance.now();
    const { status, body } = await add({ project: 'slow', cypher });
    expect(performance.now() - start).toBeLessThan(15_000);
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'cypher']);
  });

  test('403 for who may not set rules', async () => {
    const authorization = `Bearer ${await app.keyFor('writer')}`;
    expect((await add({}, { authorization })).status).toBe(403);
  });
});
