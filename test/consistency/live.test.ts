import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ingestLore } from '../../src/flows/documents/ingest-lore.js';
import type { Store } from '../../src/store/store.js';
import type { Query } from '../../src/store/tenant.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { MARA } from '../helpers/lore.js';
import { type OpenViolations, openViolations, runFull } from '../helpers/violations.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const document = (path: string, fields: object) => ({ path, content: JSON.stringify(fields) });
const born = (path: string, year: string) =>
  document(path, { entities: [{ type: 'Person', name: 'Ada', born: year }] });

/** Ingests what sources say, one after the other; a document that says less than before takes the rest back. */
async function ingest(project: string, ...documents: { path: string; content: string }[]): Promise<void> {
  for (const one of documents) {
    const { status, body } = await app.post('/v1/ingest', { project, documents: [one] });
    expect([status, body.errors], one.path).toEqual([200, []]);
  }
}

async function write(project: string, relation: object): Promise<string> {
  const { status, body } = await app.post('/v1/lore/add-relation', { project, ...relation });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.claim.id;
}

const found = (project: string) => openViolations(app, { orgId: 'default', project });

/** What is open, which a run over everything agrees on. */
async function settledIn(project: string): Promise<OpenViolations> {
  const open = await found(project);
  await runFull(app, project);
  expect(await found(project)).toEqual(open);
  return open;
}

const FIGHT = document('war.json', {
  entities: [{ type: 'Person', name: 'Ada' }],
  events: [{ name: 'Moot', date: '1001' }],
  relations: [{ type: 'PARTICIPATED_IN', from: 'Ada', to: 'Moot' }],
});
const BEFORE = ['Ada EXISTED_BEFORE: Ada PARTICIPATED_IN Moot'];

describe('the live sweep', () => {
  test('ends an anachronism when a further source moves a birth, and finds it again when that is taken back', async () => {
    await ingest('births', FIGHT, born('one.json', '1005'));
    expect((await found('births')).acts).toEqual(BEFORE);
    await ingest('births', born('two.json', '1000'));
    // Two births are a contradiction, and nobody knows any more whether Ada was born in time.
    expect(await settledIn('births')).toMatchObject({ acts: [], contradictions: [expect.stringContaining('BORN_ON')] });
    await ingest('births', document('two.json', { entities: [{ type: 'Person', name: 'Ada' }] }));
    expect(await settledIn('births')).toMatchObject({ acts: BEFORE, contradictions: [] });
  });

  test('keeps the record of an act that a further source has miss a life too', async () => {
    await ingest('further', FIGHT, born('one.json', '1005'));
    const ids = async () =>
      (await app.get('/v1/lore/get-anachronisms?project=further')).body.items.map(({ id }: { id: string }) => id);
    const before = await ids();
    await ingest('further', born('two.json', '1003'));
    expect([await ids(), before.length]).toEqual([before, 1]);
    await runFull(app, 'further');
    expect(await ids()).toEqual(before);
  });

  test('ends one when a further source moves the date of the event', async () => {
    await ingest('dates', FIGHT, born('one.json', '1005'));
    await ingest('dates', document('two.json', { events: [{ name: 'Moot', date: '1010' }] }));
    expect((await settledIn('dates')).acts).toEqual([]);
  });

  test('names the side that the rules name of a life that ends before it begins, whichever was told first', async () => {
    const died = document('died.json', { entities: [{ type: 'Person', name: 'Ada', died: '0990' }] });
    await ingest('upside', FIGHT, died);
    expect((await found('upside')).acts).toEqual(['Ada EXISTED_AFTER: Ada PARTICIPATED_IN Moot']);
    await ingest('upside', born('born.json', '1005'));
    expect((await settledIn('upside')).acts).toEqual(expect.arrayContaining(BEFORE));
    expect((await found('upside')).acts).not.toContain('Ada EXISTED_AFTER: Ada PARTICIPATED_IN Moot');
  });

  test('ends two open reigns at once when a death is told, and finds them again without it', async () => {
    const reigns = document('reigns.json', {
      entities: [
        { type: 'Person', name: 'Ada' },
        { type: 'Person', name: 'Bron' },
        { type: 'Kingdom', name: 'Karth' },
      ],
      relations: [
        { type: 'RULES', from: 'Ada', to: 'Karth', valid_from: '1001' },
        { type: 'RULES', from: 'Bron', to: 'Karth', valid_from: '1020' },
      ],
    });
    await ingest('reigns', reigns);
    expect((await found('reigns')).contradictions).toHaveLength(1);
    await ingest('reigns', document('died.json', { entities: [{ type: 'Person', name: 'Ada', died: '1010' }] }));
    expect((await settledIn('reigns')).contradictions).toEqual([]);
    await ingest('reigns', document('died.json', { entities: [{ type: 'Person', name: 'Ada' }] }));
    expect((await settledIn('reigns')).contradictions).toHaveLength(1);
  });

  test('ends two memberships at once when one faction turns out to be part of the other', async () => {
    const members = document('members.json', {
      entities: [
        { type: 'Person', name: 'Ada' },
        { type: 'Faction', name: 'Guild' },
        { type: 'Faction', name: 'Chapter' },
      ],
      relations: [
        { type: 'MEMBER_OF', from: 'Ada', to: 'Guild', valid_from: '1001', valid_until: '1010' },
        { type: 'MEMBER_OF', from: 'Ada', to: 'Chapter', valid_from: '1002', valid_until: '1005' },
      ],
    });
    await ingest('members', members);
    expect((await found('members')).contradictions).toHaveLength(1);
    const claim = await write('members', { type: 'PART_OF', from: 'Chapter', to: 'Guild' });
    expect((await settledIn('members')).contradictions).toEqual([]);
    expect((await app.post('/v1/cancel', { project: 'members', claim_id: claim, reason: 'It is not' })).status).toBe(
      200,
    );
    expect((await settledIn('members')).contradictions).toHaveLength(1);
  });

  test('ends what a guarded write takes the cause from', async () => {
    await ingest('guarded', FIGHT, born('one.json', '1005'));
    const { body } = await app.get('/v1/lore/list-relations?project=guarded&entity=Ada&type=BORN_ON');
    const retcon = { project: 'guarded', old: body.items[0].id, new: null, reason: 'It was not so' };
    expect((await app.post('/v1/lore/retcon', retcon)).status).toBe(200);
    expect((await settledIn('guarded')).acts).toEqual([]);
  });
});

describe('a violation', () => {
  test('is as severe as the relation type says that it is of', async () => {
    const types = new Map(app.deps.lexicon.relationTypes);
    const [rules, part] = [types.get('RULES'), types.get('PARTICIPATED_IN')];
    if (rules === undefined || part === undefined) throw new Error('no such types');
    types.set('RULES', { ...rules, severity: 'error' }).set('PARTICIPATED_IN', { ...part, severity: 'warn' });
    const deps = { ...app.deps, lexicon: { ...app.deps.lexicon, relationTypes: types } };
    const items = {
      entities: ['Ada', 'Bron'].map((name) => ({ type: 'Person', name, born: '1005' })),
      events: [{ name: 'Moot', date: '1001' }],
      relations: [
        { type: 'PARTICIPATED_IN', from: 'Ada', to: 'Moot' },
        { type: 'RULES', from: 'Ada', to: 'Karth', valid_from: '1010', valid_until: '1020' },
        { type: 'RULES', from: 'Bron', to: 'Karth', valid_from: '1015', valid_until: '1020' },
      ],
    };
    const all = { ...items, entities: [...items.entities, { type: 'Kingdom', name: 'Karth' }] };
    const run = { tenant: { orgId: 'default', project: 'severe' }, author: MARA, runId: app.deps.ids.next() };
    const ingested = await ingestLore(
      deps,
      { ...run, items: all, source: null, documents: [], sweepMs: 60_000 },
      () => {},
    );
    expect(ingested.errors).toEqual([]);
    const severe = async (path: string) => (await app.get(`${path}?project=severe&severity=error`)).body.items.length;
    expect([await severe('/v1/contradictions'), await severe('/v1/lore/get-anachronisms')]).toEqual([1, 0]);
    expect((await found('severe')).anachronisms).toHaveLength(1);
  });
});

describe('a circle', { timeout: 60_000 }, () => {
  const chain = (length: number) => {
    const parts = Array.from({ length }, (_, at) => ({ type: 'PART_OF', from: `Place ${at}`, to: `Place ${at + 1}` }));
    const entities = Array.from({ length: length + 1 }, (_, at) => ({ type: 'Location', name: `Place ${at}` }));
    return document('chain.json', { entities, relations: parts });
  };
  const close = (length: number) =>
    document('closed.json', { relations: [{ type: 'PART_OF', from: `Place ${length}`, to: 'Place 0' }] });

  test('is found right after the write that closes it, though it is longer than either way from there', async () => {
    await ingest('ring', chain(240), close(240));
    expect((await found('ring')).contradictions).toHaveLength(1);
  });

  test('is compared once in a run over everything, whatever its length: not once for each part of it', async () => {
    const length = 120;
    const project = 'wheel';
    const relations = Array.from({ length }, (_, at) => ({
      ...{ type: 'PART_OF', from: `Hub ${at}`, to: `Hub ${(at + 1) % length}` },
    }));
    const entities = Array.from({ length }, (_, at) => ({ type: 'Location', name: `Hub ${at}` }));
    const { body } = await app.post('/v1/ingest', { project, entities, relations });
    expect(body.lore.relations, JSON.stringify(body.errors)).toBe(length);
    const compared = await comparedIn(() => runFull(app, project));
    expect((await found(project)).contradictions).toHaveLength(1);
    expect(compared).toBeGreaterThanOrEqual(length);
    expect(compared).toBeLessThan(3 * length);
  });
});

/** Relations of which a circle was looked for meanwhile: the chains that the statements were given. */
async function comparedIn(work: () => Promise<void>): Promise<number> {
  const CHAINS = 7;
  let chains = 0;
  const { store } = app.deps;
  const tenantOf: Store['tenant'] = store.tenant.bind(store);
  const tenant = vi.spyOn(store, 'tenant').mockImplementation((orgId, ask) =>
    tenantOf(orgId, (db) => {
      const run = db.run.bind(db);
      return ask(
        Object.assign(Object.create(db), {
          run: (query: Query) => {
            if (query.name === 'find_neighbourhood') chains += (query.values[CHAINS] as string[]).length;
            return run(query);
          },
        }),
      );
    }),
  );
  await work().finally(() => tenant.mockRestore());
  return chains;
}
