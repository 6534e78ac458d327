import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingestLore } from '../../src/flows/documents/ingest-lore.js';
import { recheckDue, recheckRelationsDue } from '../../src/jobs/recheck.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

const fail = (error: unknown): never => {
  throw error;
};

/** What contradicts what across documents, claims and curators, and what becomes of it when one of them goes. */
describe('disputes', () => {
  let app: TestApp;
  let project = '';
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    made += 1;
    project = `p${made}`;
  });

  const say = async (path: string, relations: readonly object[], entities: readonly object[] = []) => {
    const content = JSON.stringify({ entities, relations });
    const { status, body } = await app.post('/v1/ingest', { project, documents: [{ path, content }] });
    expect([status, body.errors]).toEqual([200, []]);
    return body;
  };
  const reign = (from: string, valid_from: string, valid_until: string | null = null) => {
    return { type: 'RULES', from, to: 'Valdorn', valid_from, ...(valid_until === null ? {} : { valid_until }) };
  };
  const grave = (died: string) => ({ type: 'Person', name: 'Aldric', died });
  const born = (child: string, ...parents: string[]) =>
    parents.map((parent) => ({ type: 'PARENT_OF', from: parent, to: child }));
  const add = (relation: object, rest = {}) =>
    app.post('/v1/lore/add-relation', { project, who: 'mara', ...relation, ...rest });

  const violations = async (status = 'open') => {
    const rows = await app.database.asAdmin<{ id: string; kind: string; sides: string[]; resolution: string | null }>(
      'SELECT id, kind, sides, resolution FROM violations WHERE project = $1 AND status = $2 ORDER BY id',
      [project, status],
    );
    return Promise.all(rows.map(async (row) => ({ ...row, says: await names(row.sides) })));
  };
  /** Whose relations these are. */
  const names = async (ids: readonly string[]) => {
    const rows = await app.database.asAdmin<{ name: string }>(
      `SELECT f.name FROM relations r JOIN entities f ON f.id = r.from_id
       WHERE r.id = ANY ($1) AND r.system_until IS NULL ORDER BY f.name`,
      [ids],
    );
    return rows.map(({ name }) => name);
  };
  /** Who is disputed with whom, of what stands. */
  const disputes = async () => {
    const rows = await app.database.asAdmin<{ name: string; others: string[] }>(
      `SELECT f.name, r.disputed_with AS others FROM relations r JOIN entities f ON f.id = r.from_id
       WHERE r.project = $1 AND r.system_until IS NULL AND r.status = 'active' AND r.is_disputed ORDER BY f.name, r.id`,
      [project],
    );
    return Promise.all(rows.map(async ({ name, others }) => [name, ...(await names(others))]));
  };

  describe('are one for what is asserted, whoever says it', () => {
    test('a second source for the same ruler folds into the contradiction that is open', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      const first = await say('ballad.json', [reign('Sera', '1350', '1380')]);
      const second = await say('chronicle.json', [reign('Sera', '1340', '1370')]);
      expect(await violations()).toMatchObject([{ says: ['Aldric', 'Sera', 'Sera'] }]);
      expect(await disputes()).toEqual([
        ['Aldric', 'Sera', 'Sera'],
        ['Sera', 'Aldric'],
        ['Sera', 'Aldric'],
      ]);
      const [id, again] = [first, second].map(({ violations: [found] }) => found.id);
      expect(again).toBe(id);
      expect(second.violations[0]).toMatchObject({ detected_at: first.violations[0].detected_at });
      expect(second.violations[0].sides).toHaveLength(3);
    });

    test('whichever comes first, and in one document', async () => {
      const twice = { ...reign('Sera', '1350', '1380'), properties: { page: 2 } };
      const body = await say('all.json', [
        reign('Aldric', '1320', '1360'),
        reign('Sera', '1349', '1380'),
        twice,
        { ...reign('Aldric', '1321', '1360') },
      ]);
      expect(body.violations).toHaveLength(1);
      expect(await violations()).toMatchObject([{ says: ['Aldric', 'Aldric', 'Sera', 'Sera'] }]);
    });

    test('another reign of the same two is another contradiction', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360'), reign('Sera', '1350', '1380')]);
      await say('later.json', [reign('Aldric', '1370', '1375')]);
      expect((await violations()).map(({ says }) => says)).toEqual([
        ['Aldric', 'Sera'],
        ['Aldric', 'Sera'],
      ]);
      await say('third.json', [reign('Ilse', '1372', '1373')]);
      expect(await violations()).toHaveLength(4);
    });

    test('a deed told twice is one anachronism', async () => {
      await say('graves.json', [], [grave('1360')]);
      const witnessed = { type: 'WITNESSED', from: 'Aldric', to: 'Fall of Karth', valid_from: '1370' };
      await say('song.json', [witnessed]);
      await say('tale.json', [witnessed]);
      expect(await violations()).toMatchObject([{ kind: 'anachronism', says: ['Aldric', 'Aldric', 'Aldric'] }]);
    });

    test('one that stays when only one of its sources goes, and ends with the last', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      await say('ballad.json', [reign('Sera', '1350', '1380')]);
      await say('chronicle.json', [reign('Sera', '1340', '1370')]);
      await say('ballad.json', []);
      expect(await violations()).toHaveLength(1);
      expect(await disputes()).toEqual([
        ['Aldric', 'Sera'],
        ['Sera', 'Aldric'],
      ]);
      await say('chronicle.json', []);
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
      expect(await disputes()).toEqual([]);
    });

    test('one that was dismissed is not raised again by a further source', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360'), reign('Sera', '1350', '1380')]);
      const [open] = await violations();
      await settle({ id: open?.id, action: 'dismiss' });
      const { violations: raised } = await say('ballad.json', [reign('Sera', '1350', '1381')]);
      expect([raised, await violations(), await disputes()]).toEqual([[], [], []]);
      expect(await violations('dismissed')).toMatchObject([{ says: ['Aldric', 'Sera', 'Sera'] }]);
    });

    test('one that is kept takes back every source of the other side', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      await say('ballad.json', [reign('Sera', '1350', '1380')]);
      await say('chronicle.json', [reign('Sera', '1340', '1370')]);
      const [open] = await violations();
      const aldric = open?.sides[0] ?? '';
      expect(await names([aldric])).toEqual(['Aldric']);
      expect((await settle({ id: open?.id, action: 'keep', keep: aldric })).status).toBe(200);
      const left = (await app.get(`/v1/lore/list-relations?project=${project}&entity=Valdorn`)).body.items;
      expect(left).toMatchObject([{ id: aldric, is_disputed: false }]);
    });

    test('a source that is gone is shown no longer, and can not be kept', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      await say('ballad.json', [reign('Sera', '1350', '1380')]);
      await say('chronicle.json', [reign('Sera', '1340', '1370')]);
      const gone = (await violations())[0]?.sides[1];
      await say('ballad.json', []);
      const { items } = (await app.get(`/v1/lore/get-contradictions?project=${project}`)).body;
      expect(items[0].sides).toHaveLength(2);
      expect(await settle({ id: items[0].id, action: 'keep', keep: gone })).toMatchObject({
        ...{ status: 400, body: { errors: [{ path: 'keep' }] } },
      });
    });

    test('a write by force joins what documents dispute already', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      await say('ballad.json', [reign('Sera', '1350', '1380')]);
      const refused = await add(reign('Sera', '1345', '1380'));
      expect(refused.status).toBe(409);
      expect((await add(reign('Sera', '1345', '1380'), { force_exception: true })).status).toBe(201);
      expect(await violations()).toMatchObject([{ says: ['Aldric', 'Sera', 'Sera'] }]);
      expect(await disputes()).toEqual([
        ['Aldric', 'Sera', 'Sera'],
        ['Sera', 'Aldric'],
        ['Sera', 'Aldric'],
      ]);
    });
  });

  const settle = (body: object) =>
    app.post('/v1/lore/resolve-contradiction', { project, reason: 'Looked up', ...body });

  describe('with more than two sides', () => {
    test('a third parent: all are disputed, and all are free when a document takes one back', async () => {
      await say('birth.json', born('Ilse', 'Odo', 'Una'));
      await say('gossip.json', born('Ilse', 'Per'));
      expect(await violations()).toMatchObject([{ says: ['Odo', 'Per', 'Una'] }]);
      expect(await disputes()).toEqual([
        ['Odo', 'Per', 'Una'],
        ['Per', 'Odo', 'Una'],
        ['Una', 'Odo', 'Per'],
      ]);
      await say('gossip.json', []);
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
      expect(await disputes()).toEqual([]);
    });

    test('a circle of three is over with any of its links', async () => {
      await say('one.json', born('Birch', 'Ash'));
      await say('two.json', born('Cedar', 'Birch'));
      await say('three.json', born('Ash', 'Cedar'));
      expect(await violations()).toMatchObject([{ says: ['Ash', 'Birch', 'Cedar'] }]);
      await say('two.json', []);
      expect([await violations(), await disputes()]).toEqual([[], []]);
    });

    test('an anachronism is over with the death that made it one', async () => {
      await say('song.json', [{ type: 'WITNESSED', from: 'Aldric', to: 'Fall of Karth', valid_from: '1370' }]);
      await say('graves.json', [], [grave('1360')]);
      expect(await violations()).toMatchObject([{ kind: 'anachronism' }]);
      await say('graves.json', []);
      expect(await violations('resolved')).toMatchObject([{ kind: 'anachronism', resolution: 'gone' }]);
      expect(await disputes()).toEqual([]);
    });

    test('what another death still makes one is found again', async () => {
      await say('song.json', [{ type: 'WITNESSED', from: 'Aldric', to: 'Fall of Karth', valid_from: '1370' }]);
      await say('graves.json', [], [grave('1362')]);
      await say('stones.json', [], [grave('1360')]);
      await say('graves.json', []);
      const open = await violations();
      expect(open).toMatchObject([{ kind: 'anachronism' }]);
      expect(open[0]?.sides).toHaveLength(2);
    });

    test('two of three parents may be kept, but not all, and not all be one', async () => {
      await say('birth.json', born('Ilse', 'Odo', 'Una', 'Per'));
      const [open] = await violations();
      const [a, b, c] = open?.sides ?? [];
      expect(await settle({ id: open?.id, action: 'keep', keep: [a, b, c] })).toMatchObject({
        ...{ status: 400, body: { errors: [{ path: 'keep' }] } },
      });
      expect((await settle({ id: open?.id, action: 'merge' })).status).toBe(400);
      expect((await settle({ id: open?.id, action: 'keep', keep: [a, b] })).status).toBe(200);
      const left = (await app.get(`/v1/lore/list-relations?project=${project}&entity=Ilse`)).body.items;
      expect(left.map(({ id }: { id: string }) => id).sort()).toEqual([a, b].sort());
      expect(await disputes()).toEqual([]);
    });
  });

  describe('of claims that state relations', () => {
    const forced = async () => {
      const [first, second] = [
        await add(reign('Aldric', '1320', '1360')),
        await add(reign('Sera', '1350', '1380'), { force_exception: true }),
      ];
      return [first.body.claim.id, second.body.claim.id] as [string, string];
    };
    const claim = async (id: string) => (await app.get(`/v1/claims/${id}?project=${project}`)).body;

    test('cancelling a claim takes its relation along, and ends the disputes of both', async () => {
      const [kept, gone] = await forced();
      expect(await claim(kept)).toMatchObject({ is_disputed: true, disputed_with: [gone] });
      const { status } = await app.post('/v1/cancel', { project, claim_id: gone, reason: 'Wrong', who: 'mara' });
      expect(status).toBe(200);
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
      expect(await disputes()).toEqual([]);
      expect(await claim(kept)).toMatchObject({ status: 'active', is_disputed: false, disputed_with: [] });
      expect(await claim(gone)).toMatchObject({ status: 'cancelled', is_disputed: false });
    });

    test('cancelling a claim ends what its words contradict', async () => {
      const remember = (statement: string, rest = {}) =>
        app.post('/v1/remember', { project, statement, who: 'mara', reason: 'Agreed', ...rest });
      const first = (await remember('Backups must be encrypted')).body.claim.id;
      const second = (await remember('Backups must not be encrypted', { force_exception: true })).body.claim.id;
      await app.post('/v1/cancel', { project, claim_id: first, reason: 'Wrong', who: 'mara' });
      expect(await claim(second)).toMatchObject({ is_disputed: false, disputed_with: [] });
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
    });

    test('superseding a claim ends what its words contradict, unless it goes on until then', async () => {
      const remember = (statement: string, rest = {}) =>
        app.post('/v1/remember', { project, statement, who: 'mara', reason: 'Agreed', ...rest });
      const supersede = (claim_id: string, statement: string) =>
        app.post('/v1/supersede', {
          project,
          claim_id,
          statement,
          reason: 'Misread',
          who: 'mara',
          reason_kind: 'revision',
        });
      const first = (await remember('Queues must be drained')).body.claim.id;
      const second = (await remember('Queues must not be drained', { force_exception: true })).body.claim.id;
      const next = await supersede(first, 'Queues must be watched');
      expect([next.status, next.body.closed]).toMatchObject([201, [{ status: 'superseded', is_disputed: false }]]);
      expect(await claim(first)).toMatchObject({ status: 'superseded', is_disputed: false, disputed_with: [] });
      expect(await claim(second)).toMatchObject({ status: 'active', is_disputed: false, disputed_with: [] });
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
    });

    test('superseding a claim ends the disputes of its relation', async () => {
      const [, second] = await forced();
      const body = { project, claim_id: second, reason: 'Misread', who: 'mara', reason_kind: 'revision' };
      const relation = reign('Sera', '1361', '1380');
      const next = await app.post('/v1/supersede', { ...body, statement: 'Sera came after Aldric', relation });
      expect(next.status, JSON.stringify(next.body)).toBe(201);
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
      expect(await disputes()).toEqual([]);
    });

    test('settling the contradiction of their relations frees the claims', async () => {
      const [first, second] = await forced();
      const [open] = await violations();
      await settle({ id: open?.id, action: 'dismiss' });
      for (const id of [first, second]) expect(await claim(id)).toMatchObject({ is_disputed: false });
    });

    test('a re-check compares the relations of a claim that was not fully compared, too', async () => {
      const first = await add(reign('Aldric', '1320', '1360'));
      await app.database.asAdmin(`UPDATE relations SET status = 'withdrawn' WHERE project = $1`, [project]);
      const second = await add(reign('Sera', '1350', '1380'));
      expect(second.status).toBe(201);
      await app.database.asAdmin(`UPDATE relations SET status = 'active' WHERE project = $1`, [project]);
      await app.database.asAdmin(
        `INSERT INTO jobs (org_id, project, kind, claim_id, created_at, not_before)
         VALUES ('default', $1, 'recheck', $2, now(), now())`,
        [project, second.body.claim.id],
      );
      expect(await recheckDue(app.deps, fail)).toBe(1);
      expect(await violations()).toMatchObject([{ kind: 'contradiction', says: ['Aldric', 'Sera'] }]);
      expect(await claim(first.body.claim.id)).toMatchObject({ disputed_with: [second.body.claim.id] });
    });
  });

  describe('whose cause is gone', () => {
    const recheckNow = () => recheckRelationsDue(app.deps, fail);

    test('are over when the two turn out to be one', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      await say('ballad.json', [reign('The Bold', '1350', '1380'), reign('Sera', '1370', '1390')]);
      expect(await violations()).toHaveLength(2);
      const merged = await app.post('/v1/lore/merge-entities', { project, entity: 'Aldric', alias: 'The Bold' });
      expect(merged.status).toBe(200);
      await recheckNow();
      expect((await violations()).map(({ says }) => says)).toEqual([['Aldric', 'Sera']]);
      expect(await disputes()).toEqual([
        ['Aldric', 'Sera'],
        ['Sera', 'Aldric'],
      ]);
    });

    test('and new ones open: one person was born once', async () => {
      await say('a.json', [], [{ type: 'Person', name: 'Aldric', born: '1300' }]);
      await say('b.json', [], [{ type: 'Person', name: 'The Bold', born: '1302' }]);
      await app.post('/v1/lore/merge-entities', { project, entity: 'Aldric', alias: 'The Bold' });
      await recheckNow();
      expect(await violations()).toMatchObject([{ kind: 'contradiction', says: ['Aldric', 'Aldric'] }]);
    });

    test('are over with a relation of the one to the other, which a merge takes back', async () => {
      await say('a.json', born('Ilse', 'Odo', 'Una', 'Per'));
      expect(await violations()).toHaveLength(1);
      await app.post('/v1/lore/merge-entities', { project, entity: 'Ilse', alias: 'Per' });
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
      expect(await disputes()).toEqual([]);
    });

    test("are over when the world moved on: a window that ends earlier is in nobody's way", async () => {
      const first = await add(reign('Aldric', '1320'));
      await add(reign('Sera', '1350', '1380'), { force_exception: true });
      expect(await violations()).toHaveLength(1);
      const update = { claim_id: first.body.claim.id, reason_kind: 'update', valid_from: '1340', reason: 'He left' };
      const next = await app.post('/v1/supersede', {
        project,
        statement: 'Aldric left the throne',
        who: 'mara',
        ...update,
      });
      expect(next.status, JSON.stringify(next.body)).toBe(201);
      await recheckNow();
      expect([await violations(), await disputes()]).toEqual([[], []]);
    });
  });

  describe('that nobody had the time to look for', () => {
    const jobs = () =>
      app.database.asAdmin<{ id: string }>(
        `SELECT claim_id AS id FROM jobs WHERE project = $1 AND kind = 'recheck_relation'`,
        [project],
      );

    test('are found by jobs, which an ingest leaves for what it did not come to', async () => {
      const documents = [
        { uri: 'a.json', format: 'json' as const, content: JSON.stringify({ relations: [reign('Aldric', '1320')] }) },
        { uri: 'b.json', format: 'json' as const, content: JSON.stringify({ relations: [reign('Sera', '1350')] }) },
      ];
      const tenant = { orgId: 'default', project };
      const items = { entities: [], relations: [], events: [] };
      const request = {
        tenant,
        author: { who: 'mara', keyId: null },
        documents,
        items,
        source: null,
        runId: app.deps.ids.next(),
      };
      const { counts, violations: found } = await ingestLore(app.deps, { ...request, sweepMs: 0 }, fail);
      expect([counts.compared, counts.toCompare, found]).toEqual([0, 2, []]);
      expect(await jobs()).toHaveLength(2);
      await app.database.asAdmin('UPDATE jobs SET not_before = now() WHERE project = $1', [project]);
      await recheckRelationsDue(app.deps, fail);
      expect(await violations()).toMatchObject([{ says: ['Aldric', 'Sera'] }]);
      expect(await jobs()).toEqual([]);
    });

    test('leave no job when the ingest came to them', async () => {
      await say('a.json', [reign('Aldric', '1320'), reign('Sera', '1350')]);
      expect(await jobs()).toEqual([]);
    });

    test('are looked for after a retcon, which the guard does not see', async () => {
      await say('a.json', [reign('Aldric', '1320', '1340'), reign('Sera', '1350', '1360')]);
      const [relation] = (await app.get(`/v1/lore/list-relations?project=${project}&entity=Aldric`)).body.items;
      const body = { project, old: relation.id, new: { valid_until: '1355' }, reason: 'He lived on' };
      expect((await app.post('/v1/lore/retcon', body)).status).toBe(200);
      await app.database.asAdmin('UPDATE jobs SET not_before = now() WHERE project = $1', [project]);
      await recheckRelationsDue(app.deps, fail);
      expect(await violations()).toMatchObject([{ says: ['Aldric', 'Sera'] }]);
    });
  });
});
