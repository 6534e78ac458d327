import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { listed, oddWorld } from '../helpers/odd-world.js';

describe('explain_violation', () => {
  let app: TestApp;
  const explain = (id: string, project = 'odd', rest: Record<string, string> = {}) =>
    app.get(`/v1/lore/explain-violation?${new URLSearchParams({ project, id, ...rest })}`);

  beforeAll(async () => {
    app = await createTestApp();
    await oddWorld(app, 'odd');
  });
  afterAll(() => app?.close());

  test('200 explains a contradiction by its rule, in words and as a query', async () => {
    const { status, body } = await explain((await listed(app, 'odd', 'contradictions'))[0] ?? '');
    expect([status, body.kind]).toEqual([200, 'contradiction']);
    expect(body.rule).toMatchObject({ id: 'relation_exclusive', category: 'A' });
    expect(body.rule.cypher).toBe(
      'MATCH (a)-[r1:RULES]->(x)<-[r2:RULES]-(b) WHERE a <> b AND time_windows_overlap(r1.valid_from, r1.valid_until, ' +
        'r2.valid_from, r2.valid_until) RETURN a, b, x, r1, r2',
    );
    expect(body.relations.map(({ from }: { from: { name: string } }) => from.name).sort()).toEqual(['Ilse', 'Osric']);
    expect(body.sentence).toContain('RULES');
  });

  test('200 explains an anachronism and an orphan', async () => {
    const act = (await explain((await listed(app, 'odd', 'anachronisms'))[0] ?? '')).body;
    expect(act.rule).toMatchObject({ id: 'outside_lifespan', category: 'B' });
    expect(act.rule.text).toBe(
      'The subject of PARTICIPATED_IN exists at some time of it; of whom nothing is told breaks nothing.',
    );
    const orphans = await listed(app, 'odd', 'orphans');
    const explained = await Promise.all(orphans.map(async (id) => (await explain(id)).body));
    const unknown = explained.find(({ entity }) => entity.name === 'Osric');
    expect(unknown).toMatchObject({ kind: 'orphan', relations: [], rule: { category: 'D' } });
    expect(unknown.rule.cypher).toBe(
      'MATCH (e:Person) WHERE NOT ()-[:PARENT_OF]->(e) AND NOT (e)-[:DESCENDED_FROM]->() AND ' +
        'NOT (e)-[:BORN_IN]->() AND NOT (e)-[:BORN_ON]->() RETURN e',
    );
  });

  test('200 names the documents that say so, with the line', async () => {
    const content = [
      '---',
      'title: Two reigns',
      'entities:',
      '  - { type: Kingdom, name: Vael }',
      '  - { type: Person, name: Ann }',
      '  - { type: Person, name: Bo }',
      'relations:',
      '  - { type: RULES, from: Ann, to: Vael, valid_from: 1300, valid_until: 1340 }',
      '  - { type: RULES, from: Bo, to: Vael, valid_from: 1310, valid_until: 1350 }',
      '---',
      'Nothing more.',
    ].join('\n');
    const documents = [{ path: 'reigns.md', content }];
    const { body } = await app.post('/v1/ingest', { project: 'documents', documents });
    expect(body.errors).toEqual([]);
    const { documents: cited } = (await explain(body.violations[0].id, 'documents')).body;
    expect(cited.map(({ path, line }: { path: string; line: number }) => [path, line]).sort()).toEqual([
      ['reigns.md', 8],
      ['reigns.md', 9],
    ]);
    expect(cited[0].quote).toContain('RULES');
  });

  test('200 of a contradiction between claims names the decision that let it in', async () => {
    const write = { project: 'claims', who: 'alice', reason: 'Agreed', force_exception: true };
    await app.post('/v1/remember', { ...write, statement: 'Backups must be encrypted' });
    const forced = await app.post('/v1/remember', { ...write, statement: 'Backups must not be encrypted' });
    const { body } = await explain((await listed(app, 'claims', 'contradictions'))[0] ?? '', 'claims');
    expect(body).toMatchObject({ rule: null, decision_id: forced.body.decision_id, relations: [] });
    expect(body.claims.map(({ statement }: { statement: string }) => statement)).toContain('Backups must be encrypted');
  });

  test('200 as it stood at a system time', async () => {
    const [id = ''] = await listed(app, 'claims', 'contradictions');
    const { detected_at: opened } = (await explain(id, 'claims')).body;
    const settle = { project: 'claims', id, action: 'dismiss', keep: [], reason: 'Both are meant' };
    expect((await app.post('/v1/lore/resolve-contradiction', settle)).status).toBe(200);
    expect((await explain(id, 'claims')).body).toMatchObject({
      status: 'dismissed',
      resolved_reason: 'Both are meant',
    });
    const then = (await explain(id, 'claims', { known_at: opened })).body;
    expect(then).toMatchObject({ status: 'open', resolved_reason: null, resolved_at: null });
    expect((await explain(id, 'claims', { known_at: '2020-01-01T00:00:00Z' })).status).toBe(404);
  });

  test('400 for an id that is none', async () => {
    expect((await explain('x')).status).toBe(400);
  });

  test('404 for a violation that there is not', async () => {
    expect((await explain(app.deps.ids.next())).status).toBe(404);
  });
});
