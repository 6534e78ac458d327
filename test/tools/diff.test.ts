import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rereadOlder } from '../../src/jobs/reread.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

type Item = { at: string; changes: string[]; claim: { statement: string; id: string } };

describe('diff', () => {
  let app: TestApp;
  let start: string;
  let middle: string;
  const now = async () => {
    const [row] = await app.database.asAdmin<{ now: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
    );
    return row?.now ?? '';
  };
  const remember = async (statement: string, rest: object = {}) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest })).body.claim;
  const diff = async (query: Record<string, string>) => (await app.get(`/v1/diff?${new URLSearchParams(query)}`)).body;
  const told = ({ items }: { items: Item[] }) => items.map(({ changes, claim }) => [claim.statement, ...changes]);

  beforeAll(async () => {
    app = await createTestApp();
    start = await now();
    const canary = await remember('Deploys must use a blue canary');
    await remember('Deploys must use a red canary', { force_exception: true });
    const wrong = await remember('Invoices are archived for ten years');
    middle = await now();
    await app.post('/v1/supersede', {
      ...{ claim_id: canary.id, statement: 'Deploys must use a green canary', who: 'bob', reason: 'New colours' },
      ...{ reason_kind: 'revision', force_exception: true },
    });
    await app.post('/v1/cancel', { claim_id: wrong.id, who: 'alice', reason: 'Wrong' });
  });
  afterAll(() => app.close());

  test('200 lists what changed in its order: stored, disputed, settled, superseded, cancelled', async () => {
    expect(told(await diff({ from: start, to: middle }))).toEqual([
      ['Deploys must use a blue canary', 'stored'],
      expect.arrayContaining(['Deploys must use a blue canary', 'disputed']),
      ['Deploys must use a red canary', 'stored'],
      ['Invoices are archived for ten years', 'stored'],
    ]);
    const later = told(await diff({ from: middle }));
    expect(later).toContainEqual(['Deploys must use a blue canary', 'superseded', 'settled']);
    expect(later).toContainEqual(['Deploys must use a green canary', 'stored']);
    expect(later.at(-1)).toEqual(['Invoices are archived for ten years', 'cancelled']);
    expect(await diff({ from: start, to: middle })).toEqual(await diff({ from: start, to: middle }));
  });

  test('200 pages without a gap or a repeat', async () => {
    const whole = await diff({ from: start });
    const seen: Item[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { items: Item[]; next_cursor: string | null } = await diff({
        ...{ from: start, limit: '2' },
        ...(cursor === '' ? {} : { cursor }),
      });
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(whole.items);
  });

  test('200 in short, and of another tenant nothing', async () => {
    const { items } = await diff({ from: middle, view: 'compact' });
    expect(items[0]).toEqual({
      ...{ about: 'claim', id: expect.any(String), text: expect.any(String), at: expect.any(String) },
      changes: expect.any(Array),
    });
    expect((await diff({ from: start, project: 'other' })).items).toEqual([]);
  });

  test('200 leaves out what was only read again', async () => {
    await app.database.asAdmin(
      `UPDATE claims SET norm_version = 1, recall_keys = '{older}',
         reading = (reading::jsonb || '{"normVersion":1,"norms":[]}')::json WHERE system_until IS NULL`,
    );
    const before = await now();
    await rereadOlder(app.deps, (error) => {
      throw error;
    });
    const versions = await app.database.asAdmin<{ n: number }>(
      `SELECT count(*)::int AS n FROM claims WHERE system_from > '${before}'`,
    );
    expect(versions[0]?.n).toBeGreaterThan(0);
    expect((await diff({ from: before })).items).toEqual([]);
  });

  test('200 lists relations that were added, ended, corrected and no longer said, and entities that were added', async () => {
    const project = 'world';
    const person = (name: string) => ({ type: 'Person', name });
    const said = (content: string) => ({ project, documents: [{ path: 'reigns.md', content }] });
    const since = await now();
    await app.post('/v1/ingest', {
      project,
      entities: [person('Aldric'), person('Sera'), { type: 'Kingdom', name: 'Valdorn' }],
    });
    const base = { project, from: 'Aldric', to: 'Valdorn', reason: 'Chronicle', who: 'alice' };
    const added = await app.post('/v1/lore/add-relation', { ...base, type: 'RULES', valid_from: '1320' });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const { items: first } = await diff({ project, from: since });
    const shown = (items: (Item & { about: string; entity?: { name: string }; relation?: { type: string } })[]) =>
      items.map(({ about, changes, entity, relation }) =>
        [about, entity?.name ?? relation?.type, ...changes].join(' '),
      );
    expect(shown(first.filter(({ about }: { about: string }) => about !== 'claim')).sort()).toEqual([
      ...['entity Aldric stored', 'entity Sera stored', 'entity Valdorn stored', 'entity api stored'],
      // What was told by nobody in particular was told by the API itself, which is a source, and a thing as others are.
      'relation RULES stored',
    ]);
    expect(shown((await diff({ project, from: since, about: 'entity' })).items)).toHaveLength(4);
    const short = (await diff({ project, from: since, about: 'relation', view: 'compact' })).items;
    expect(short).toMatchObject([{ about: 'relation', text: 'Aldric RULES Valdorn', changes: ['stored'] }]);

    const corrected = await now();
    const relation = added.body.relations[0].id;
    const retcon = await app.post('/v1/lore/retcon', {
      ...{ project, old: relation, reason: 'A later chronicle', who: 'alice' },
      new: { from: 'Sera', to: 'Valdorn', type: 'RULES', valid_from: '1320' },
    });
    expect(retcon.status, JSON.stringify(retcon.body)).toBe(200);
    expect(shown((await diff({ project, from: corrected, about: 'relation' })).items).sort()).toEqual([
      'relation RULES stored',
      'relation RULES superseded',
    ]);

    const written = await now();
    await app.post('/v1/ingest', said('Sera was a member of Valdorn.\n\nAldric was born in 1290.\n'));
    const told = shown((await diff({ project, from: written, about: 'relation' })).items);
    expect(told.length).toBeGreaterThan(0);
    const withdrawn = await now();
    await app.post('/v1/ingest', said('Nothing is known of it.\n'));
    const gone = (await diff({ project, from: withdrawn, about: 'relation' })).items;
    expect(shown(gone).sort()).toEqual(told.map((line) => line.replace('stored', 'withdrawn')).sort());
    const again = await now();
    await app.post('/v1/ingest', said('Sera was a member of Valdorn.\n\nAldric was born in 1290.\n'));
    expect(shown((await diff({ project, from: again, about: 'relation' })).items).sort()).toEqual(told.sort());
  });

  test('200 says of a relation that it has ended, where the world changed', async () => {
    const project = 'ends';
    const reign = { project, type: 'RULES', to: 'Vael', who: 'alice', reason: 'Chronicle' };
    for (const name of ['Ann', 'Bo']) await app.post('/v1/lore/add-entity', { project, type: 'Person', name });
    await app.post('/v1/lore/add-entity', { project, type: 'Kingdom', name: 'Vael' });
    const first = await app.post('/v1/lore/add-relation', { ...reign, from: 'Ann', valid_from: '1300' });
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const since = await now();
    const window = { valid_from: '1340' };
    const next = await app.post('/v1/supersede', {
      ...{ project, claim_id: first.body.claim.id, statement: 'Bo rules Vael', reason: 'A new reign', who: 'alice' },
      ...{ reason_kind: 'update', ...window, relation: { type: 'RULES', from: 'Bo', to: 'Vael', ...window } },
    });
    expect(next.status, JSON.stringify(next.body)).toBe(201);
    const { items } = await diff({ project, from: since, about: 'relation' });
    const shown = items.map(({ changes, relation }: Item & { relation: { from: { name: string } } }) =>
      [relation.from.name, ...changes].join(' '),
    );
    expect(shown.sort()).toEqual(['Ann ended', 'Bo stored']);
  });

  test('400 for no beginning, a time that is none, and an end before the beginning', async () => {
    for (const query of [
      '',
      'from=noon',
      `from=${middle}&to=${start}`,
      `from=${start}&cursor=!!`,
      `from=${start}&about=x`,
    ]) {
      expect((await app.get(`/v1/diff?${query}`)).status, query).toBe(400);
    }
  });
});
