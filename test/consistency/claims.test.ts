import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../../src/flows/ingest.js';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { runFull } from '../helpers/violations.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const fact = (statement: string, source: string) => ({
  ...{ statement, source, key: null, who: 'mara', kind: 'fact' as const, reason: null, entity: null, tags: [] },
  ...{ scope: { env: null, team: null }, validFrom: null, validUntil: null, saidAt: null },
});

describe('a batch run', () => {
  test('compares the claims of documents with one another, and a second one adds nothing', async () => {
    const tenant = { orgId: 'default', project: 'prose' };
    const facts = [
      fact('The default port of the gateway is 8080', 'one.md:1'),
      fact('The default port of the gateway is 9090', 'two.md:7'),
    ];
    await ingest(
      app.deps,
      { tenant, keyId: null, facts: facts.map((one, index) => ({ index, fact: one })), sweepMs: 0 },
      (error) => {
        throw error;
      },
    );
    const open = async () => (await app.get('/v1/contradictions?project=prose')).body.items;
    expect(await open()).toEqual([]);
    await runFull(app, 'prose');
    const found = await open();
    expect(found).toMatchObject([{ about: 'claim', severity: 'warn' }]);
    expect((await app.get('/v1/lore/latest-run?project=prose')).body.run).toMatchObject({
      violations_found: 1,
      errors: [],
    });
    await runFull(app, 'prose');
    expect((await open()).map(({ id }: { id: string }) => id)).toEqual([found[0].id]);
  });
});
