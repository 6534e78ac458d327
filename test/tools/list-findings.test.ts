import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { facts } from '../helpers/stories.js';

describe('list_findings', () => {
  let app: TestApp;
  const list = async (query = '') => (await app.get(`/v1/findings?project=told${query}`)).body;

  beforeAll(async () => {
    app = await createTestApp();
    const told = ['The tower lift is enabled.', 'The tower lift is disabled.', 'The tower lift is enabled.'];
    const others = told.map((statement) => statement.replace('tower lift', 'crypt lamp'));
    await app.post('/v1/ingest', { project: 'told', facts: facts(...told, ...others) });
    await app.post('/v1/investigate', { project: 'told' });
  });
  afterAll(() => app?.close());

  test('200 lists what is open, with evidence and ways out', async () => {
    const { items } = await list();
    expect(items.map(({ question }: { question: string }) => question).sort()).toEqual([
      'Is the crypt lamp still enabled?',
      'Is the tower lift still enabled?',
    ]);
    const actions = items[0].resolutions.map(({ action, answer }: { action: string; answer?: string }) => [
      action,
      answer,
    ]);
    expect(actions).toEqual([
      ['answer', 'yes'],
      ['answer', 'no'],
      ['supersede', 'yes'],
      ['supersede', 'no'],
      ['dismiss', undefined],
    ]);
  });

  test('200 a way out works as it stands, but for its reason, and settles what is asked', async () => {
    const [{ resolutions, evidence }] = (await list()).items;
    const way = resolutions.find(
      ({ action, answer }: { action: string; answer: string }) => action === 'supersede' && answer === 'no',
    );
    const made = await app.post(way.path, { ...way.body, reason: 'Looked at', who: 'dora' });
    expect([made.status, made.body.claim.statement]).toEqual([201, evidence[1].statement]);
    await app.post('/v1/investigate', { project: 'told' });
    expect((await list()).items).toHaveLength(1);
    expect((await list('&status=gone')).items).toHaveLength(1);
  });

  test('200 narrows by kind and claim, and pages', async () => {
    expect((await list('&kind=stale')).items).toEqual([]);
    const [{ evidence }] = (await list()).items;
    expect((await list(`&claim_id=${evidence[0].id}`)).items).toHaveLength(1);
    const first = await list('&status=all&limit=1');
    expect((await list(`&status=all&limit=1&cursor=${first.next_cursor}`)).items).toHaveLength(1);
  });

  test('400 for a kind that there is not', async () => {
    expect((await app.get('/v1/findings?kind=lost')).status).toBe(400);
  });
});
