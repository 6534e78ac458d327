import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

interface Shown {
  id: string;
  kind: string;
  marks: string[];
  matched: string[];
  words: string[];
  claim?: { statement: string };
}

describe('recall', () => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  const remember = async (statement: string, rest: object = {}) => {
    const { body } = await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest });
    return body.claim;
  };
  const ask = async (q: string, rest: Record<string, string> = {}, headers = {}) => {
    const { status, body } = await app.get(`/v1/recall?${new URLSearchParams({ q, ...rest })}`, headers);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { items: Shown[]; words: string[]; words_left_out: number; is_cut: boolean; date: object | null };
  };
  const said = async (q: string, rest: Record<string, string> = {}) =>
    (await ask(q, rest)).items.map(({ claim }) => claim?.statement);
  const first = async (q: string, rest: Record<string, string> = {}) => (await ask(q, rest)).items[0];

  beforeAll(async () => {
    app = await createTestApp();
    ids.session = (await remember('Session data lives in Redis', { kind: 'fact' })).id;
    ids.canary = (await remember('Deploys must use a blue canary')).id;
    await remember('Invoices are archived for ten years', {
      tags: ['billing'],
      entity: 'Ledger',
      scope: { env: 'prod' },
    });
    await remember('Staging invoices are archived for a week', { scope: { env: 'staging' } });
    await app.post('/v1/ingest', {
      entities: [
        { type: 'Person', name: 'Aldric Vane' },
        { type: 'Kingdom', name: 'Valdorn' },
        { type: 'Person', name: 'Sera' },
      ],
      relations: [
        { type: 'RULES', from: 'Aldric Vane', to: 'Valdorn', valid_from: '1320', valid_until: '1360' },
        { type: 'RULES', from: 'Sera', to: 'Valdorn', valid_from: '1361', valid_until: '1390' },
      ],
      documents: [
        {
          path: 'docs/harbour.md',
          content:
            '# Harbour\n\nShips that arrive after sunset wait beyond the breakwater until the pilot boards them.\n',
        },
      ],
    });
  });
  afterAll(() => app.close());

  test('200 answers what fits best first, with what matched', async () => {
    const { items, words, words_left_out: left } = await ask('Where does the session data live?');
    expect(items[0]).toMatchObject({ kind: 'claim', id: ids.session, marks: [], holds: 'true' });
    expect(items[0]?.matched).toContain('statement');
    expect([words, left]).toEqual([['session', 'data', 'live'], 0]);
    expect(items[0]?.words).toEqual(expect.arrayContaining(['session', 'data', 'lives']));
    const again = await ask('Where does the session data live?');
    expect(again.items).toEqual(items);
  });

  test('200 finds other forms, other words for the same, accents and misspelt words', async () => {
    const archived = await first('archiving an invoice');
    expect(archived?.claim?.statement).toMatch(/archived for/);
    expect(archived?.words).toEqual(expect.arrayContaining(['archived', 'invoices']));
    const misspelt = await first('sesion data');
    expect(misspelt?.id).toBe(ids.session);
    expect(misspelt?.words).toEqual(expect.arrayContaining(['session', 'data']));
    expect((await first('séssion DATA'))?.id).toBe(ids.session);
    expect((await first('depolys canary'))?.id).toBe(ids.canary);
  });

  test('200 finds passages, entities and relations, and what held at a date that the question names', async () => {
    const harbour = await first('When do ships wait beyond the breakwater?');
    expect(harbour).toMatchObject({ kind: 'passage', passage: { path: 'docs/harbour.md' } });
    const { items, date } = await ask('Who ruled Valdorn in 1340?');
    expect(date).toMatchObject({ text: '1340' });
    expect(items[0]).toMatchObject({ kind: 'temporal', relation: { type: 'RULES', from: { name: 'Aldric Vane' } } });
    expect(items.find(({ kind }) => kind === 'entity')).toMatchObject({ entity: { name: 'Valdorn' } });
    expect(items.find(({ kind }) => kind === 'triplet')).toMatchObject({
      ...{ relation: { from: { name: 'Sera' } }, holds: 'false' },
    });
    expect((await ask('Who ruled Valdorn in 1340?', { kinds: 'entity' })).items.map(({ kind }) => kind)).toEqual([
      'entity',
    ]);
    expect((await ask('the port 1340')).date).toBeNull();
  });

  test('200 filters by kind, tag, entity, scope, and takes what holds in every environment along', async () => {
    const both = ['Invoices are archived for ten years', 'Staging invoices are archived for a week'];
    expect((await said('archived invoices')).sort()).toEqual(both);
    expect(await said('archived invoices', { tag: 'billing' })).toEqual([both[0]]);
    expect(await said('archived invoices', { entity: 'ledger' })).toEqual([both[0]]);
    expect(await said('archived invoices', { env: 'staging' })).toEqual([both[1]]);
    expect(await said('session data', { env: 'staging' })).toEqual(['Session data lives in Redis']);
    expect(await said('session canary', { kind: 'fact' })).toEqual(['Session data lives in Redis']);
    expect(await said('archived invoices', { limit: '1' })).toHaveLength(1);
  });

  test('200 never shows what is closed as believed, nor at a time before it was known', async () => {
    const project = 'closing';
    const old = await remember('Parcels are weighed at the depot', { project });
    await app.post('/v1/cancel', { project, claim_id: old.id, reason: 'Wrong' });
    expect((await ask('parcels', { project })).items).toEqual([]);
    expect((await first('parcels', { project, known_at: old.system_from }))?.marks).toEqual([]);
    expect((await ask('parcels', { project, known_at: '2020-01-01T00:00:00Z' })).items).toEqual([]);
    expect((await first('parcels', { project, status: 'cancelled' }))?.id).toBe(old.id);
    const wrong = await remember('Badges must be printed in blue', { project });
    const { body } = await app.post('/v1/supersede', {
      ...{ project, claim_id: wrong.id, statement: 'Badges must be printed in green', reason: 'New rule', who: 'bob' },
      reason_kind: 'revision',
    });
    expect((await ask('badges', { project })).items.map(({ id }) => id)).toEqual([body.claim.id]);
    const all = (await ask('badges', { project, status: 'all' })).items;
    expect(all.find(({ id }) => id === wrong.id)).toMatchObject({
      ...{ marks: ['superseded'], superseded_by_hit: body.claim.id },
    });
    await app.post('/v1/erase', { project, claim_id: wrong.id, reason: 'Asked for', who: 'alice' });
    expect((await ask('badges', { project, status: 'all' })).items.map(({ id }) => id)).toEqual([body.claim.id]);
    expect((await ask('badges', { project, known_at: wrong.system_from })).items).toEqual([]);
    const rows = `SELECT FROM past_words WHERE claim_id = '${wrong.id}'`;
    expect(await app.database.asAdmin(rows)).toEqual([]);
  });

  test('200 says when a hit is disputed, unguarded, unsupported, about to end, over, or not yet so', async () => {
    const project = 'marks';
    const marksOf = async (q: string, rest = {}) => (await first(q, { project, ...rest }))?.marks;
    await remember('Cranes must be painted yellow', { project });
    await remember('Cranes must be painted red', { project, force_exception: true });
    expect((await ask('cranes painted', { project })).items.map(({ marks }) => marks)).toEqual(
      expect.arrayContaining([['disputed'], ['disputed', 'unguarded']]),
    );
    const base = await remember('Winches are greased weekly', { project });
    const middle = await remember('Grease is bought in barrels', { project, depends_on: [base.id] });
    await remember('Barrels stand in shed four', { project, depends_on: [middle.id] });
    await app.post('/v1/cancel', { project, claim_id: base.id, reason: 'Wrong' });
    expect(await marksOf('barrels in shed four')).toEqual(['unsupported']);
    await remember('The ferry runs hourly', { project, valid_from: '2026-01', valid_until: '2026-06' });
    expect(await marksOf('ferry', { at_time: '2026-03-01' })).toEqual([]);
    expect(await marksOf('ferry', { at_time: '2026-06-10' })).toEqual(['ending']);
    expect(await marksOf('ferry')).toEqual(['ended']);
    expect((await ask('ferry', { project, at_time: '2027' })).items).toEqual([]);
    await remember('The tunnel opens to lorries', { project, valid_from: '2090' });
    expect(await marksOf('tunnel lorries')).toEqual(['not_yet']);
  });

  test('a rule of a canonical document is not unguarded, what it only tells is, as in the list of these', async () => {
    const project = 'papers';
    const content = '# Kites\n\nKites must be flown at dawn.\n\n## Decision\n\nWe decided to fly kites at the lake.\n';
    await app.post('/v1/ingest', { project, claims: 'rules', documents: [{ path: 'kites.md', content }] });
    const { items } = await ask('kites flown', { project });
    const unguarded = items.filter(({ marks }) => marks.includes('unguarded')).map(({ id }) => id);
    const listed = (await app.get(`/v1/unguarded?project=${project}`)).body.items as { claim: { id: string } }[];
    expect(items.length).toBeGreaterThan(unguarded.length);
    expect(unguarded).toEqual(listed.map(({ claim }) => claim.id));
    const { text } = (await app.get(`/v1/brief?project=${project}`)).body as { text: string };
    const marked = text.split('\n').filter((line) => line.includes('unguarded'));
    expect(marked).toEqual([expect.stringContaining(unguarded[0] ?? '')]);
  });

  describe('in a session', () => {
    const project = 'talk';
    const [blue, red] = ['The north gate is painted blue', 'The south gate is painted blue'];
    const inSession = (session: string, q: string, rest: Record<string, string> = {}) =>
      ask(q, { project, ...rest }, { 'loreguard-session': session });
    const order = ({ items }: { items: Shown[] }) => items.map(({ claim }) => claim?.statement);
    const raisedIn = ({ items }: { items: Shown[] }) =>
      items.filter(({ matched }) => matched.includes('session')).map(({ claim }) => claim?.statement);
    const known: Record<string, string> = {};
    beforeAll(async () => {
      for (const statement of [blue, red]) known[statement] = (await remember(statement, { project, kind: 'fact' })).id;
      await remember('Barges are loaded at the old quay', { project, kind: 'fact' });
    });

    test('200 puts what it read higher, and says so; nobody else sees a difference', async () => {
      const before = await ask('Which gate is painted?', { project });
      expect(order(before)).toEqual([red, blue]);
      await app.get(`/v1/claims/${known[blue]}?project=${project}`, { 'loreguard-session': 'reads' });
      const after = await inSession('reads', 'Which gate is painted?');
      expect(order(after)).toEqual([blue, red]);
      expect(raisedIn(after)).toEqual([blue]);
      expect(await ask('Which gate is painted?', { project })).toEqual(before);
      expect(order(await inSession('other', 'Which gate is painted?'))).toEqual([red, blue]);
      const other = bearer(await app.keyFor('reader'));
      const asOther = await ask('Which gate is painted?', { project }, { 'loreguard-session': 'reads', ...other });
      expect(raisedIn(asOther)).toEqual([]);
    });

    test('200 puts what it wrote, was refused for, found, and took back higher, never above what fits much better', async () => {
      const header = { 'loreguard-session': 'writes' };
      const body = { project, who: 'alice', reason: 'Agreed' };
      const statement = 'Ferries must be painted white';
      expect((await app.post('/v1/remember', { ...body, statement }, header)).status).toBe(201);
      expect(raisedIn(await inSession('writes', 'ferries', { limit: '1' }))).toEqual([statement]);
      const refused = { 'loreguard-session': 'refused' };
      const clash = { ...body, statement: 'Ferries must not be painted white' };
      expect((await app.post('/v1/remember', clash, refused)).status).toBe(409);
      expect(raisedIn(await inSession('refused', 'ferries'))).toEqual([statement]);
      // Once found, a claim is known to the session.
      await inSession('finds', 'barges at the quay');
      const found = await inSession('finds', 'Is the gate at the quay painted, or barges?');
      expect(raisedIn(found)).toEqual(['Barges are loaded at the old quay']);
      expect(order(await inSession('finds', 'north gate painted blue'))[0]).toBe(blue);
      const { body: calls } = await app.get(`/v1/sessions/finds/calls?project=${project}`);
      expect(calls.items.map(({ tool }: { tool: string }) => tool)).toEqual(['recall', 'recall', 'recall']);
      // What a session wrote is no question of it.
      const { body: written } = await app.get(`/v1/sessions/refused/calls?project=${project}`);
      expect(written.items.map(({ tool }: { tool: string }) => tool)).toEqual(['recall']);
    });

    test('200 puts the things that it spoke of and their relations higher', async () => {
      const header = { 'loreguard-session': 'world' };
      const q = 'Aldric Vane or Sera, who ruled?';
      const ruler = async () =>
        (await ask(q, {}, header)).items.find(({ kind }) => kind === 'triplet') as Shown & {
          relation?: { from: { name: string } };
        };
      const plain = await ruler();
      const other = plain.relation?.from.name === 'Sera' ? 'Aldric Vane' : 'Sera';
      expect(plain.matched).not.toContain('session');
      await app.get(`/v1/lore/get-entity?entity=${encodeURIComponent(other)}`, header);
      const { items } = await ask(q, {}, header);
      const named = (name: string) =>
        items.find((item) => (item as Shown & { entity?: { name: string } }).entity?.name === name);
      expect(named(other)?.matched).toContain('session');
      expect(named(plain.relation?.from.name ?? '')?.matched).not.toContain('session');
    });

    test('200 a session that was not used for a day knows nothing', async () => {
      await inSession('stale', 'north gate');
      // The answer does not wait until its call is written down; whoever asks for the calls does.
      const { body } = await app.get(`/v1/sessions/stale/calls?project=${project}`);
      expect(body.items).toHaveLength(1);
      await app.database.asAdmin("UPDATE lore_sessions SET used_at = used_at - interval '25 hours'");
      expect(raisedIn(await inSession('stale', 'north gate'))).toEqual([]);
    });
  });

  test('200 keeps tenants apart', async () => {
    expect((await ask('session data', { project: 'elsewhere' })).items).toEqual([]);
    const other = await app.keyFor('writer', 'globex');
    expect((await ask('session data', {}, bearer(other))).items).toEqual([]);
    expect((await ask('Valdorn', {}, bearer(other))).items).toEqual([]);
  });

  test('200 takes 8000 characters of odd text, wild cards and questions without a word', async () => {
    const odd = ['%', '_%_', "'; DROP TABLE claims; --", '\\', '\u0000', '💥', 'の設定', '(?:a+)+$', 'and or the'];
    for (const text of odd) expect((await ask(text)).items, text).toEqual([]);
    for (const text of ['%session%', 'session\u0000data', ...odd.map((each) => `session data ${each}`)]) {
      expect((await first(text))?.id, text).toBe(ids.session);
    }
    for (const part of ['a', ' ', 'é ', '%', 'word ', '9', '界', '\ud83d']) {
      const text = part.repeat(8000 / part.length).slice(0, 8000);
      const began = performance.now();
      const { status } = await app.get(`/v1/recall?q=x${encodeURIComponent(text.toWellFormed()).slice(0, 60_000)}`);
      expect([200, 400], part).toContain(status);
      expect(performance.now() - began, part).toBeLessThan(5000);
    }
    const many = Array.from({ length: 1000 }, (_, n) => `w${n}`).join(' ');
    expect((await ask(many)).words_left_out).toBe(976);
  });

  test('200 in short: a hit is at most 60 tokens', async () => {
    const project = 'short';
    await remember(`Cranes of the "north" harbour must be painted ${'very '.repeat(20)}yellow`, { project });
    await remember('Cranes of the "north" harbour must be painted red', { project, force_exception: true });
    const { items } = await ask('cranes of the north harbour', { project, view: 'compact' });
    expect(items).toHaveLength(2);
    expect(items.map(({ words }) => words)).toEqual([
      ['cranes', 'north', 'harbour'],
      ['cranes', 'north', 'harbour'],
    ]);
    for (const item of items) expect(JSON.stringify(item).length / 4).toBeLessThanOrEqual(60);
  });

  test('200 of an empty memory is empty', async () => {
    expect(await ask('anything at all', { project: 'empty' })).toMatchObject({ items: [], is_cut: false, date: null });
  });

  test('400 for an empty question, a kind that is none, and a date that can not be read', async () => {
    const queries = ['', 'q=%20', 'q=x&kinds=poem', 'q=x&at_time=noon', 'q=x&limit=51', 'q=x&status=erased'];
    for (const query of [...queries, `q=${'x'.repeat(8001)}`]) {
      expect((await app.get(`/v1/recall?${query}`)).status, query).toBe(400);
    }
  });
});
