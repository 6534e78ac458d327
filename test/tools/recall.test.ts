import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('recall', () => {
  let app: TestApp;
  const remember = async (statement: string, rest: object = {}) =>
    (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed', ...rest })).body.claim;
  const ask = async (q: string, rest = '') => (await app.get(`/v1/recall?q=${encodeURIComponent(q)}${rest}`)).body;

  beforeAll(async () => {
    app = await createTestApp();
    await remember('Session data lives in Redis', { kind: 'fact' });
    await remember('Deploys must use a blue canary');
    await remember('Invoices are archived for ten years', { tags: ['billing'] });
  });
  afterAll(() => app.close());

  test('200 answers what fits best first, with what matched', async () => {
    const { items, words } = await ask('Where does the session data live?');
    expect(items[0].claim.statement).toBe('Session data lives in Redis');
    expect(items[0]).toMatchObject({ kind: 'claim', marks: [], holds: 'true' });
    expect(items[0].matched).toContain('statement');
    expect(words).toEqual(['session', 'data', 'liv'].map((word) => word.slice(0, 6)));
  });

  test('400 for an empty question, a kind that is none and a date that can not be read', async () => {
    for (const query of ['q=%20', 'q=x&kinds=poem', 'q=x&at_time=noon', 'q=x&limit=51', `q=${'x'.repeat(8001)}`]) {
      expect((await app.get(`/v1/recall?${query}`)).status, query).toBe(400);
    }
  });
});
