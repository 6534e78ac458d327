import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMissingWords } from '../../src/jobs/list-words.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

describe('listing claims of an older release under their words', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('recall finds the active ones, and by known_at those that were closed; erased ones stay away', async () => {
    const remember = async (statement: string) =>
      (await app.post('/v1/remember', { statement, who: 'alice', reason: 'Agreed' })).body.claim;
    const found = async (q: string, rest = '') =>
      (await app.get(`/v1/recall?q=${q}${rest}`)).body.items.map((hit: { id: string }) => hit.id);
    const kept = await remember('Invoices are archived for ten years');
    const closed = await remember('Parcels are weighed at the depot');
    const before = (await app.get(`/v1/claims/${closed.id}`)).body.system_from;
    await app.post('/v1/cancel', { claim_id: closed.id, reason: 'Wrong' });
    const gone = await remember('Badges are printed in blue');
    await app.post('/v1/erase', { claim_id: gone.id, reason: 'Asked for', who: 'alice' });
    await app.database.asAdmin(
      "UPDATE claims SET words = NULL WHERE status <> 'erased' AND statement <> '[erased]'; TRUNCATE claim_words, past_words",
    );
    expect(await found('invoices')).toEqual([]);
    expect(await listMissingWords(app.deps)).toBe(3);
    expect(await listMissingWords(app.deps)).toBe(0);
    expect(await found('invoices')).toEqual([kept.id]);
    expect(await found('parcels')).toEqual([]);
    expect(await found('parcels', `&known_at=${before}`)).toEqual([closed.id]);
    expect(await found('badges', '&status=all')).toEqual([]);
  });
});
