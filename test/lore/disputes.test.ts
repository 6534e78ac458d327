import { describe, expect, test } from 'vitest';
import { ingestLore } from '../../src/flows/documents/ingest-lore.js';
import { recheckRelationsDue } from '../../src/jobs/recheck.js';
import { disputeWorld } from '../helpers/disputes.js';

const fail = (error: unknown): never => {
  throw error;
};

/** What contradicts what across documents, claims and curators, and what becomes of it when one of them goes. */
describe('disputes', () => {
  const { world, say, reign, grave, born, add, settle, violations, names, disputes } = disputeWorld();

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
      const left = (await world.app.get(`/v1/lore/list-relations?project=${world.project}&entity=Valdorn`)).body.items;
      expect(left).toMatchObject([{ id: aldric, is_disputed: false }]);
    });

    test('a source that is gone is shown no longer, and can not be kept', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      await say('ballad.json', [reign('Sera', '1350', '1380')]);
      await say('chronicle.json', [reign('Sera', '1340', '1370')]);
      const gone = (await violations())[0]?.sides[1];
      await say('ballad.json', []);
      const { items } = (await world.app.get(`/v1/lore/get-contradictions?project=${world.project}`)).body;
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

  describe('of lives that are told of together', () => {
    const song = { type: 'WITNESSED', from: 'Aldric', to: 'Fall of Karth', valid_from: '1370' };
    /** Dates of what an anachronism is between. */
    const anachronisms = async () => {
      const open = (await violations()).filter(({ kind }) => kind === 'anachronism');
      const told = open.map(async ({ sides }) => {
        const rows = await world.app.database.asAdmin<{ told: string }>(
          `SELECT r.type || ' ' || coalesce(r.value, r.valid_from) AS told FROM relations r
           WHERE r.id = ANY ($1) AND r.system_until IS NULL ORDER BY 1`,
          [sides],
        );
        return rows.map((row) => row.told);
      });
      return Promise.all(told);
    };
    const found = [['DIED_ON 1362', 'WITNESSED 1370']];

    test.each([
      ['1360', '1362'],
      ['1362', '1360'],
    ])('two deaths (%s, %s) over an older deed do not hide each other', async (first, second) => {
      await say('song.json', [song]);
      const { violations: told } = await say('graves.json', [], [grave(first), grave(second)]);
      expect(told.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['anachronism', 'contradiction']);
      expect(await anachronisms()).toEqual(found);
      await say('stones.json', [], [grave('1361')]);
      expect(await anachronisms()).toEqual(found);
    });

    test('nor do those that are compared one after the other, by jobs', async () => {
      await say('song.json', [song]);
      const content = JSON.stringify({ entities: [grave('1360'), grave('1362')] });
      const request = {
        ...{
          tenant: { orgId: 'default', project: world.project },
          author: { who: 'mara', keyId: null },
          source: null,
          sweepMs: 0,
        },
        documents: [{ uri: 'graves.json', format: 'json' as const, content }],
        ...{ items: { entities: [], relations: [], events: [] }, runId: world.app.deps.ids.next() },
      };
      await ingestLore(world.app.deps, request, fail);
      const jobs = await world.app.database.asAdmin<{ id: string }>(
        `SELECT claim_id AS id FROM jobs WHERE project = $1 AND kind = 'recheck_relation' ORDER BY 1 DESC`,
        [world.project],
      );
      expect(jobs).toHaveLength(2);
      for (const { id } of jobs) {
        await world.app.database.asAdmin('UPDATE jobs SET not_before = now() WHERE claim_id = $1', [id]);
        await recheckRelationsDue(world.app.deps, fail);
      }
      expect(await anachronisms()).toEqual(found);
    });

    test('what was dismissed is not raised again by another death', async () => {
      await say('song.json', [song]);
      await say('graves.json', [], [grave('1360')]);
      await world.app.database.asAdmin(`UPDATE violations SET status = 'dismissed' WHERE project = $1`, [
        world.project,
      ]);
      await say('stones.json', [], [grave('1362')]);
      expect(await anachronisms()).toEqual([]);
    });

    test('a deed that only one of two deaths leaves no time for is none', async () => {
      await say('song.json', [song]);
      await say('graves.json', [], [grave('1360'), grave('1380')]);
      expect(await anachronisms()).toEqual([]);
    });
  });

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
      const left = (await world.app.get(`/v1/lore/list-relations?project=${world.project}&entity=Ilse`)).body.items;
      expect(left.map(({ id }: { id: string }) => id).sort()).toEqual([a, b].sort());
      expect(await disputes()).toEqual([]);
    });
  });

  describe('whose cause is gone', () => {
    const recheckNow = () => recheckRelationsDue(world.app.deps, fail);

    test('are over when the two turn out to be one', async () => {
      await say('annals.json', [reign('Aldric', '1320', '1360')]);
      await say('ballad.json', [reign('The Bold', '1350', '1380'), reign('Sera', '1370', '1390')]);
      expect(await violations()).toHaveLength(2);
      const merged = await world.app.post('/v1/lore/merge-entities', {
        project: world.project,
        entity: 'Aldric',
        alias: 'The Bold',
      });
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
      await world.app.post('/v1/lore/merge-entities', { project: world.project, entity: 'Aldric', alias: 'The Bold' });
      await recheckNow();
      expect(await violations()).toMatchObject([{ kind: 'contradiction', says: ['Aldric', 'Aldric'] }]);
    });

    test('are over with a relation of the one to the other, which a merge takes back', async () => {
      const wed = { type: 'SPOUSE_OF', from: 'Ilse', valid_from: '1300', valid_until: '1320' };
      await say('a.json', [
        { ...wed, to: 'Per' },
        { ...wed, to: 'Odo' },
      ]);
      expect(await violations()).toHaveLength(1);
      const both = { project: world.project, entity: 'Ilse', alias: 'Per' };
      expect((await world.app.post('/v1/lore/merge-entities', both)).status).toBe(200);
      expect(await violations('resolved')).toMatchObject([{ resolution: 'gone' }]);
      expect(await disputes()).toEqual([]);
    });

    test("are over when the world moved on: a window that ends earlier is in nobody's way", async () => {
      const first = await add(reign('Aldric', '1320'));
      await add(reign('Sera', '1350', '1380'), { force_exception: true });
      expect(await violations()).toHaveLength(1);
      const update = { claim_id: first.body.claim.id, reason_kind: 'update', valid_from: '1340', reason: 'He left' };
      const next = await world.app.post('/v1/supersede', {
        project: world.project,
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
      world.app.database.asAdmin<{ id: string }>(
        `SELECT claim_id AS id FROM jobs WHERE project = $1 AND kind = 'recheck_relation'`,
        [world.project],
      );

    test('are found by jobs, which an ingest leaves for what it did not come to', async () => {
      const documents = [
        { uri: 'a.json', format: 'json' as const, content: JSON.stringify({ relations: [reign('Aldric', '1320')] }) },
        { uri: 'b.json', format: 'json' as const, content: JSON.stringify({ relations: [reign('Sera', '1350')] }) },
      ];
      const tenant = { orgId: 'default', project: world.project };
      const items = { entities: [], relations: [], events: [] };
      const request = {
        tenant,
        author: { who: 'mara', keyId: null },
        documents,
        items,
        source: null,
        runId: world.app.deps.ids.next(),
      };
      const { counts, violations: found } = await ingestLore(world.app.deps, { ...request, sweepMs: 0 }, fail);
      expect([counts.compared, counts.toCompare, found]).toEqual([0, 2, []]);
      expect(await jobs()).toHaveLength(2);
      await world.app.database.asAdmin('UPDATE jobs SET not_before = now() WHERE project = $1', [world.project]);
      await recheckRelationsDue(world.app.deps, fail);
      expect(await violations()).toMatchObject([{ says: ['Aldric', 'Sera'] }]);
      expect(await jobs()).toEqual([]);
    });

    test('leave no job when the ingest came to them', async () => {
      await say('a.json', [reign('Aldric', '1320'), reign('Sera', '1350')]);
      expect(await jobs()).toEqual([]);
    });

    test('are looked for after a retcon, which the guard does not see', async () => {
      await say('a.json', [reign('Aldric', '1320', '1340'), reign('Sera', '1350', '1360')]);
      const [relation] = (await world.app.get(`/v1/lore/list-relations?project=${world.project}&entity=Aldric`)).body
        .items;
      const body = { project: world.project, old: relation.id, new: { valid_until: '1355' }, reason: 'He lived on' };
      expect((await world.app.post('/v1/lore/retcon', body)).status).toBe(200);
      await world.app.database.asAdmin('UPDATE jobs SET not_before = now() WHERE project = $1', [world.project]);
      await recheckRelationsDue(world.app.deps, fail);
      expect(await violations()).toMatchObject([{ says: ['Aldric', 'Sera'] }]);
    });
  });
});
