import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStories } from '../../src/jobs/detective.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

/** Facts said a month apart. */
const facts = (...statements: string[]) =>
  statements.map((statement, at) => ({
    statement,
    key: `f${at}`,
    who: 'ann',
    said_at: `2025-0${at + 1}-03T09:00:00Z`,
  }));

describe('the detective in the background', () => {
  let app: TestApp;
  const fail = (error: unknown) => {
    throw error;
  };
  const readAll = async () => {
    while ((await readStories(app.deps, fail)) > 0);
  };

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('finds a reversal after it was written, once', async () => {
    const told = facts('The night export is enabled.', 'The night export is disabled.', 'The night export is enabled.');
    await app.post('/v1/ingest', { project: 'turned', facts: told });
    await readAll();
    const { items } = (await app.get('/v1/findings?project=turned')).body;
    expect(items.map(({ kind, claim_ids }: { kind: string; claim_ids: string[] }) => [kind, claim_ids.length])).toEqual(
      [['reversal', 3]],
    );
  });
});
