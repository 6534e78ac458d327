import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';
import { facts } from '../helpers/stories.js';

describe('investigate', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('200 reads what was written, and nothing a second time', async () => {
    const told = facts('The tower lift is enabled.', 'The tower lift is disabled.', 'The tower lift is enabled.');
    await app.post('/v1/ingest', { project: 'now', facts: told });
    const first = await app.post('/v1/investigate', { project: 'now' });
    expect(first.body).toMatchObject({ result: 'finished', model: { state: 'off', requests: 0 } });
    expect([first.body.findings.length, first.body.raised.length]).toEqual([1, 1]);
    expect(first.body.coverage.pairs_examined).toBeGreaterThan(0);
    const again = await app.post('/v1/investigate', { project: 'now' });
    expect(again.body).toMatchObject({ raised: [], coverage: { claims_read: 0 } });
    expect(again.body.covered.claims_read).toBe(first.body.coverage.claims_read);
  });

  test('200 of a project without claims', async () => {
    const { body } = await app.post('/v1/investigate', { project: 'empty' });
    expect(body).toMatchObject({ findings: [], read_until: null });
  });

  test('400 for a field that there is not; 403 for a reader', async () => {
    expect((await app.post('/v1/investigate', { project: 'now', depth: 3 })).status).toBe(400);
    expect((await app.post('/v1/investigate', { project: 'now' }, bearer(await app.keyFor('reader')))).status).toBe(
      403,
    );
  });
});
