import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('list_claims', () => {
  let app: TestApp;
  const remember = async (statement: string, rest: object = {}) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest })).body.claim;
  const list = async (query = '') => {
    const { body } = await app.get(`/v1/claims?${query}`);
    return body.items.map((claim: { statement: string }) => claim.statement);
  };

  beforeAll(async () => {
    app = await createTestApp();
    await remember('Use pnpm for installs', { who: 'bob', tags: ['tools'], kind: 'convention' });
    await remember('Debug logging must be enabled', { scope: { env: 'dev' } });
    await remember('The gateway listens on port 8080', { kind: 'fact', valid_until: '2026-06-30' });
    const wrong = await remember('Caches must be disabled');
    await app.post('/v1/cancel', { claim_id: wrong.id, who: 'alice', reason: 'Wrong' });
  });
  afterAll(() => app.close());

  test('200 answers the active claims, newest first', async () => {
    expect(await list()).toEqual([
      'The gateway listens on port 8080',
      'Debug logging must be enabled',
      'Use pnpm for installs',
    ]);
  });

  test('200 filters by status, kind, who, tag, scope, text and time', async () => {
    expect(await list('status=cancelled')).toEqual(['Caches must be disabled']);
    expect(await list('kind=fact')).toEqual(['The gateway listens on port 8080']);
    expect(await list('who=bob')).toEqual(['Use pnpm for installs']);
    expect(await list('tag=tools')).toEqual(['Use pnpm for installs']);
    expect(await list('env=dev')).toEqual(['Debug logging must be enabled']);
    expect(await list('q=GATEWAY')).toEqual(['The gateway listens on port 8080']);
    expect(await list('q=gateway&at_time=2026-06-30')).toHaveLength(1);
    expect(await list('q=gateway&at_time=2026-07-01')).toEqual([]);
    expect(await list('known_at=2020-01-01T00:00:00Z')).toEqual([]);
  });

  test('200 pages by cursor without a gap or a repeat, while claims are written', async () => {
    const project = 'pages';
    for (let n = 1; n <= 7; n++) await remember(`Service ${n} must own queue ${n}`, { project });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { items: { statement: string }[]; next_cursor: string | null } = (
        await app.get(`/v1/claims?project=${project}&limit=3${cursor && `&cursor=${cursor}`}`)
      ).body;
      seen.push(...page.items.map(({ statement }) => statement));
      cursor = page.next_cursor;
      await remember(`Team ${seen.length} must own a pager`, { project });
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Service ${n} must own queue ${n}`));
  });

  test('400 for a limit, a cursor or a time that is none', async () => {
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'at_time=noon', 'status=open', 'cursor=!!']) {
      const { status, body } = await app.get(`/v1/claims?${query}`);
      expect([status, body.errors[0].path], query).toEqual([400, query.split('=')[0]]);
    }
  });
});
