import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type Reply, type TestApp } from '../helpers/app.js';

/** What a write says by a source that is registered: whose it is, how reliable, and that a prophet refutes nobody. */
describe('writes that name a registered source', () => {
  let app: TestApp;
  let count = 0;
  let project = '';
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    count += 1;
    project = `p${count}`;
  });

  const post = (path: string, body: object) => app.post(path, { project, who: 'mara', ...body });
  const learn = (statement: string, source: string, rest: object = {}) =>
    post('/v1/learn', { statement, source, ...rest });
  const remember = (statement: string, rest: object = {}) => post('/v1/remember', { statement, kind: 'fact', ...rest });
  const source = async (uri: string, reliability: string, title: string | null = null): Promise<string> =>
    (await post('/v1/lore/add-lore-source', { uri, reliability, title })).body.source.id;
  const prophet = () => source('tales/ash.md', 'prophetic', 'The Ash Prophecy');
  const reign = (from: string, since: string, until: string, rest: object = {}) => ({
    ...{ type: 'RULES', from, to: 'Valdorn', valid_from: since, valid_until: until, ...rest },
  });
  const ask = async (tool: string, query: Record<string, string>) =>
    (await app.get(`/v1/lore/${tool}?${new URLSearchParams({ project, ...query })}`)).body;
  const relations = () =>
    app.database.asAdmin<{ prophetic: boolean; source_id: string | null; is_disputed: boolean }>(
      'SELECT prophetic, source_id, is_disputed FROM relations WHERE project = $1 AND system_until IS NULL ORDER BY id',
      [project],
    );
  const violations = async () =>
    Number(
      (
        await app.database.asAdmin<{ n: string }>('SELECT count(*) AS n FROM violations WHERE project = $1', [project])
      )[0]?.n,
    );
  const warned = ({ body }: Reply) => body.warnings.map((one: { lowered_by?: string }) => one.lowered_by ?? null);
  const replays = async ({ body }: Reply) => {
    const again = await app.post(`/v1/decisions/${body.decision_id}/replay`, { project });
    expect(again.body).toMatchObject({ differences: [] });
  };

  const PROSE = ['The gate of Valdorn is red', 'The gate of Valdorn is blue'] as const;
  const TOLD = ['Aldric ruled Valdorn from 1320 to 1360', 'Sera ruled Valdorn from 1350 to 1380'] as const;

  describe('that is but rumour', () => {
    const died = (year: string, rest: object = {}) =>
      post('/v1/lore/add-relation', { type: 'DIED_ON', from: 'Jorund', to: year, ...rest });

    test('refuses nothing that the other one says, and is refused by it', async () => {
      for (const kind of ['rumor', 'factional', 'canonical']) await source(`${kind}.md`, kind);
      expect((await learn('Jorund died in 1218', 'rumor.md')).status).toBe(201);
      const partial = await died('1214', { source: 'factional.md' });
      expect([partial.status, warned(partial)]).toEqual([201, ['source']]);
      expect(partial.body.warnings[0].reason).toMatch(/refused but that only rumour or talk says so\.$/);
      await replays(partial);
      for (const rest of [{ source: 'rumor.md' }, { source: 'canonical.md' }, {}])
        expect(await died('1219', rest), JSON.stringify(rest)).toMatchObject({ status: 409 });
    });

    test('refuses what one says that is no more reliable', async () => {
      await source('rumor.md', 'rumor');
      await source('more.md', 'rumor');
      expect((await died('1218', { source: 'rumor.md' })).status).toBe(201);
      expect((await died('1212', { source: 'more.md' })).status).toBe(409);
    });
  });

  describe('by its id, uri or name', () => {
    test.each([
      ['its uri', () => 'tales/rumours.md'],
      ['its name, however it is spelt', () => 'the RUMOURS, of Valdorn!'],
      ['its id', (id: string) => id.toUpperCase()],
      ['a line of it', () => 'tales/rumours.md:12-14'],
      ['a heading of it', () => 'tales/rumours.md#gates'],
    ])('%s', async (_, named) => {
      const id = await source('tales/rumours.md', 'rumor', 'Rumours of Valdorn');
      const stored = await learn(TOLD[0], named(id));
      expect(stored.body.claim).toMatchObject({ source: named(id), lore_source: { id, reliability: 'rumor' } });
      expect(stored.body.relations).toMatchObject([{ source: { id, kind: 'rumor' } }]);
      expect(await relations()).toMatchObject([{ source_id: id, prophetic: false }]);
    });

    test('what names none stays a text; one that is registered later says nothing of what was told before', async () => {
      const before = await learn(PROSE[0], 'a letter');
      expect(before.body.claim).toMatchObject({ source: 'a letter', lore_source: null });
      await source('a letter', 'prophetic');
      const { body } = await app.get(`/v1/claims/${before.body.claim.id}?project=${project}`);
      expect(body.lore_source).toBeNull();
      expect((await learn(PROSE[1], 'another letter')).status).toBe(409);
    });

    test('of several that are called so none is taken, and a warning says which they are', async () => {
      const ids = [await source('a.md', 'canonical', 'Annals'), await source('b.md', 'prophetic', 'The Annals')];
      const stored = await learn(PROSE[0], 'annals');
      expect(stored).toMatchObject({ status: 201, body: { tier: 'warn', claim: { lore_source: null } } });
      expect(stored.body.warnings).toMatchObject([{ code: 'ambiguous_entity' }]);
      for (const id of ids) expect(stored.body.warnings[0].reason).toContain(id);
      const added = await post('/v1/lore/add-relation', reign('Aldric', '1320', '1360', { source: 'annals' }));
      expect([added.status, added.body.code]).toEqual([422, 'ambiguous_entity']);
      await replays(stored);
    });

    test('reads show how reliable it is by now', async () => {
      const id = await source('gazette.md', 'factional');
      const { body } = await learn(PROSE[0], 'gazette.md');
      await source('gazette.md', 'rumor');
      const shown = { id, reliability: 'rumor' };
      expect((await app.get(`/v1/claims/${body.claim.id}?project=${project}`)).body.lore_source).toEqual(shown);
      expect((await app.get(`/v1/claims?project=${project}`)).body.items[0].lore_source).toEqual(shown);
      expect((await app.get(`/v1/claims?project=${project}&lore_source=${id}`)).body.items).toHaveLength(1);
      const { items: hits } = (await app.get(`/v1/recall?project=${project}&q=gate+of+Valdorn`)).body;
      expect(hits).toMatchObject([{ marks: ['unreliable_source'], claim: { lore_source: shown } }]);
    });
  });

  test('contradictions of its claims are found by it', async () => {
    const id = await source('gazette.md', 'factional', 'The Gazette');
    await remember(PROSE[0]);
    await learn(PROSE[1], 'gazette.md:3', { force_exception: true, reason: 'As it is printed' });
    for (const named of [id, 'the gazette', 'gazette.md:3']) {
      expect((await ask('get-contradictions', { source: named })).items, named).toHaveLength(1);
    }
    expect((await ask('get-contradictions', { source: 'another.md' })).items).toEqual([]);
  });

  describe('a prophet', () => {
    const cases = [
      ['in prose', PROSE],
      ['of a relation that words tell of', TOLD],
    ] as const;

    test.each(cases)('is not refused for the truth, %s, and says so', async (_, [truth, foretold]) => {
      const id = await prophet();
      expect((await remember(truth)).status).toBe(201);
      const checked = await post('/v1/check', { op: 'learn', statement: foretold, source: 'The Ash Prophecy' });
      expect(checked.body.tier).toBe('warn');
      const stored = await learn(foretold, 'The Ash Prophecy');
      expect(stored).toMatchObject({ status: 201, body: { result: 'stored', tier: 'warn' } });
      expect(stored.body.claim).toMatchObject({ is_disputed: false, lore_source: { id, reliability: 'prophetic' } });
      expect(warned(stored)).toEqual(['prophecy']);
      await replays(stored);
      expect(await violations()).toBe(0);
    });

    test.each(cases)('refuses no truth, %s', async (_, [truth, foretold]) => {
      await prophet();
      expect((await learn(foretold, 'tales/ash.md')).status).toBe(201);
      const stored = await remember(truth);
      expect(stored.status).toBe(201);
      expect(stored.body.warnings.every((one: { lowered_by?: string }) => one.lowered_by === 'prophecy')).toBe(true);
      await replays(stored);
      expect(await violations()).toBe(0);
      // A second truth is still held against the first.
      const second = { [PROSE[0]]: 'The gate of Valdorn is green', [TOLD[0]]: 'Ilse ruled Valdorn from 1330 to 1340' };
      expect((await remember(second[truth] ?? '')).status).toBe(409);
    });

    test('is told by a relation as such, in either order', async () => {
      const id = await prophet();
      const add = (body: object) => post('/v1/lore/add-relation', body);
      expect((await add(reign('Aldric', '1320', '1360'))).status).toBe(201);
      const foretold = await add(reign('Sera', '1350', '1380', { source: 'The Ash Prophecy' }));
      expect(foretold).toMatchObject({ status: 201, body: { tier: 'warn' } });
      expect(warned(foretold)).toEqual(['prophecy']);
      expect(foretold.body.claim.norms[0].relation.is_prophecy).toBe(true);
      await replays(foretold);
      expect(await relations()).toEqual([
        { prophetic: false, source_id: null, is_disputed: false },
        { prophetic: true, source_id: id, is_disputed: false },
      ]);
      const after = await add(reign('Ilse', '1361', '1370'));
      expect(after.status).toBe(201);
      await replays(after);
      expect(await violations()).toBe(0);
    });

    test('gives its relation to a claim that is told beside one', async () => {
      const id = await prophet();
      await learn('Sera is queen', 'tales/ash.md', { relation: reign('Sera', '1350', '1380') });
      expect(await relations()).toEqual([{ prophetic: true, source_id: id, is_disputed: false }]);
    });

    test('is no record: the truth in the very words is stored beside it, and the other way round', async () => {
      await prophet();
      const first = await learn(PROSE[0], 'tales/ash.md');
      expect((await learn(PROSE[0], 'The Ash Prophecy')).body.result).toBe('unchanged');
      const truth = await remember(PROSE[0]);
      expect(truth).toMatchObject({ status: 201, body: { result: 'stored', claim: { lore_source: null } } });
      expect(truth.body.claim.id).not.toBe(first.body.claim.id);
      await replays(truth);
      await remember(PROSE[0].replace('gate', 'tower'));
      const foretold = await learn(PROSE[0].replace('gate', 'tower'), 'tales/ash.md');
      expect(foretold).toMatchObject({ status: 201, body: { result: 'stored' } });
    });

    test('an act after a death, and a third parent, are foretold with a warning', async () => {
      await prophet();
      await remember('Aldric died in 1360');
      const act = await learn('Aldric ruled Saltfell from 1370 to 1380', 'tales/ash.md');
      expect([act.status, warned(act)]).toEqual([201, ['prophecy']]);
      const parent = (from: string, rest: object = {}) =>
        post('/v1/lore/add-relation', { type: 'PARENT_OF', from, to: 'Ilse', ...rest });
      await parent('Mara');
      await parent('Tobin');
      expect((await parent('Corvane')).status).toBe(409);
      const third = await parent('Sera', { source: 'tales/ash.md' });
      expect([third.status, warned(third).includes('prophecy')]).toEqual([201, true]);
      await replays(third);
    });

    test('keeps its word in a supersede, which another source ends', async () => {
      const id = await prophet();
      const told = await learn(PROSE[1], 'tales/ash.md#gates');
      await remember(PROSE[0]);
      const again = await post('/v1/supersede', {
        ...{ claim_id: told.body.claim.id, statement: 'The gate of Valdorn is green', reason: 'Read again' },
      });
      expect(again).toMatchObject({ status: 201, body: { claim: { lore_source: { id } } } });
      expect(warned(again)).toEqual(['prophecy']);
      await replays(again);
      const now = { claim_id: again.body.claim.id, statement: PROSE[1], reason: 'It came true', source: 'my own eyes' };
      expect((await post('/v1/supersede', now)).status).toBe(409);
    });

    test('is believed by nobody who counts: lore answers list it, and say so', async () => {
      await prophet();
      await learn(TOLD[1], 'The Ash Prophecy');
      const asked = { relation: 'RULES', subject: 'Sera', object: 'Valdorn', at_time: '1355' };
      const answer = await ask('was-true-at', asked);
      expect(answer).toMatchObject({ was_true: 'unknown', prophecies: [{ prophetic: true }], confidence: null });
      expect(answer.caveats.map(({ code }: { code: string }) => code)).toContain('prophetic');
      const { items } = (await app.get(`/v1/claims?project=${project}&view=compact`)).body;
      expect(items).toMatchObject([{ prophetic: true }]);
    });

    test.each([false, true])('in a batch, atomic: %s', async (atomic) => {
      await prophet();
      const foretold = (statement: string) => ({ op: 'learn', statement, source: 'The Ash Prophecy', who: 'mara' });
      const truth = (statement: string) => ({ op: 'remember', statement, kind: 'fact', who: 'mara' });
      const items = [truth(PROSE[0]), foretold(PROSE[1]), foretold(TOLD[1]), truth(TOLD[0]), foretold(PROSE[0])];
      const { status, body } = await app.post('/v1/batch', { project, items, atomic });
      expect(status).toBe(200);
      expect(body.results.map(({ status: one }: { status: number }) => one)).toEqual([201, 201, 201, 201, 201]);
      expect(await relations()).toMatchObject([{ prophetic: true }, { prophetic: false }]);
      expect(await violations()).toBe(0);
      const more = { project, items: [truth('The gate of Valdorn is green')], atomic };
      expect(JSON.stringify((await app.post('/v1/batch', more)).body)).toContain('"status":409');
    });

    test('in an ingest, of facts, relations and documents, disputes nothing; neither does looking again', async () => {
      const id = await prophet();
      await remember(PROSE[0]);
      await remember(TOLD[0]);
      const { status, body } = await post('/v1/ingest', {
        source: 'The Ash Prophecy',
        facts: [{ statement: PROSE[1] }, { statement: 'The bridge of Valdorn is blue', source: 'a mason' }],
        relations: [reign('Sera', '1350', '1380')],
        documents: [
          {
            path: 'tales/more.md',
            content:
              '---\nsource: The ash prophecy\n---\n# More\n\nIlse ruled Valdorn from 1340 to 1345.\n\nThe gate of Valdorn must be shut.',
          },
        ],
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ errors: [], violations: [] });
      const claims = (await app.get(`/v1/claims?project=${project}`)).body.items;
      const of = (statement: string) => claims.find((one: { statement: string }) => one.statement === statement);
      expect(of(PROSE[1]).lore_source).toEqual({ id, reliability: 'prophetic' });
      expect(of('The bridge of Valdorn is blue').lore_source).toBeNull();
      expect(of('The gate of Valdorn must be shut.')).toBeUndefined();
      expect((await relations()).filter((one) => one.source_id === id)).toEqual([
        { prophetic: true, source_id: id, is_disputed: false },
        { prophetic: true, source_id: id, is_disputed: false },
      ]);
      await post('/v1/lore/run-consistency-check', { scope: 'full' });
      expect(await violations()).toBe(0);
      expect((await remember('The bridge of Valdorn is green')).status).toBe(409);
    });

    test('races nobody: of two truths told beside its word at the same moment one is stored', async () => {
      await prophet();
      const [foretold, ...truths] = await Promise.all([
        learn(PROSE[1], 'tales/ash.md'),
        remember(PROSE[0]),
        remember('The gate of Valdorn is green'),
      ]);
      expect(foretold.status).toBe(201);
      expect(truths.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    test('in an ingest before the truth, and told again once the source is registered', async () => {
      const tell = () => post('/v1/ingest', { facts: [{ statement: PROSE[1], source: 'omens.md', key: 'gate' }] });
      expect((await tell()).body.counts).toMatchObject({ stored: 1 });
      await source('omens.md', 'prophetic');
      expect((await tell()).body.counts).toMatchObject({ updated: 1 });
      expect((await tell()).body.counts).toMatchObject({ unchanged: 1 });
      expect((await remember(PROSE[0])).status).toBe(201);
      expect(await violations()).toBe(0);
    });
  });

  test('claims of a document have its source, also when it becomes one of another', async () => {
    const text = (head: string) => `---\n${head}\n---\n# Rules\n\nThe gate of Valdorn must be shut.`;
    const tell = (head: string) => post('/v1/ingest', { documents: [{ path: 'rules.md', content: text(head) }] });
    await tell('title: Rules');
    const [before] = (await app.get(`/v1/claims?project=${project}`)).body.items;
    expect(before.lore_source).toMatchObject({ reliability: 'canonical' });
    const id = await source('guard.md', 'factional', 'The Guard');
    await tell('source: the guard');
    const [after] = (await app.get(`/v1/claims?project=${project}`)).body.items;
    expect(after).toMatchObject({ id: before.id, lore_source: { id, reliability: 'factional' } });
  });

  test('an answer says by name which of its sources are unreliable', async () => {
    const id = await source('fair.md', 'rumor', 'Talk at the Fair');
    await learn(TOLD[0], 'Talk at the Fair');
    const { caveats } = await ask('rulers-of', { location: 'Valdorn', at_time: '1330' });
    const found = caveats.find(({ code }: { code: string }) => code === 'unreliable_source');
    expect(found).toMatchObject({ ids: [id] });
    expect(found.sentence).toContain('Talk at the Fair');
  });
});
