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
