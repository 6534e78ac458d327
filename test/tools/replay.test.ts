import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('replay', () => {
  let app: TestApp;
  const remember = async (statement: string) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' })).body;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('200 decides a stored and a refused write as before, also when the claims changed since', async () => {
    const stored = await remember('Deploys must use a blue canary');
    const refused = await remember('Deploys must use a red canary');
    await app.post('/v1/cancel', { claim_id: stored.claim.id, who: 'alice', reason: 'Over' });
    for (const { decision_id } of [stored, refused]) {
      const { status, body } = await app.post(`/v1/decisions/${decision_id}/replay`, {});
      expect(status).toBe(200);
      expect(body).toMatchObject({ matches: true, differences: [] });
      expect(body.replayed).toEqual(body.recorded);
      expect(body.versions.current).toEqual(body.versions.recorded);
    }
  });

  test('200 names what comes out differently when the guard reads otherwise now', async () => {
    const refused = await remember('Backups must be kept for 30 days');
    const other = { ...app.deps, lexicon: { ...app.deps.lexicon, modality: new Map() } };
    const { replay } = await import('../../src/flows/replay.js');
    const replayed = await replay(other, { orgId: 'default', project: 'default' }, refused.decision_id);
    expect(replayed).toMatchObject({ matches: false });
    expect(replayed.differences).toEqual(expect.arrayContaining(['norms']));
  });

  describe('of relations', () => {
    const add = async (type: string, from: string, to: string, rest = {}) =>
      (await app.post('/v1/lore/add-relation', { type, from, to, who: 'mara', ...rest })).body;
    const replayed = async (id: string) => (await app.post(`/v1/decisions/${id}/replay`, {})).body;
    const years = (valid_from: string, valid_until: string) => ({ valid_from, valid_until });

    test('200 compares them again with the versions of then, whatever became of those', async () => {
      const first = await add('RULES', 'Aldric', 'Valdorn', years('1320', '1360'));
      const refused = await add('RULES', 'Sera', 'Valdorn', years('1350', '1380'));
      const warned = await add('RULES', 'Ilse', 'Valdorn', years('circa 1362', '1380'));
      await add('DIED_ON', 'Aldric', '1360');
      const after = await add('WITNESSED', 'Aldric', 'Fall of Karth', { valid_from: '1370' });
      for (const parent of ['Odo', 'Una']) await add('PARENT_OF', parent, 'Per');
      const third = await add('PARENT_OF', 'Ash', 'Per');
      await app.post('/v1/lore/retcon', { old: first.relations[0].id, new: { from: 'Odo' }, reason: 'New canon' });
      await app.post('/v1/lore/merge-entities', { entity: 'Odo', alias: 'Una' });
      expect([refused.code, after.code, third.code]).toEqual(['conflict', 'conflict', 'conflict']);
      for (const { decision_id } of [first, refused, warned, after, third]) {
        const body = await replayed(decision_id);
        expect(body, JSON.stringify(body)).toMatchObject({ matches: true, differences: [] });
      }
    });

    test('200 of a sentence that tells of one, and of an update that ends the one before', async () => {
      const told = await remember('Mira ruled Karth from 1300 to 1310');
      const clash = await remember('Bran ruled Karth from 1305 to 1320');
      const reign = await add('RULES', 'Cade', 'Norwick', { valid_from: '1300' });
      const update = { claim_id: reign.claim.id, reason: 'Succession', who: 'mara', reason_kind: 'update' };
      const relation = { type: 'RULES', from: 'Dara', to: 'Norwick' };
      const next = await app.post('/v1/supersede', {
        ...update,
        statement: 'Dara came after',
        valid_from: '1320',
        relation,
      });
      expect([told.result, clash.code, next.status]).toEqual(['stored', 'conflict', 201]);
      for (const { decision_id } of [told, clash, next.body]) {
        expect(await replayed(decision_id)).toMatchObject({ matches: true });
      }
    });

    test('200 shows that it is computed, not repeated: other rules come to another end', async () => {
      await add('RULES', 'Aldric', 'Eastmark', years('1320', '1360'));
      const refused = await add('RULES', 'Sera', 'Eastmark', years('1350', '1380'));
      const relationTypes = new Map(app.deps.lexicon.relationTypes);
      const rules = relationTypes.get('RULES');
      if (rules !== undefined) relationTypes.set('RULES', { ...rules, single: [] });
      const other = { ...app.deps, lexicon: { ...app.deps.lexicon, relationTypes } };
      const { replay } = await import('../../src/flows/replay.js');
      const body = await replay(other, { orgId: 'default', project: 'default' }, refused.decision_id);
      expect(body.differences).toEqual(expect.arrayContaining(['tier', 'conflicts']));
    });

    test('200 of the items of a batch, of which one clashes with another', async () => {
      const item = (from: string) => ({
        ...{ op: 'remember', statement: `${from} reigned in Westmark`, who: 'mara', reason: 'Told' },
        relation: { type: 'RULES', from, to: 'Westmark', ...years('1300', '1310') },
      });
      const { body } = await app.post('/v1/batch', { atomic: true, items: [item('Eda'), item('Finn')] });
      const refused = body.results.find((one: { body?: { code?: string } }) => one.body?.code === 'conflict');
      expect(await replayed((refused.body ?? refused).decision_id)).toMatchObject({ matches: true });
    });
  });

  test('404 for an unknown decision', async () => {
    const { status, body } = await app.post('/v1/decisions/01900000-0000-7000-8000-000000000000/replay', {});
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('410 when the words that it was decided over were erased', async () => {
    const { claim, decision_id } = await remember('Audits must be yearly');
    const refused = await remember('Audits must not be yearly');
    await app.post('/v1/erase', { claim_id: claim.id, reason: 'Article 17', who: 'dpo' });
    for (const id of [decision_id, refused.decision_id]) {
      expect(await app.post(`/v1/decisions/${id}/replay`, {})).toMatchObject({ status: 410, body: { code: 'erased' } });
    }
  });

  test('400 for an id that is none', async () => {
    expect((await app.post('/v1/decisions/17/replay', {})).body.errors).toMatchObject([{ path: 'decision_id' }]);
  });
});
