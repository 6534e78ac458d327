import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('list_decisions', () => {
  let app: TestApp;
  const write = (statement: string, who: string, rest: object = {}) =>
    app.post('/v1/remember', { statement, who, reason: `${who} says so`, ...rest });
  const list = async (query = '') => (await app.get(`/v1/decisions?${query}`)).body;
  const shown = async (query: string) =>
    (await list(query)).items.map(({ who, tier }: { who: string; tier: string }) => `${who} ${tier}`);

  let stored: string;
  beforeAll(async () => {
    app = await createTestApp();
    stored = (await write('Deploys must use a blue canary', 'alice')).body.claim.id;
    await write('Deploys must use a blue canary', 'alice');
    await write('Deploys must use a red canary', 'bob');
    await write('Deploys must use a green canary', 'carol', { force_exception: true });
    await write('Aldric ruled Valdorn from 320 to 360', 'alice');
    await write('Valdorn was ruled by Sera from 350', 'bob');
  });
  afterAll(() => app.close());

  test('200 lists all that was decided, refusals included, newest first', async () => {
    const { view, items, next_cursor } = await list();
    expect([view, next_cursor]).toEqual(['full', null]);
    expect(items).toMatchObject([
      { who: 'bob', result: 'stored', tier: 'warn', codes: ['period_unsure'] },
      { who: 'alice', result: 'stored', tier: 'clean', codes: [] },
      {
        who: 'carol',
        result: 'stored',
        tier: 'forced',
        forced: true,
        codes: ['value_differs'],
        reason: 'carol says so',
      },
      { who: 'bob', result: 'conflict', tier: 'block', forced: false, conflicts_total: 1, claim_id: null },
      { who: 'alice', result: 'unchanged', claim_id: stored },
      { who: 'alice', op: 'remember', result: 'stored', tier: 'clean', claim_id: stored },
    ]);
    const [{ id }] = items;
    expect((await app.get(`/v1/decisions/${id}`)).body).toMatchObject({ id, tier: 'warn' });
  });

  test('200 filters by result, tier, reason, author, operation, claim and time, and by several', async () => {
    expect(await shown('result=conflict')).toEqual(['bob block']);
    expect(await shown('tier=forced')).toEqual(['carol forced']);
    expect(await shown('tier=warn')).toEqual(['bob warn']);
    expect(await shown('tier=clean')).toEqual(['alice clean', 'alice clean']);
    expect(await shown('code=value_differs')).toEqual(['carol forced', 'bob block']);
    expect(await shown('code=value_differs&result=conflict')).toEqual(['bob block']);
    expect(await shown('who=bob')).toEqual(['bob warn', 'bob block']);
    expect(await shown('who=bob&result=conflict&op=remember')).toEqual(['bob block']);
    expect(await shown('op=supersede')).toEqual([]);
    expect(await shown(`claim_id=${stored}`)).toEqual(['alice unchanged', 'alice clean']);
    const { items } = await list('who=carol');
    expect(await shown(`until=${items[0].made_at}`)).toHaveLength(3);
    expect(await shown(`from=${items[0].made_at}&who=bob`)).toEqual(['bob warn']);
    expect(await shown('project=elsewhere')).toEqual([]);
  });

  test('200 pages, in full and in short', async () => {
    const first = await list('limit=2&view=compact');
    const next = await list(`limit=2&view=compact&cursor=${first.next_cursor}`);
    expect([...first.items, ...next.items].map(({ tier }: { tier: string }) => tier)).toEqual([
      ...['warn', 'clean', 'forced', 'block'],
    ]);
    expect(Object.keys(first.items[0]).sort()).toEqual(['codes', 'id', 'statement', 'tier', 'who']);
  });

  test('400 for a tier, a code or a cursor that there is not', async () => {
    for (const query of ['tier=lost', 'code=lost', 'cursor=lost'])
      expect((await app.get(`/v1/decisions?${query}`)).status, query).toBe(400);
  });
});
